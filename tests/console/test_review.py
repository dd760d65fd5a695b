"""The review desk: what waits and in which order, deciding, overturning, delivery."""

from datetime import timedelta

import pytest
from django.urls import reverse

from crowd.models import Assignment, Call, Decision

REASON = "Your marks are the dateline only, and the first sentence says the opposite."


@pytest.fixture
def item(scene):
    return scene.item()


def due(scene, hours: float) -> dict:
    return {"auto_approval_at": scene.now + timedelta(hours=hours)}


def case(assignment: Assignment, query: str = "") -> str:
    return reverse("console:case", args=[assignment.pk]) + query


def test_the_queue_begins_with_what_is_paid_by_itself_first(scene, item, signed_in):
    late, soon, unknown = (
        scene.failed(item, **due(scene, 50)),
        scene.failed(item, **due(scene, 2)),
        scene.failed(item, auto_approval_at=None),
    )
    listed = signed_in("reviewer").get(reverse("console:review")).context["object_list"]
    assert list(listed) == [soon, late, unknown]


def test_only_failed_work_the_endpoint_confirmed_waits(scene, item, signed_in):
    scene.confirmed(item)
    scene.saved(item, passed=False)
    scene.failed(item, status=Assignment.Status.APPROVED)
    waiting = scene.failed(item)
    listed = signed_in("reviewer").get(reverse("console:review")).context["object_list"]
    assert list(listed) == [waiting]


def test_a_case_shows_the_answer_the_truth_and_the_marks(scene, item, signed_in):
    scene.confirmed(item, spans=((50, 56),))
    page = signed_in("reviewer").get(case(scene.failed(item))).content.decode()
    assert "A bed costs 49 euros." in page
    assert page.index("<dt>Answered</dt><dd>False") < page.index("<dt>Right is</dt><dd>True")
    assert "10 of 30 words; 6 of them also by somebody else" in page
    assert "data-theirs" in page
    assert "This worker is not paid 0.50 USD and reads your reason." in page


def test_a_case_without_any_work_can_be_looked_at_and_decided(scene, item, signed_in):
    said = {
        "confirmed_at": scene.now,
        "status": Assignment.Status.SUBMITTED,
        "handed_in_at": scene.now,
    }
    empty = scene.opened(item, **said)
    browser = signed_in("reviewer")
    assert "No work arrived" in browser.get(case(empty)).content.decode()
    browser.post(case(empty), {"verdict": "approve"})
    assert empty.decisions.get().verdict == "approve"


def test_a_rejection_stores_the_reason_and_a_call_and_opens_the_next_case(scene, item, signed_in):
    first, second = scene.failed(item, **due(scene, 2)), scene.failed(item, **due(scene, 3))
    answer = signed_in("reviewer").post(case(first), {"verdict": "reject", "reason": REASON})
    assert answer["Location"] == case(second)
    decision = first.decisions.get()
    assert (decision.verdict, decision.reason) == ("reject", REASON)
    assert decision.decided_by.username == "reviewer"
    assert decision.call.operation == Call.Operation.REJECT
    assert (decision.evidence["answered"], decision.evidence["right"]) == (False, True)


def test_the_last_case_leads_back_to_the_one_before(scene, item, signed_in):
    first, last = scene.failed(item, **due(scene, 2)), scene.failed(item, **due(scene, 3))
    answer = signed_in("reviewer").post(case(last), {"verdict": "approve"})
    assert answer["Location"] == case(first)


def test_after_the_only_case_comes_the_queue(scene, item, signed_in):
    answer = signed_in("reviewer").post(case(scene.failed(item)), {"verdict": "approve"})
    assert answer["Location"] == reverse("console:review")


def test_the_filter_is_kept_from_case_to_case(scene, item, signed_in):
    first, other, second = (scene.failed(item, **due(scene, hours)) for hours in (2, 3, 4))
    type(second.worker).objects.filter(pk=second.worker_id).update(mturk_id="AKEEPER")
    query = f"?study=bbc&batch={scene.batch.pk}"
    answer = signed_in("reviewer").post(case(first, query), {"verdict": "approve"})
    assert answer["Location"] == case(other, query)
    page = signed_in("reviewer").get(case(second, "?worker=AKEEPER"))
    assert (page.context["place"].number, page.context["place"].n_cases) == (1, 1)


@pytest.mark.parametrize(
    ("reason", "complaint"),
    [("", "30 to 1024"), ("Too short.", "30 to 1024"), ("incorrect " * 5, "what was wrong"),
     ("x" * 1025, "30 to 1024"), ("   " + "x" * 29 + "   ", "30 to 1024")],
)  # fmt: skip
def test_a_bad_reason_is_refused_where_it_stands_and_stays_typed(
    scene, item, signed_in, reason, complaint
):
    assignment = scene.failed(item)
    page = signed_in("reviewer").post(case(assignment), {"verdict": "reject", "reason": reason})
    assert page.status_code == 200
    html = page.content.decode()
    assert complaint in html
    assert f">{reason}</textarea>" in html
    assert 'aria-invalid="true"' in html
    assert not assignment.decisions.exists()


