"""What work has cost so far: the rewards and fees of everything the endpoint has approved."""

from collections import defaultdict
from decimal import Decimal

from django.db.models import Count

from crowd.budget import schedule
from crowd.models import Assignment
from crowd.models.assignment import AssignmentQuerySet


def paid_usd(work: AssignmentQuerySet, *, by: str) -> dict[int, Decimal]:
    """The money paid for each value of the field path `by`; zero for any other. One statement."""
    fees = schedule()
    approved = work.filter(status=Assignment.Status.APPROVED).order_by()
    priced = approved.values_list(by, "hit__item__batch__reward_usd", "hit__max_assignments")
    paid: dict[int, Decimal] = defaultdict(lambda: Decimal("0.00"))
    for value, reward, n_assignments, n in priced.annotate(Count("pk", distinct=True)):
        paid[value] += n * (reward + fees.fee(reward, n_assignments=n_assignments))
    return paid
