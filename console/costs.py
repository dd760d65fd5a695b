"""What work has cost so far: what the endpoint has approved, and bonuses, with their fees."""

from collections import defaultdict
from decimal import Decimal

from django.db.models import Count, Sum

from crowd.models import Assignment, LedgerEntry
from crowd.models.assignment import AssignmentQuerySet
from crowd.prices import schedule


def paid_usd(work: AssignmentQuerySet, *, by: str) -> dict[int, Decimal]:
    """The money paid for each value of the field path `by`; zero for any other.

    Two statements. The path begins at the HIT, which assignments and ledger rows both have.
    """
    fees = schedule()
    approved = work.filter(status=Assignment.Status.APPROVED).order_by()
    priced = approved.values_list(by, "hit__item__batch__reward_usd", "hit__max_assignments")
    paid: dict[int, Decimal] = defaultdict(lambda: Decimal("0.00"))
    for value, reward, n_assignments, n in priced.annotate(Count("pk", distinct=True)):
        paid[value] += n * (reward + fees.fee(reward, n_assignments=n_assignments))
    kinds = (LedgerEntry.Kind.BONUS, LedgerEntry.Kind.BONUS_FEE)
    bonuses = LedgerEntry.objects.filter(kind__in=kinds, assignment__in=work.order_by())
    for value, sum_usd in bonuses.order_by().values_list(by).annotate(Sum("paid_usd")):
        paid[value] += sum_usd
    return paid
