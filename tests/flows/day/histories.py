"""The history page as its worker reads it: every task with state, pay, reason, appeal, bonuses."""

import html
import re
from dataclasses import dataclass, field
from decimal import Decimal

from tests.marketplace.harness import Worker
from tests.marketplace.visits import look

ROW = re.compile(r'<tr role="row"(?P<head>[^>]*)>(?P<cells>.*?)</tr>', re.DOTALL)


@dataclass
class Line:
    state: str
    pay_usd: Decimal
    is_late: bool
    reason: str = ""
    appeal: str = ""
    bonuses: list[Decimal] = field(default_factory=list)


def history(worker: Worker) -> dict[str, Line]:
    """By assignment; all pages of it."""
    lines: dict[str, Line] = {}
    number = 1
    while True:
        page = look(worker, f"/history?page={number}")
        assert page.status_code == 200, page.text
        read_rows(page.text, lines)
        number += 1
        if f"?page={number}" not in page.text:
            return lines


def read_rows(page: str, lines: dict[str, Line]) -> None:
    line = None
    for row in ROW.finditer(page.partition("<tbody")[2]):
        cells = row["cells"]
        if 'class="reason"' not in row["head"]:
            assignment_id = re.search(r'href="/assignments/([A-Z0-9]+)', cells)[1]
            line = lines[assignment_id] = Line(
                state=re.search(r'data-state="(\w+)"', cells)[1],
                pay_usd=Decimal(re.search(r'class="money">([\d.]+)', cells)[1]),
                is_late='<span class="kicker">late</span>' in cells,
            )
        elif bonus := re.search(r"Bonus of ([\d.]+) USD", cells):
            line.bonuses.append(Decimal(bonus[1]))
        else:
            said = re.search(r"<blockquote[^>]*>(.*?)</blockquote>", cells, re.DOTALL)
            line.reason = html.unescape(said[1])
            appeal = re.search(r"Your appeal: ([\w ]+)<", cells)
            line.appeal = appeal[1] if appeal else ""


def receipt(worker: Worker, assignment_id: str) -> str:
    """The page of one assignment, in words."""
    page = look(worker, f"/assignments/{assignment_id}?receipt")
    assert page.status_code == 200, page.text
    return html.unescape(re.sub(r"\s+", " ", page.text))
