"""The desk for control summaries: a researcher may replace a text before launch."""

from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from corpus.models import Summary
from crowd.batches import locked
from evaluation.models import ControlText
from evaluation.surface import Surface, in_form, surface_form

LONGEST = 1000
"""Characters."""


class ControlError(ValueError):
    """The control cannot be replaced; the message says why."""


def replace_control(
    control_id: int, *, text: str, by: AbstractBaseUser, now: datetime
) -> ControlText:
    """Put a text of the researcher's in place of a control, in the form of the real summaries.

    Changes one row; enqueues nothing. Raises ControlError once the batch is published, and for a
    text that is empty, too long, or that of another control of the batch. A repeat changes nothing
    but the time.
    """
    if not text.strip() or len(text) > LONGEST:
        raise ControlError(f"a control has 1 to {LONGEST:,} characters, got {len(text):,}")
    with transaction.atomic():
        control = ControlText.objects.select_related("batch").get(pk=control_id)
        batch = locked(control.batch_id)
        if batch.published_at is not None:
            raise ControlError(f"{batch} was published on {batch.published_at:%Y-%m-%d}")
        text = in_form(text, surface_of(control))
        if batch.control_texts.filter(text=text).exclude(pk=control.pk).exists():
            raise ControlError(f"{text[:80]!r} is another control of this batch")
        control.text = text
        control.seed, control.edits = None, []
        control.replaced_by, control.replaced_at = by, now
        control.save(update_fields=["text", "seed", "edits", "replaced_by", "replaced_at"])
    return control


def surface_of(control: ControlText) -> Surface:
    """What the real summaries of its batch look like."""
    judged = Summary.objects.filter(
        pk__in=control.batch.items.values("quality_item__summaries__summary")
    )
    return surface_form(judged.values_list("text", flat=True))
