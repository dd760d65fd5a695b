"""Money beyond the reward: what SendBonus does."""

from datetime import timedelta
from decimal import Decimal

from django.conf import settings

from marketplace import hit_types, ledger, reviewing, tokens
from marketplace.models import Account, Bonus
from marketplace.refusals import RequestError, invalid_parameter


def send(
    account: Account,
    assignment_id: str,
    *,
    worker_id: str,
    amount: Decimal,
    reason: str,
    token: str | None,
    request_id: str,
) -> Bonus:
    """Pay a worker for work handed in, whatever was decided about it. With a token, once.

    Raises RequestError when the work is another worker's or too old, when the token was used and
    when the balance does not cover bonus and fee; then nothing is paid.
    """
    with reviewing.handed_in(account, assignment_id) as (hit, assignment, now):
        tokens.claim(account, "SendBonus", token, made=request_id, at=now)
        if assignment.worker.public_id != worker_id:
            raise invalid_parameter(f"Assignment {assignment_id} was not done by {worker_id}.")
        window = timedelta(days=settings.MARKETPLACE_BONUS_WINDOW_D)
        if now > assignment.submitted_at + window:
            raise RequestError(
                "InvalidAssignmentState",
                f"A bonus can be paid for {window.days} days after the work was handed in.",
            )
        fee = hit_types.schedule().for_bonus(amount)
        ledger.pay_bonus(hit, assignment, amount, fee, at=now)
        return Bonus.objects.create(
            assignment=assignment, amount=amount, fee=fee, reason=reason, granted_at=now
        )
