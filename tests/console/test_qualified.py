"""Who is qualified by a test, and how a person gives and takes that."""

import pytest
from django.urls import reverse

from crowd.models import Call, Qualification, ReviewEvent

REASON = "Took our test on paper last year."


@pytest.fixture
def work(scene):
    """Somebody passed."""
    work = scene.confirmed(scene.item())
    scene.test(work.worker)
    return work


@pytest.fixture
def press(scene, signed_in):
    def press(button: str, worker: str, reason: str = REASON, role: str = "researcher"):
        fields = {"worker": worker, "reason": reason, button: "yes"}
        return signed_in(role).post(reverse("console:qualified", args=[scene.batch.pk]), fields)

    return press


@pytest.fixture
def page(scene, signed_in):
    def page(role: str = "researcher") -> str:
        address = reverse("console:qualified", args=[scene.batch.pk])
        return signed_in(role).get(address).content.decode()

    return page


def told() -> list[tuple[str, str]]:
    calls = Call.objects.filter(payload__field="passed_id").order_by("pk")
    return [(call.operation, call.payload["worker_id"]) for call in calls]


GRANT, REVOKE = "AssociateQualificationWithWorker", "DisassociateQualificationFromWorker"


def test_a_person_takes_back_and_gives_again_and_the_endpoint_is_told_each_once(work, press, page):
    worker = work.worker.mturk_id
    assert "1 worker may take what is only for who passed" in page()
    for button in ("revoke", "revoke", "grant", "grant"):
        assert press(button, worker).status_code == 302
    assert told() == [(REVOKE, worker), (GRANT, worker)]
    held = Qualification.objects.get()
    assert (held.revoked_at, held.reason) == (None, REASON)
    kinds = ReviewEvent.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["revoked", "qualified"]


def test_somebody_we_have_not_seen_is_qualified_by_hand(work, press, page):
    press("grant", "A1NEWCOMER")
    assert told() == [(GRANT, "A1NEWCOMER")]
    assert f"by researcher: {REASON}" in page().replace("&#x27;", "'")


@pytest.mark.parametrize(
    ("button", "worker", "reason", "complaint"),
    [
        ("grant", "b1", REASON, "A worker id is an A with capital letters and digits"),
        ("grant", "A1", "short", "Say why, in 10 to 200 characters, got 5"),
        ("revoke", "A1", REASON, "is not qualified by"),
        ("grant", "", REASON, "This field is required"),
    ],
)
def test_what_is_wrong_is_told_and_stays_typed(work, press, button, worker, reason, complaint):
    html = press(button, worker, reason).content.decode()
    assert complaint in html
    assert f'value="{reason}"' in html
    assert told() == []
    assert Qualification.objects.count() == 1


def test_nobody_qualifies_themselves(work, press, accounts):
    work.worker.account = accounts["researcher"]
    work.worker.save()
    html = press("revoke", work.worker.mturk_id).content.decode()
    assert "nobody decides on their own work" in html
    assert told() == []


def test_an_ordinary_batch_has_no_such_page(scene, signed_in):
    address = reverse("console:qualified", args=[scene.batch.pk])
    assert signed_in("admin").get(address).status_code == 404


def test_a_reviewer_reads_and_changes_nothing(work, press, page):
    assert "Take it back" not in page("reviewer")
    assert press("revoke", work.worker.mturk_id, role="reviewer").status_code == 403
    assert told() == []
