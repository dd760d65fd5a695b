"""The hidden controls of a fluency or clarity batch, by the sheets they are on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from console.reading import unread
from crowd.models import Batch, Item
from evaluation.models import ControlText, QualityControl, QualitySummary

ROLES = list(ControlText.Role.values)
"""In the order the page lists them."""


@dataclass(frozen=True)
class Placed:
    """A control on a sheet; `n_sheets` counts all that have it."""

    control: ControlText
    n_sheets: int


@dataclass(frozen=True)
class ControlSheet:
    """What is hidden on one sheet, and among how many summaries."""

    item: Item
    n_summaries: int
    controls: list[Placed]


def control_sheets(batch: Batch, items: Sequence[Item]) -> list[ControlSheet]:
    """The controls of these items of the batch; three statements."""
    summaries = Counter(
        QualitySummary.objects.filter(quality_item__in=[item.pk for item in items]).values_list(
            "quality_item", flat=True
        )
    )
    n_sheets = sheets_with_control(batch)
    placed: dict[int, list[ControlText]] = {item.pk: [] for item in items}
    rows = QualityControl.objects.filter(quality_item__in=placed)
    for row in rows.select_related("control__document__dataset", "control__replaced_by").defer(
        *unread("control__document__")
    ):
        placed[row.quality_item_id].append(row.control)
    return [
        ControlSheet(
            item=item,
            n_summaries=summaries[item.pk],
            controls=[
                Placed(control, n_sheets[control.pk])
                for control in sorted(placed[item.pk], key=lambda each: ROLES.index(each.role))
            ],
        )
        for item in items
    ]


def sheets_with_control(batch: Batch) -> dict[int, int]:
    """How many sheets each control of the batch is on."""
    rows = QualityControl.objects.filter(quality_item__item__batch=batch)
    return dict(rows.order_by().values_list("control").annotate(Count("pk")))
