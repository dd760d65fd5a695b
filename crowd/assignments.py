"""The assignment desk: opens, keeps and takes in a worker's work, whatever kind of HIT it is.

A kind's own desk calls these inside its transaction and adds what was judged. Everything here may
be repeated: a double click, a second tab or a request whose answer got lost stores nothing twice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q

from crowd.admitting import audience_bars
from crowd.apart import mark_begun
from crowd.frame import FrameClaims, FrameError
from crowd.judgments import void_excluded, void_second_judgments
from crowd.kinds import kind_named
from crowd.models import HIT, Assignment, Exclusion, Item, Worker
from crowd.tasks import deliver_call

EVERY = Q()


class AlreadyDone(Exception):
    """This worker has already judged this item, in another HIT of it."""


class Excluded(Exception):
    """No new work of this worker counts in the study, so none is offered."""


@dataclass(frozen=True)
class Saved:
    """The draft is kept under this version."""

    version: int
    saved_at: datetime


@dataclass(frozen=True)
class Conflict:
    """Another tab saved meanwhile, or the work is already submitted; this is what is kept."""

    version: int
    saved_at: datetime | None
    draft: dict[str, Any]
    is_submitted: bool


@dataclass(frozen=True)
class Submission:
    """The assignment after submitting; `is_new` is false when it had been submitted before."""

    assignment: Assignment
    is_new: bool


def find_assignment(hit: HIT, claims: FrameClaims) -> Assignment | None:
    """What this worker has here, without writing anything; one statement.

    Raises FrameError if the claims do not fit the HIT, AlreadyDone if the worker judged the item
    in another HIT and has not submitted this one.
    """
    rows = on_item(hit, claims)
    own = owned(rows, hit, claims)
    if own is None or own.submitted_at is None:
        refuse_second_judgment(rows, hit)
    return own


def open_assignment(hit: HIT, claims: FrameClaims, now: datetime) -> Assignment:
    """The worker's row for this assignment, made at its first use.

    Raises FrameError, and AlreadyDone, Excluded, what crowd.admitting says or NotAdmitted
    (crowd.kinds) instead of making a row.
    """
    rows = on_item(hit, claims)
    own = owned(rows, hit, claims)
    if own is None:
        refuse_second_judgment(rows, hit)
        own = make_assignment(hit, claims, now, admit=refuse_barred)
    return own


def save_draft(
    hit: HIT,
    claims: FrameClaims,
    *,
    draft: dict[str, Any],
    base_version: int,
    now: datetime,
    replaceable: Q = EVERY,
) -> Saved | Conflict:
    """Keep unfinished work if it continues the version we have; two statements.

    `replaceable` says which drafts the kind lets go of. The same draft sent again is Saved.
    Otherwise nothing is overwritten and Conflict tells what is kept. Raises as open_assignment.
    """
    own = open_assignment(hit, claims, now)
    written = Assignment.objects.filter(
        replaceable, pk=own.pk, draft_version=base_version, submitted_at=None
    ).update(draft=draft, draft_version=base_version + 1, draft_saved_at=now)
    if written:
        return Saved(base_version + 1, now)
    own.refresh_from_db(fields=["draft", "draft_version", "draft_saved_at", "submitted_at"])
    if own.submitted_at is None and own.draft == draft and own.draft_saved_at:
        return Saved(own.draft_version, own.draft_saved_at)
    return Conflict(
        own.draft_version, own.draft_saved_at, own.draft, is_submitted=own.submitted_at is not None
    )


def submit(
    hit: HIT, claims: FrameClaims, *, sanity_passed: bool, active_duration_s: int, now: datetime
) -> Submission:
    """Take the work in; two statements. Call it inside the transaction that stores the judgments.

    Work is never refused for being late or a second judgment of the item: what becomes of it is
    decided when the endpoint has confirmed it. Raises FrameError.
    """
    own = owned(on_item(hit, claims, lock=True), hit, claims)
    return take_in(
        own or make_assignment(hit, claims, now),
        sanity_passed=sanity_passed,
        active_duration_s=active_duration_s,
        now=now,
    )


def take_in(
    assignment: Assignment,
    *,
    sanity_passed: bool,
    active_duration_s: int,
    now: datetime,
    draft: dict[str, Any] | None = None,
) -> Submission:
    """Mark work as saved and checked, once; also for work found at the endpoint (Kind.ingest).

    Only confirmed work can become usable by this, so only then is the item marked as changed.
    `draft`, if given, is kept as what was handed in.
    """
    elapsed_s = max(0, int((now - assignment.opened_at).total_seconds()))
    duration_s = timedelta(seconds=assignment.hit.item.batch.assignment_duration_s)
    facts: dict[str, Any] = {
        "submitted_at": now,
        "sanity_passed": sanity_passed,
        "active_duration_s": min(max(0, active_duration_s), elapsed_s),
        "is_late": now > assignment.opened_at + duration_s,
    }
    if draft is not None:
        facts["draft"] = draft
    with transaction.atomic(savepoint=False):
        fresh = Assignment.objects.filter(pk=assignment.pk, submitted_at=None)
        if not fresh.update(**facts):
            assignment.refresh_from_db()
            return Submission(assignment, is_new=False)
        if assignment.confirmed_at is not None:
            void_second_judgments(assignment.hit.item, now)
            void_excluded(assignment.hit.item, now)
            Item.objects.filter(pk=assignment.hit.item_id).mark_changed()
    for name, value in facts.items():
        setattr(assignment, name, value)
    return Submission(assignment, is_new=True)


def on_item(hit: HIT, claims: FrameClaims, *, lock: bool = False) -> list[Assignment]:
    """This worker's assignments of the HIT's item, in whichever HIT; raises FrameError."""
    require_fit(hit, claims)
    batch = hit.item.batch
    rows = Assignment.objects.filter(
        hit__item=hit.item_id,
        worker__mturk_id=claims.worker_id,
        worker__endpoint_url=batch.endpoint_url,
    )
    return list(rows.select_for_update(of=("self",)) if lock else rows)


def require_fit(hit: HIT, claims: FrameClaims) -> None:
    """Raises FrameError if no such claims can be made about this HIT."""
    if hit.item.batch.published_at is None:
        raise FrameError("this HIT is not published")
    if hit.mturk_id and hit.mturk_id != claims.hit_id:
        raise FrameError(f"this page belongs to another HIT than {claims.hit_id}")


def owned(rows: list[Assignment], hit: HIT, claims: FrameClaims) -> Assignment | None:
    for row in rows:
        if row.hit_id == hit.pk and row.mturk_id == claims.assignment_id:
            row.hit = hit
            return row
    return None


def refuse_second_judgment(rows: list[Assignment], hit: HIT) -> None:
    """The endpoint itself keeps a worker from a second assignment of the same HIT."""
    if kind_named(hit.item.batch.kind).allocates:
        return
    for row in rows:
        if (
            row.hit_id != hit.pk
            and row.voided_at is None
            and (row.submitted_at or row.confirmed_at)
        ):
            raise AlreadyDone(f"already judged in assignment {row.mturk_id}")


def refuse_barred(hit: HIT, worker: Worker) -> None:
    """Raises Excluded, or what batch (crowd.admitting) or kind (Kind.bars) says. One statement."""
    study = hit.item.batch.study
    excluded = Exclusion.objects.filter(study=study, worker=OuterRef("pk"))
    bars = {
        Excluded: Q(Exists(excluded)),
        **audience_bars(hit.item.batch),
        **kind_named(hit.item.batch.kind).bars(hit),
    }
    named = {f"bar_{number}": bar for number, bar in enumerate(bars.values())}
    found = Worker.objects.annotate(**named).values_list(*named).get(pk=worker.pk)
    for problem, is_barred in zip(bars, found, strict=True):
        if is_barred:
            raise problem(f"{worker} may not begin {hit.item.key!r} of study {study}")


def make_assignment(
    hit: HIT,
    claims: FrameClaims,
    now: datetime,
    *,
    admit: Callable[[HIT, Worker], None] = lambda hit, worker: None,
) -> Assignment:
    """Behind the worker's lock: whether they are admitted may depend on their other work."""
    if claims.is_preview:
        raise FrameError("a preview has no assignment to save")
    with transaction.atomic():
        worker, _ = Worker.objects.select_for_update(no_key=True).get_or_create(
            endpoint_url=hit.item.batch.endpoint_url, mturk_id=claims.worker_id
        )
        admit(hit, worker)
        own = {"hit": hit, "worker": worker, "mturk_id": claims.assignment_id}
        try:
            with transaction.atomic():
                assignment = Assignment.objects.create(**own, opened_at=now)
        except IntegrityError:  # a second tab was faster
            return Assignment.objects.get(**own)
        for call in mark_begun(assignment):
            transaction.on_commit(partial(deliver_call.delay, call.pk), robust=True)
    return assignment
