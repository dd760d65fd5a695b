"""How strong the check of a batch is, in words: whom it keeps out, and whom it lets through."""

from crowd.models import Batch
from evaluation.visits import QUALITY
from metrics.checks import ranking_chance, statements_chance


def check_of(batch: Batch) -> str:
    if batch.kind == QUALITY:
        once = ranking_chance()
        return (
            "work counts only if its controls are rated bad < mediocre < good. Of random raters "
            f"{percent(once, 2)} pass, and {percent(once**2, 1)} twice in a row."
        )
    return (
        "work counts only if one True/False statement is answered right. Of guessers "
        f"{percent(statements_chance(1), 0)} pass; with three statements it would be "
        f"{percent(statements_chance(3), 1)}."
    )


def percent(share: float, digits: int) -> str:
    return f"{share * 100:.{digits}f} %"
