"""The batch desk: makes batches, publishes them, takes them off the market.

Creating is free and can be undone. Publishing commits money, once: the same transaction that sets
it aside writes down what will be said to the endpoint, and only then is anything enqueued.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import partial

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from crowd import budget, outbox, prices
from crowd.apart import offer_apart
from crowd.keeping_out import keep_out_earlier
from crowd.kinds import kind_named
from crowd.models import HIT, Batch, Call, Item, Study
from crowd.passing import offer_test
from crowd.tasks import deliver_call


class BatchError(ValueError):
    """The batch cannot be made, published or deleted as asked.

    A problem is a text, or the name of the argument it is about and the text; `by_argument` has
    all of them in pairs, with "" for those about none.
    """

    def __init__(self, *problems: str | tuple[str, str]) -> None:
        self.by_argument = [("", each) if isinstance(each, str) else each for each in problems]
        super().__init__("; ".join(text for _, text in self.by_argument))


@dataclass(frozen=True)
class BatchPlan:
    """What publishing would offer and cost at most; money in USD. `pool`: for bonuses, with fee."""

    n_items: int
    judges: int
    n_hits: int
    n_assignments: int
    rewards: Decimal
    fees: Decimal
    pool: Decimal

    @property
    def cost(self) -> Decimal:
        return self.rewards + self.fees + self.pool


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
    not_for: Iterable[Batch] = (),
    **details: str | int | Batch | None,
) -> Batch:
    """A batch with one item a key; costs nothing and can be deleted until it is published.

    `not_for` are batches whose workers are kept out; `details` are further fields of Batch. Raises
    BatchError naming every bad value.
    """
    keys = list(keys)
    problems: list[str | tuple[str, str]] = list(problems_with(keys))
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
            (field, f"{field}: {text} (got {getattr(batch, field, None)!r})")
            for field, texts in error.message_dict.items()
            for text in texts
        ]
    if problems:
        raise BatchError(*problems)
    with transaction.atomic():
        batch.save()
        batch.not_for.set(not_for)
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


def plan_batch(batch: Batch) -> BatchPlan:
    """What publishing this batch would mean; changes nothing."""
    n_items = batch.items.count()
    sizes = prices.sizes_of_hits(batch, batch.judges)
    schedule = prices.schedule()
    cost = sum(schedule.cost(batch.reward_usd, n_assignments=size) for size in sizes)
    rewards = n_items * batch.judges * batch.reward_usd
    return BatchPlan(
        n_items=n_items,
        judges=batch.judges,
        n_hits=n_items * len(sizes),
        n_assignments=n_items * batch.judges,
        rewards=rewards,
        fees=n_items * cost - rewards,
        pool=prices.pool_cost(batch.bonus_pool_usd),
    )


def publish_batch(batch_id: int, *, now: datetime | None = None) -> Batch:
    """Commit the money and offer every item; a repeat changes nothing.

    Enqueues one delivery a HIT. Raises BudgetExceeded, or BatchError for an endpoint that is not
    allowed, before anything is said to the endpoint.
    """
    now = now or timezone.now()
    with transaction.atomic():
        batch = locked(batch_id)
        if batch.published_at is not None:
            return batch
        hits = HIT.objects.bulk_create(hits_of(batch))
        batch.published_at = now
        batch.endpoint_url = allowed_endpoint()
        refuse_without_test(batch)
        budget.reserve_batch(batch, hits, now)
        batch.save(update_fields=["published_at", "endpoint_url"])
        enqueue([*offer_test(batch, hits), *keep_out_earlier(batch, hits)])
        enqueue(offer_apart(batch, hits))
    return batch


def refuse_without_test(batch: Batch) -> None:
    """Nobody could take it. Raises BatchError."""
    test = batch.only_for
    if test and (test.published_at is None or test.endpoint_url != batch.endpoint_url):
        raise BatchError(
            f"{batch} is only for who passed {test}, which is not published at "
            f"{batch.endpoint_url}: publish the test there first"
        )


def allowed_endpoint() -> str:
    """Where money may be spent. Raises BatchError."""
    url = settings.MTURK_ENDPOINT_URL.rstrip("/")
    if url not in [known.rstrip("/") for known in settings.MTURK_ALLOWED_ENDPOINTS]:
        raise BatchError(f"{url} is not among MTURK_ALLOWED_ENDPOINTS: nothing is published there")
    return url


def hits_of(batch: Batch) -> Iterable[HIT]:
    sizes = prices.sizes_of_hits(batch, batch.judges)
    for item in batch.items.all():
        item.batch = batch
        for number, size in enumerate(sizes):
            yield HIT(item=item, number=number, max_assignments=size)


def expire_batch(batch_id: int, *, now: datetime | None = None) -> Batch:
    """Take the batch off the market: nobody can begin, whoever began may finish, nothing lost is
    replaced. A repeat changes nothing. Enqueues one delivery a HIT. Raises BatchError.
    """
    now = now or timezone.now()
    with transaction.atomic():
        batch = locked(batch_id)
        if batch.published_at is None:
            raise BatchError(f"{batch} is not published")
        if batch.closed_at is None:
            batch.closed_at = now
            batch.save(update_fields=["closed_at"])
            offered = HIT.objects.filter(item__batch=batch).exclude(expires_at__lte=now)
            enqueue([outbox.expire_hit(hit) for hit in offered.with_batch()])
    return batch


def delete_batch(batch_id: int) -> None:
    """Remove a batch nobody has seen. Raises BatchError once it is published."""
    with transaction.atomic():
        batch = locked(batch_id)
        if batch.published_at is not None:
            raise BatchError(f"{batch} was published on {batch.published_at:%Y-%m-%d}; expire it")
        if other := batch.admits_to.select_related("study").first():
            raise BatchError(f"{batch} is the test for {other}: delete that first")
        batch.delete()


def locked(batch_id: int) -> Batch:
    """The batch, behind whoever is publishing, closing or deleting it."""
    budget.lock_study(Batch.objects.values_list("study", flat=True).get(pk=batch_id))
    return Batch.objects.select_related("study").get(pk=batch_id)


def enqueue(calls: Iterable[Call]) -> None:
    """After the commit; what the broker loses, the sweep finds in the table."""
    for call in calls:
        transaction.on_commit(partial(deliver_call.delay, call.pk), robust=True)
