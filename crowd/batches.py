"""The batch desk: makes batches, and takes back what was never published."""

from collections.abc import Iterable
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction

from crowd.kinds import kind_named
from crowd.models import Batch, Item, Study


class BatchError(ValueError):
    """The batch cannot be made, published or deleted as asked."""


def create_batch(
    study: Study,
    *,
    name: str,
    kind: str,
    title: str,
    description: str,
    reward_usd: Decimal,
    keys: Iterable[str],
    judges: int = 10,
    **details: str | int,
) -> Batch:
    """A batch with one item a key; costs nothing and can be deleted until it is published.

    `details` are further fields of Batch. Raises BatchError naming every bad value.
    """
    keys = list(keys)
    problems = list(problems_with(keys))
    batch = Batch(
        study=study,
        name=name,
        kind=kind,
        title=title,
        description=description,
        reward_usd=reward_usd,
        judges=judges,
        **details,
    )
    try:
        kind_named(kind)
        batch.full_clean()
    except LookupError as error:
        problems.append(str(error))
    except ValidationError as error:
        problems += [
            f"{field}: {text} (got {getattr(batch, field, None)!r})"
            for field, texts in error.message_dict.items()
            for text in texts
        ]
    if problems:
        raise BatchError("; ".join(problems))
    with transaction.atomic():
        batch.save()
        Item.objects.bulk_create(Item(batch=batch, key=key) for key in keys)
    return batch


def problems_with(keys: list[str]) -> Iterable[str]:
    if not keys:
        yield "a batch needs at least one item"
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield f"item {key!r} is given {keys.count(key)} times"
    for key in keys:
        if not 1 <= len(key) <= 200:
            yield f"an item's key has 1 to 200 characters, got {key[:80]!r}"


def delete_batch(batch_id: int) -> None:
    """Remove a batch nobody has seen. Raises BatchError once it is published."""
    with transaction.atomic():
        batch = Batch.objects.select_for_update().get(pk=batch_id)
        if batch.published_at is not None:
            raise BatchError(f"{batch} was published on {batch.published_at:%Y-%m-%d}; expire it")
        batch.delete()
