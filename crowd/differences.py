"""Compares what we have of a study with what the endpoint has. Reads only; nothing is written.

Each difference is one sentence for a person and a key that is the same at every look.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from crowd.kinds import kind_named
from crowd.models import HIT, Assignment, Bonus, Finding, LedgerEntry, Study
from crowd.port import RemoteAssignment, RemoteBonus, RemoteHIT

Kind, Status = Finding.Kind, Assignment.Status
DISOWNED = "the endpoint says that"


@dataclass(frozen=True)
class Difference:
    kind: str
    key: str
    text: str
    hit: HIT | None = None
    assignment: Assignment | None = None
    facts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class There:
    """What the endpoint has: its HITs by id, and per HIT of ours the work and the bonuses."""

    url: str
    hits: Mapping[str, RemoteHIT]
    work: Mapping[int, Sequence[RemoteAssignment]]
    bonuses: Mapping[int, Sequence[RemoteBonus]]


def differences(study: Study, there: There, now: datetime) -> Iterator[Difference]:
    here = HIT.objects.with_batch().filter(item__batch__endpoint_url=there.url)
    hits = list(here.filter(item__batch__study=study))
    work = Assignment.objects.filter(hit__item__batch__study=study).select_related("worker")
    rows = {row.pk: row for row in work}
    by_hit: dict[int, list[Assignment]] = {}
    for row in rows.values():
        by_hit.setdefault(row.hit_id, []).append(row)
    yield from of_hits(hits, there.hits)
    for hit in hits:
        yield from of_work(hit, by_hit.get(hit.pk, []), there.work.get(hit.pk, []))
    yield from of_bonuses(study, there.bonuses, rows.values())
    yield from of_ledger(study, rows.values())
    yield from of_items(study)
    yield from of_people(study, rows, now)


def of_hits(hits: Iterable[HIT], there: Mapping[str, RemoteHIT]) -> Iterator[Difference]:
    """By the annotation, which is our key: `hit:` and the public id."""
    ours = {f"hit:{hit.public_id}": hit for hit in hits}
    for hit in ours.values():
        if hit.mturk_id and hit.settled_at is None and hit.mturk_id not in there:
            text = f"HIT {hit.mturk_id} of {hit.item} is not at the endpoint."
            yield Difference(Kind.HIT_GONE, f"hit-gone:{hit.pk}", text, hit=hit)
    for remote in there.values():
        hit = ours.get(remote.annotation)
        if hit is not None and hit.mturk_id != remote.mturk_id:
            known = f"known as {hit.mturk_id}" if hit.mturk_id else "not known to exist"
            text = f"HIT {remote.mturk_id} at the endpoint is one of {hit.item}, which is {known}."
            facts = {"mturk_id": remote.mturk_id}
            yield Difference(Kind.HIT_STRAY, f"hit:{remote.mturk_id}", text, hit=hit, facts=facts)


def of_work(
    hit: HIT, rows: Iterable[Assignment], there: Iterable[RemoteAssignment]
) -> Iterator[Difference]:
    known = {(row.mturk_id, row.worker.mturk_id): row for row in rows}
    for told in there:
        row = known.get((told.mturk_id, told.worker_id))
        if row is None or row.confirmed_at is None:
            text = f"{told.worker_id} handed in {told.mturk_id} for {hit.item}; it is not here yet."
            yield Difference(Kind.WORK_NEW, f"work:{told.mturk_id}", text, hit=hit)
        elif row.status != told.status and told.status != Status.SUBMITTED:
            text = f"{told.mturk_id} is {told.status} at the endpoint and {row.status} here."
            key = f"status:{row.pk}:{told.status}"
            yield Difference(Kind.STATUS, key, text, hit=hit, assignment=row)


def of_bonuses(
    study: Study, there: Mapping[int, Sequence[RemoteBonus]], rows: Iterable[Assignment]
) -> Iterator[Difference]:
    row_of = {row.mturk_id: row for row in rows if row.confirmed_at is not None}
    given = Bonus.objects.filter(assignment__hit__item__batch__study=study)
    ours: Counter[tuple[str, Decimal, str]] = Counter()
    for bonus in given.select_related("assignment"):
        wanted = (bonus.assignment.mturk_id, bonus.amount_usd, bonus.reason)
        ours[wanted] += 1
        paid = [told for told in there.get(bonus.assignment.hit_id, ()) if is_same(told, wanted)]
        if bonus.paid_at is not None and not paid:
            text = f"The endpoint does not list the bonus of {bonus.amount_usd} USD, given on "
            text += f"{bonus.given_at:%Y-%m-%d}, for {bonus.assignment}."
            key = f"bonus-less:{bonus.pk}"
            yield Difference(Kind.BONUS_LESS, key, text, assignment=bonus.assignment)
    paid_there = Counter(
        (told.assignment_id, told.amount_usd, told.reason)
        for paid in there.values()
        for told in paid
    )
    for (assignment_id, amount_usd, reason), n in (paid_there - ours).items():
        row = row_of.get(assignment_id)
        noted = LedgerEntry.objects.filter(
            key__startswith="surplus:",
            assignment=row,
            paid_usd=amount_usd,
            kind=LedgerEntry.Kind.BONUS,
        ).count()
        if row is None or n <= noted:
            continue
        text = f"{amount_usd} USD were paid to {row.worker} for {row} beside what was given here"
        facts = {"amount_usd": str(amount_usd), "reason": reason, "n": str(n)}
        key = f"bonus-more:{row.pk}:{amount_usd}:{n}"
        text += f", {n - noted} time{'s' if n - noted > 1 else ''}."
        yield Difference(Kind.BONUS_MORE, key, text, assignment=row, facts=facts)


def is_same(told: RemoteBonus, wanted: tuple[str, Decimal, str]) -> bool:
    return (told.assignment_id, told.amount_usd, told.reason) == wanted


def of_ledger(study: Study, rows: Iterable[Assignment]) -> Iterator[Difference]:
    noted = set(
        study.ledger.filter(kind=LedgerEntry.Kind.REWARD).values_list("assignment", flat=True)
    )
    for row in rows:
        if row.status == Status.APPROVED and row.pk not in noted:
            text = f"{row} is approved; our ledger has no reward for it."
            yield Difference(Kind.UNNOTED, f"unnoted:{row.pk}", text, assignment=row)


def of_items(study: Study) -> Iterator[Difference]:
    """The endpoint keeps a worker from a second assignment of one HIT only."""
    paid = Assignment.objects.filter(hit__item__batch__study=study, status=Status.APPROVED)
    first: dict[tuple[int, int], Assignment] = {}
    for row in paid.select_related("worker", "hit__item__batch__study").order_by("handed_in_at"):
        if kind_named(row.hit.item.batch.kind).allocates:
            continue
        earlier = first.setdefault((row.worker_id, row.hit.item_id), row)
        if earlier is not row:
            counted = "only one counts" if row.voided_at or earlier.voided_at else "BOTH COUNT"
            text = f"{row.worker} was paid for {earlier} and {row}, both of {row.hit.item}; "
            yield Difference(Kind.TWICE, f"twice:{row.pk}", text + counted + ".", assignment=row)


def of_people(study: Study, rows: Mapping[int, Assignment], now: datetime) -> Iterator[Difference]:
    work = Assignment.objects.filter(hit__item__batch__study=study)
    for pk in work.unaccounted(now).values_list("pk", flat=True):
        text = f"{rows[pk].worker} saved {rows[pk]} here and never handed it in."
        yield Difference(Kind.WORK_LOST, f"lost:{pk}", text, assignment=rows[pk])
    for pk in work.awaiting_decision().filter(is_late=True).values_list("pk", flat=True):
        text = f"{rows[pk].worker} handed in {rows[pk]} after its time; nobody has decided yet."
        yield Difference(Kind.LATE, f"late:{pk}", text, assignment=rows[pk])
    disowned = [row for row in rows.values() if row.void_reason.startswith(DISOWNED)]
    for claim in disowned:
        true = next(
            (
                row
                for row in rows.values()
                if row.mturk_id == claim.mturk_id and row.confirmed_at and row.pk != claim.pk
            ),
            None,
        )
        if true is not None:
            text = f"{claim.worker} saved {claim} here; the endpoint says {true.worker} did it."
            yield Difference(Kind.WRONG_WORKER, f"wrong:{claim.pk}", text, assignment=true)
