"""The worker's dashboard: states, pay and reasons."""

import re
from datetime import datetime, timedelta

from tests.marketplace.visits import look, submit


def do(worker, hit) -> str:
    assignment = worker.accept(hit)
    submit(worker, assignment, word="x")
    return assignment


def totals(page: str) -> list[str]:
    shown = page[page.index('class="totals"') : page.index("</dl>")]
    return re.findall(r"<dd>([^<]*)<", shown)


def test_an_empty_history_says_what_will_appear(worker):
    assert "Nothing yet" in look(worker, "/history").text


def test_every_assignment_stands_there_with_its_state_and_pay(market, worker, make_hit, requester):
    hits = [make_hit(f"/task?{n}", Reward="0.50") for n in range(6)]
    approved, rejected, submitted = (do(worker, hit) for hit in hits[:3])
    worker.give_back(worker.accept(hits[3]))
    worker.accept(hits[4])
    requester.mturk.approve_assignment(AssignmentId=approved, RequesterFeedback="Thank you.")
    requester.mturk.reject_assignment(AssignmentId=rejected, RequesterFeedback="No words.")
    page = look(worker, "/history").text
    states = re.findall(r'data-state="(\w+)"', page)
    assert states == ["Accepted", "Returned", "Submitted", "Rejected", "Approved"]
    pay = re.findall(r'class="money">([0-9.]+)<', page)
    assert pay == ["0.50", "0.00", "0.50", "0.00", "0.50"]
    assert totals(page)[:3] == ["0.50 USD", "0.50 USD", "1"]
    assert "Thank you." in page
    assert f'href="/assignments/{submitted}"' in page


def test_the_reason_of_a_rejection_is_there_in_full_as_text(market, worker, make_hit, requester):
    reason = "Line one: <script>alert(1)</script> & “quotes”.\nLine two. " + "é" * 900
    assignment = do(worker, make_hit())
    requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback=reason)
    escaped = reason.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for path in ("/history", f"/assignments/{assignment}"):
        assert f'<blockquote dir="auto">{escaped}</blockquote>' in look(worker, path).text


def test_submitted_work_tells_when_it_is_approved_by_itself(market, worker, make_hit, requester):
    assignment = do(worker, make_hit(AutoApprovalDelayInSeconds=3600))
    due = requester.mturk.get_assignment(AssignmentId=assignment)["Assignment"]["AutoApprovalTime"]
    page = look(worker, "/history").text
    shown = re.search(r'approved by itself on\s*<time[^>]* datetime="([^"]*)"', page)[1]
    assert abs(datetime.fromisoformat(shown) - due) < timedelta(seconds=1)
    market.advance(seconds=3601)
    assert re.findall(r'data-state="(\w+)"', look(worker, "/history").text) == ["Approved"]


def test_a_long_history_has_pages(market, worker, make_hit):
    hit = make_hit()
    for _ in range(51):
        worker.give_back(worker.accept(hit))
    first, second = look(worker, "/history").text, look(worker, "/history?page=2").text
    assert first.count('data-state="Returned"') == 50
    assert second.count('data-state="Returned"') == 1
    assert look(worker, "/history?page=nonsense").status_code == 200


def test_a_history_shows_nobody_elses_work(market, worker, make_hit):
    do(market.worker(), make_hit(Title="Not yours"))
    assert "Not yours" not in look(worker, "/history").text


def test_pay_by_the_hour_is_told_for_each_task_and_for_all(market, worker, make_hit, requester):
    first, second = make_hit("/task?1", Reward="0.50"), make_hit("/task?2", Reward="1.00")
    for hit, minutes in ((first, 3), (second, 9)):
        assignment = worker.accept(hit)
        market.advance(minutes * 60)
        submit(worker, assignment)
        shown = look(worker, f"/assignments/{assignment}").text
        rate = float(re.search(r"<dt>Per hour</dt><dd>([0-9.]+) USD", shown)[1])
        assert abs(rate - {3: 10.00, 9: 6.67}[minutes]) < 0.6
    page = look(worker, "/history").text
    assert abs(float(totals(page)[3].removesuffix(" USD")) - 7.5) < 0.4
    assert len(re.findall(r"[0-9.]+ an hour", page)) == 2


def test_rejected_work_shows_the_reason_beside_what_was_handed_in(
    market, worker, make_hit, requester
):
    sent = '{"statement": "She <b>stayed</b>.", "statement_answer": true, "spans": [[0, 3]]}'
    assignment = worker.accept(make_hit())
    submit(worker, assignment, answer=sent, token="x" * 200, note="É & co")
    requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback="She left.")
    assert f'href="/assignments/{assignment}?receipt"' in look(worker, "/history").text
    page = look(worker, f"/assignments/{assignment}").text
    rows = dict(re.findall(r'<dt dir="auto">([^<]*)</dt><dd dir="auto">([^<]*)</dd>', page))
    assert rows == {
        "statement": "She &lt;b&gt;stayed&lt;/b&gt;.",
        "statement answer": "True",
        "note": "É &amp; co",
    }
    assert "She left." in page
