"""The repair desk: one safe thing to do about each difference between our books and the endpoint's.

Safe: nobody loses money or work by it, nothing is said to the endpoint but through the outbox, and
pressing it twice does it once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import partial

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd import budget, outbox, payments
from crowd.judgments import void_second_judgments
from crowd.kinds import kind_named
from crowd.models import HIT, Assignment, Bonus, Call, Decision, Finding, Item
from crowd.replacement import replace_lost
from crowd.review import decide
from crowd.tasks import deliver_call, sync_batch

Kind = Finding.Kind
By = AbstractBaseUser | None


def repair(finding_id: int, *, by: By, now: datetime) -> Finding:
    """Do what REPAIRS names for the finding, once. Raises BudgetExceeded or DecisionError."""
    with transaction.atomic():
        study_id = Finding.objects.values_list("study", flat=True).get(pk=finding_id)
        study = budget.lock_study(study_id)
        finding = Finding.objects.select_related(
            "hit__item__batch__study", "assignment__hit__item__batch__study", "assignment__worker"
        ).get(pk=finding_id)
        finding.study = study
        if finding.repaired_at is None:
            REPAIRS[finding.kind].act(finding, by, now)
            finding.repaired_at, finding.repaired_by = now, by
            finding.save(update_fields=["repaired_at", "repaired_by"])
    return finding


def open_anew(finding: Finding, by: By, now: datetime) -> None:
    hit = finding.hit
    HIT.objects.filter(pk=hit.pk).update(gone_at=now, settled_at=now)
    n_left = hit.max_assignments - hit.assignments.confirmed().count()
    budget.release_unused(finding.study, hit, n_left)
    deliver(replace_lost(hit.item, finding.study, now))


def adopt_or_expire(finding: Finding, by: By, now: datetime) -> None:
    hit, mturk_id = finding.hit, finding.facts["mturk_id"]
    if HIT.objects.filter(pk=hit.pk, mturk_id=None).update(mturk_id=mturk_id):
        creation = hit.calls.exclude(state=Call.State.DONE).filter(
            operation=Call.Operation.CREATE_HIT
        )
        creation.update(state=Call.State.DONE, done_at=now, last_error="")
        sync_again(finding, by, now)
    else:
        deliver([outbox.expire_stray(hit, mturk_id)])


def sync_again(finding: Finding, by: By, now: datetime) -> None:
    hit = finding.hit
    HIT.objects.filter(pk=hit.pk).update(settled_at=None)
    transaction.on_commit(partial(sync_batch.delay, hit.item.batch_id), robust=True)


def leave_out(finding: Finding, by: By, now: datetime) -> None:
    Assignment.objects.filter(pk=finding.assignment_id, confirmed_at=None, voided_at=None).update(
        voided_at=now, void_reason="never handed in at the endpoint"
    )


def count_once(finding: Finding, by: By, now: datetime) -> None:
    item = finding.assignment.hit.item
    if void_second_judgments(item, now):
        Item.objects.filter(pk=item.pk).mark_changed()
        refresh = partial(kind_named(item.batch.kind).refresh, [item.pk])
        transaction.on_commit(refresh, robust=True)


def note_surplus(finding: Finding, by: By, now: datetime) -> None:
    amount_usd = Decimal(finding.facts["amount_usd"])
    payments.note_surplus(finding.assignment, amount_usd, n=int(finding.facts["n"]))


def pay_again(finding: Finding, by: By, now: datetime) -> None:
    """The sender looks at the endpoint's list first, and its token is the same."""
    bonus_id = int(finding.key.removeprefix("bonus-less:"))
    Bonus.objects.filter(pk=bonus_id).update(paid_at=None)
    call = Call.objects.get(bonus=bonus_id)
    Call.objects.filter(pk=call.pk).update(state=Call.State.PENDING, attempts=0, not_before=None)
    deliver([call])


def note_reward(finding: Finding, by: By, now: datetime) -> None:
    payments.pay_approved([finding.assignment])


def pay_for_it(finding: Finding, by: By, now: datetime) -> None:
    work = finding.assignment
    if Assignment.objects.awaiting_decision().filter(pk=work.pk).exists():
        decide(work.pk, verdict=Decision.Verdict.APPROVE, reason=finding.text, by=by, now=now)


def deliver(calls: list[Call]) -> None:
    for call in calls:
        transaction.on_commit(partial(deliver_call.delay, call.pk), robust=True)


@dataclass(frozen=True)
class Repair:
    label: str
    act: Callable[[Finding, By, datetime], None]


REPAIRS: dict[str, Repair] = {
    Kind.HIT_GONE: Repair("Free its money and offer it anew", open_anew),
    Kind.HIT_STRAY: Repair("Adopt it, or take it off the market", adopt_or_expire),
    Kind.WORK_NEW: Repair("Take it in", sync_again),
    Kind.WORK_LOST: Repair("Leave it out", leave_out),
    Kind.STATUS: Repair("Take over the endpoint’s word", sync_again),
    Kind.TWICE: Repair("Keep the pay, count one", count_once),
    Kind.BONUS_MORE: Repair("Note it in the ledger", note_surplus),
    Kind.BONUS_LESS: Repair("Look again and pay it", pay_again),
    Kind.UNNOTED: Repair("Note it in the ledger", note_reward),
    Kind.LATE: Repair("Pay for it", pay_for_it),
    Kind.WRONG_WORKER: Repair("Pay who did it", pay_for_it),
}