def test_hostile_reasons_are_shown_as_text(scene, item, signed_in):
    reason = "</textarea><script>alert(1)</script> is what this worker typed, nothing else."
    assignment = scene.failed(item)
    signed_in("reviewer").post(case(assignment), {"verdict": "reject", "reason": reason})
    page = signed_in("reviewer").get(case(assignment)).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize("verdict", ["", "APPROVE", "pay", "reject\x00"])
def test_an_unknown_verdict_decides_nothing(scene, item, signed_in, verdict):
    assignment = scene.failed(item)
    page = signed_in("reviewer").post(case(assignment), {"verdict": verdict, "reason": REASON})
    assert page.status_code == 200
    assert not assignment.decisions.exists()


def test_a_case_decided_meanwhile_says_by_whom_and_keeps_the_text(scene, item, signed_in, accounts):
    assignment = scene.failed(item)
    scene.decision(assignment, "approve", by=accounts["admin"])
    page = signed_in("reviewer").post(case(assignment), {"verdict": "reject", "reason": REASON})
    assert "was decided already: approve by admin" in page.content.decode()
    assert REASON in page.content.decode()
    assert assignment.decisions.count() == 1


def test_a_researcher_looks_but_does_not_decide(scene, item, signed_in):
    assignment = scene.failed(item)
    browser = signed_in("researcher")
    page = browser.get(case(assignment)).content.decode()
    assert "A reviewer decides." in page
    assert "<textarea" not in page
    answer = browser.post(case(assignment), {"verdict": "reject", "reason": REASON})
    assert answer.status_code == 403
    assert not Decision.objects.exists()


def test_a_rejection_can_be_overturned_from_its_case(scene, item, signed_in, accounts):
    assignment = scene.failed(item, status=Assignment.Status.REJECTED)
    rejected = scene.decision(assignment, "reject", REASON, by=accounts["reviewer"])
    scene.call(item, decision=rejected, state="done")
    browser = signed_in("reviewer")
    page = browser.get(case(assignment)).content.decode()
    assert "Overturn: approve" in page
    assert 'value="reject"' not in page
    browser.post(case(assignment), {"verdict": "approve", "reason": ""})
    overturn = assignment.decisions.order_by("pk").last()
    assert overturn.verdict == "approve"
    assert overturn.call.payload["overturn"] is True


def test_the_decided_list_shows_people_first_and_the_machine_on_request(
    scene, item, signed_in, accounts
):
    by_person = scene.decision(scene.failed(item), "reject", REASON, by=accounts["reviewer"])
    by_machine = scene.decision(scene.confirmed(item), "approve")
    browser, address = signed_in("reviewer"), reverse("console:decided")
    assert list(browser.get(address).context["object_list"]) == [by_person]
    assert list(browser.get(address + "?by=machine").context["object_list"]) == [by_machine]
    assert len(browser.get(address + "?by=all").context["object_list"]) == 2
    assert not browser.get(address + "?verdict=approve").context["object_list"]


def test_a_failed_delivery_shows_its_error_and_is_sent_again(scene, item, signed_in, accounts):
    decision = scene.decision(scene.failed(item), "reject", REASON, by=accounts["reviewer"])
    call = scene.call(item, decision=decision, error="Unavailable: no answer within 10 s")
    browser = signed_in("reviewer")
    page = browser.get(reverse("console:decided") + "?delivery=failed").content.decode()
    assert "no answer within 10 s" in page
    answer = browser.post(
        reverse("console:call-retry", args=[call.pk]), {"next": "/console/review/decided/"}
    )
    assert answer["Location"] == "/console/review/decided/"
    call.refresh_from_db()
    assert call.state == Call.State.PENDING


def test_all_failed_calls_of_a_batch_are_sent_again_at_once(scene, item, signed_in):
    calls = [scene.call(item) for _ in range(3)]
    done = scene.call(item, state="done")
    signed_in("researcher").post(reverse("console:batch-retry", args=[scene.batch.pk]))
    assert {Call.objects.get(pk=call.pk).state for call in calls} == {Call.State.PENDING}
    assert Call.objects.get(pk=done.pk).state == Call.State.DONE


def test_a_retry_leads_nowhere_outside(scene, item, signed_in):
    retry = reverse("console:call-retry", args=[scene.call(item).pk])
    for address in ("https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil"):
        answer = signed_in("admin").post(retry, {"next": address})
        assert answer["Location"] == reverse("console:batch", args=[scene.batch.pk])


@pytest.mark.parametrize(
    "query",
    ["?study=none", "?batch=x", "?batch=99999999999999999999", "?worker=" + "A" * 65,
     "?study=bbc&batch=-1", "?page=last", "?worker=%00"],
)  # fmt: skip
def test_a_filter_that_makes_no_sense_shows_nothing_and_breaks_nothing(
    scene, item, signed_in, query
):
    scene.failed(item)
    for name in ("review", "decided"):
        assert signed_in("reviewer").get(reverse(f"console:{name}") + query).status_code == 200
