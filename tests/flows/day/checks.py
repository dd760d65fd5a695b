"""What must be true in the end, by the diary, by both books and by what workers read."""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

from tests.flows.day.diary import Diary, Entry
from tests.flows.day.histories import history, receipt
from tests.flows.day.people import Person
from tests.flows.day.programs import DENIED, LATER, RECONCILE, STUDIES
from tests.flows.day.staff import Staff
from tests.flows.day.stage import ACCOUNT

AT_ONCE = 6
PAID = {"Reward": "reward", "Fee": "fee", "Bonus": "bonus", "BonusFee": "bonus_fee"}
"""What the marketplace calls what we call so; its other lines are holds and deposits."""
APPEALS = {"": "", "Open": "not decided yet", "Granted": "granted", "Denied": "denied"}
FEE = Decimal("0.10")
Payment = tuple[str, str, str, Decimal]
"""Study, assignment, kind and amount."""


def check_quotas(items: list[list[Any]]) -> None:
    wrong = [row for row in items if row[2] != row[3]]
    assert not wrong, f"usable judgments are not what was asked for: {wrong}"


def check_histories(people: Iterable[Person], diary: Diary) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        wrong = [
            text for found in pool.map(lambda one: misread(one, diary), people) for text in found
        ]
    assert not wrong, f"{len(wrong)} things: " + "\n".join(wrong[:20])


def misread(person: Person, diary: Diary) -> list[str]:
    """Where the page of this person is not what they have lived through."""
    lines, lived = history(person.judge.site), diary.of(person.number)
    if lines.keys() != lived.keys():
        return [f"person {person.number} did {sorted(lived)} and reads of {sorted(lines)}"]
    wrong = []
    for assignment_id, entry in lived.items():
        line = lines[assignment_id]
        read = (line.state, line.pay_usd, line.is_late, line.reason, line.appeal, line.bonuses)
        appeal = APPEALS[entry.appeal]
        told = (entry.state, entry.pay_usd, entry.is_late, entry.reason, appeal, entry.bonuses)
        if read != told:
            wrong.append(f"person {person.number} reads {read} of {entry}")
        wrong += unread(person, entry) if entry.reason else []
    return wrong


def unread(person: Person, entry: Entry) -> list[str]:
    """What does not stand beside a rejection: reason, evidence, the answer to an appeal."""
    page = receipt(person.judge.site, entry.assignment_id)
    wanted = [entry.reason, *(f'<dd dir="auto">{text}</dd>' for text in entry.evidence)]
    wanted += [DENIED] if entry.appeal == "Denied" else []
    wanted += ["granted, you are paid"] if entry.appeal == "Granted" else []
    return [f"{entry} is not told {text!r}" for text in wanted if text not in page]


def check_money(staff: Staff, diary: Diary) -> dict[str, Decimal]:
    """Every payment is the same in both books and in the diary, and nothing is held any more.

    Returns what each study has paid.
    """
    ours = staff.run(LATER)
    assert ours["unsettled"] == []
    here = Counter((study, work, kind, Decimal(usd)) for study, work, kind, usd in ours["paid"])
    books = staff.stage.market.control("GET", "balance", account=ACCOUNT)
    there: Counter[Payment] = Counter(
        (
            ours["hits"][line["hit"]],
            line["assignment"],
            PAID[line["kind"]],
            -Decimal(line["total_change"]),
        )
        for line in books["lines"]
        if line["kind"] in PAID
    )
    must_be_equal("our ledger", here, "the marketplace's", there)
    must_be_equal("our ledger", here, "what is due", due(diary))
    assert books["held"] == "0.00", books["held"]
    paid = {study: total(here, study) for study in STUDIES}
    committed = {study: Decimal(usd) for study, usd in ours["committed"].items()}
    assert {study: round(usd, 2) for study, usd in committed.items()} == paid
    return paid


def must_be_equal(one: str, left: Counter[Payment], other: str, right: Counter[Payment]) -> None:
    only = [(one, *row) for row in left - right] + [(other, *row) for row in right - left]
    assert not only, f"{len(only)} payments stand in one only: {only[:8]}"


def total(payments: Counter[Payment], study: str) -> Decimal:
    zero = Decimal("0.00")
    return sum((row[3] * n for row, n in payments.items() if row[0] == study), zero)


def due(diary: Diary) -> Counter[Payment]:
    """What the day has cost, by the diary and the schedule of MTurk's fees."""
    rows: Counter[Payment] = Counter()
    for entry in diary.entries.values():
        about = (entry.study, entry.assignment_id)
        if entry.state == "Approved":
            rows.update([(*about, "reward", entry.pay_usd), (*about, "fee", FEE)])
        for usd in entry.bonuses:
            fee = max(Decimal("0.01"), (usd * Decimal("0.2")).quantize(Decimal("0.01")))
            rows.update([(*about, "bonus", usd), (*about, "bonus_fee", fee)])
    return rows


def check_reconciliation(staff: Staff, savers: list[Entry]) -> None:
    """Today nothing differs; in a month only what was saved here and never handed in there."""
    for study in STUDIES:
        told = staff.stage.manage("reconcile", study)
        assert told.splitlines()[-1] == "nothing differs", told
    found = staff.run(RECONCILE)
    unexplained = [row for row in found if row[0] != "work_lost"]
    assert not unexplained, unexplained
    assert {row[1] for row in found} == {entry.assignment_id for entry in savers}, found
