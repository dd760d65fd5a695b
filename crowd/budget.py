"""The budget guard: money is set aside in our own ledger before the endpoint is asked for a HIT.

Everything here runs in the caller's transaction, on a study row the caller has locked, so two who
ask at once cannot both get the last dollar.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.db.models import Count, Sum

from crowd.models import HIT, Assignment, LedgerEntry, Study
from crowd.money import FeeSchedule, to_cent

ZERO = Decimal("0.00")
# As long a rejection can be overturned, and then has to be paid after all.
OVERTURN_WINDOW = timedelta(days=30)


class BudgetExceeded(Exception):
    """The study's budget does not cover it; the message names the sums."""


def schedule() -> FeeSchedule:
    """What the configured endpoint charges."""
    return FeeSchedule(
        rate=settings.MTURK_FEE_RATE,
        large_rate=settings.MTURK_FEE_LARGE_RATE,
        large_from=settings.MTURK_FEE_LARGE_FROM,
        masters_rate=settings.MTURK_FEE_MASTERS_RATE,
        minimum=settings.MTURK_FEE_MINIMUM,
    )


def lock_study(study_id: int) -> Study:
    """Whoever commits money of a study waits here for the others; lock it before other rows."""
    return Study.objects.select_for_update().get(pk=study_id)


def committed_usd(study: Study) -> Decimal:
    """What is set aside and not given back."""
    return to_cent(study.ledger.aggregate(sum=Sum("amount_usd", default=ZERO))["sum"])


def reserve(study: Study, hits: Sequence[HIT], now: datetime) -> Decimal:
    """Set aside for each HIT what it can cost at most, less what already is. Returns the sum.

    Raises BudgetExceeded, writing nothing.
    """
    release_rejections(study, now)
    # What a final rejection gave back is never needed again; what lay unused may be.
    ledger = study.ledger.filter(hit__in=hits).exclude(key__startswith="rejected:")
    sums = ledger.order_by().values("hit").annotate(sum=Sum("amount_usd"), n=Count("id"))
    held = {row["hit"]: row for row in sums}
    entries = []
    for hit in hits:
        row = held.get(hit.pk, {"sum": ZERO, "n": 0})
        missing = full_cost(hit) - to_cent(row["sum"])  # SQLite sums in floating point
        if missing > 0:
            key = f"reserve:{hit.public_id}:{row['n']}"
            entries.append(LedgerEntry(study=study, hit=hit, key=key, amount_usd=missing))
    wanted = sum((entry.amount_usd for entry in entries), ZERO)
    committed = committed_usd(study)
    if wanted > study.budget_usd - committed:
        raise BudgetExceeded(
            f"{wanted} USD are needed, but of the budget of {study.budget_usd} USD of study "
            f"{study} {committed} USD are committed and {study.budget_usd - committed} USD are left"
        )
    LedgerEntry.objects.bulk_create(entries)
    return wanted


def release_unused(study: Study, hit: HIT, n_assignments: int) -> None:
    """Give back the cost of assignments nobody took and nobody can take any more."""
    if n_assignments > 0:
        key = f"unused:{hit.public_id}:{hit.max_assignments}"
        give_back(study, hit, key, n_assignments * unit_cost(hit))


def release_rejections(study: Study, now: datetime) -> None:
    """Give back what rejected work would have cost, once it cannot be overturned any more."""
    final = Assignment.objects.filter(
        hit__item__batch__study=study,
        status=Assignment.Status.REJECTED,
        handed_in_at__lt=now - OVERTURN_WINDOW,
    )
    done = set(study.ledger.filter(key__startswith="rejected:").values_list("key", flat=True))
    for assignment in final.select_related("hit__item__batch"):
        key = f"rejected:{assignment.pk}"
        if key not in done:
            give_back(study, assignment.hit, key, unit_cost(assignment.hit))


def give_back(study: Study, hit: HIT, key: str, amount_usd: Decimal) -> None:
    LedgerEntry.objects.get_or_create(
        key=key, defaults={"study": study, "hit": hit, "amount_usd": -amount_usd}
    )


def full_cost(hit: HIT) -> Decimal:
    reward_usd = hit.item.batch.reward_usd
    return schedule().cost(reward_usd, n_assignments=hit.max_assignments)


def unit_cost(hit: HIT) -> Decimal:
    return full_cost(hit) / hit.max_assignments
