"""What a requester sees of its account: HITs, work, the ledger, the event log. Writes nothing but
what was due. Every list is walked by the last row seen, so its cost does not grow with the account.
"""

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from marketplace import market
from marketplace.models import HIT, AccessKey, Account, Assignment, Event, LedgerEntry, Notice
from marketplace.refusals import Refused
from marketplace.tally import Tally, tallies

ROWS = 50
NO_HIT = "This HIT does not exist, or belongs to another account."


@dataclass(frozen=True)
class Slice:
    """Some rows, newest first; `older` names the last of them when there are more."""

    rows: list
    older: str = ""
    is_first: bool = True


@dataclass(frozen=True)
class Counted:
    """A HIT with the count of its assignments."""

    hit: HIT
    count: Tally

    @property
    def free(self) -> int:
        return self.count.open(self.hit)


def newest(rows: QuerySet, *, before: str = "", size: int = ROWS) -> Slice:
    """The rows before the one named (by its number in the table), or the newest."""
    if before.isascii() and before.isdecimal() and len(before) < 19:
        rows = rows.filter(id__lt=int(before))
    else:
        before = ""
    found = list(rows.order_by("-id")[: size + 1])
    here = found[:size]
    older = str(here[-1].id) if len(found) > size else ""
    return Slice(here, older, is_first=not before)


def hits(account: Account, *, status: str = "", before: str = "", size: int = ROWS) -> Slice:
    """The account's HITs with their counts; without those disposed unless they are asked for."""
    market.catch_up()
    mine = HIT.objects.of(account).select_related("hit_type").defer("question")
    mine = mine.filter(status=status) if status in HIT.Status.values else mine.undeleted()
    found = newest(mine, before=before, size=size)
    counts = tallies(found.rows)
    rows = [Counted(hit, counts[hit.id]) for hit in found.rows]
    return Slice(rows, found.older, found.is_first)


def find_hit(account: Account, hit_id: str) -> Counted:
    """One of the account's HITs, deleted ones too. Raises Refused."""
    market.catch_up()
    mine = HIT.objects.of(account).named(hit_id).select_related("hit_type").defer("question")
    if (hit := mine.first()) is None:
        raise Refused(NO_HIT, not_found=True)
    return Counted(hit, tallies([hit])[hit.id])


def work(hit: HIT, *, before: str = "") -> Slice:
    """What was handed in; of work in progress a requester learns nothing but the count."""
    rows = Assignment.objects.filter(hit=hit).handed_in().select_related("worker")
    return newest(rows.defer("answer"), before=before)


def ledger_lines(account: Account, *, before: str = "") -> Slice:
    market.catch_up()
    lines = LedgerEntry.objects.filter(account=account).select_related("hit", "assignment")
    return newest(lines.defer("hit__question", "assignment__answer"), before=before)


def events(
    account: Account, *, hit: HIT | None = None, before: str = "", size: int = ROWS
) -> Slice:
    """The log, in the order in which it was written, with what was told to callbacks."""
    market.catch_up()
    log = Event.objects.filter(account=account).select_related("hit", "assignment")
    log = log.filter(hit=hit) if hit else log
    notices = Prefetch("notices", Notice.objects.order_by("id"))
    log = log.defer("hit__question", "assignment__answer").prefetch_related(notices)
    return newest(log, before=before, size=size)


def keys(account: Account) -> list[AccessKey]:
    """The active ones first, then what was retired; the newest first."""
    return list(account.keys.order_by("-active", "-id"))
