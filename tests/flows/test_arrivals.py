"""People whom another site sends do a real study, and leave with the code of their check.

The web application knows nothing of codes: it approves what passed its check, and a person rejects
what did not. Who is rejected reads the statement and the answer beside the reason, and appeals.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from highres_web.processes import BASE_DIR
from tests.flows.judge import Judge
from tests.flows.readings import read
from tests.flows.study import eventually, publish_study
from tests.marketplace.own_calls import appeals
from tests.marketplace.people import Requester
from tests.marketplace.studies import Study, assignment_in
from tests.marketplace.visits import look, press
from tests.stack import Stack

pytestmark = [pytest.mark.stack, pytest.mark.slow]

SAMPLE = BASE_DIR / "corpus" / "sample" / "news.jsonl"
REASON = "The statement was answered wrongly; the article says the opposite in its first lines."
STATEMENT = """
from annotation.models import HighlightItem
row = HighlightItem.objects.get()
print(json.dumps({"statement": row.statement.statement, "answer": row.statement.answer}))
"""


@dataclass(frozen=True)
class Site:
    origin: str


@pytest.fixture(scope="module")
def stack(tmp_path_factory, profile: str):
    with Stack(tmp_path_factory.mktemp("stack"), profile=profile) as running:
        yield running


def requester_of(stack: Stack) -> Requester:
    """The account that the web application uses, as whoever holds its keys."""
    keys = {
        "endpoint_url": stack.environment["MTURK_ENDPOINT_URL"],
        "region": stack.environment["MTURK_REGION"],
        "access_key_id": stack.environment["MTURK_ACCESS_KEY_ID"],
        "secret_access_key": stack.environment["MTURK_SECRET_ACCESS_KEY"],
    }
    return Requester(Site(stack.marketplace_origin), "tests", keys)


def highlight(stack: Stack, study: Study, pid: str, *, answer: bool) -> tuple:
    """Somebody comes by the link and does the task: the person and the assignment."""
    person, place = study.come(pid)
    judge = Judge(stack, person)
    judge.highlight(judge.work_on(assignment_in(place)), [(0, 5)], answer=answer)
    return person, assignment_in(place)


def test_guests_get_the_code_of_their_check_and_may_appeal(stack: Stack) -> None:
    first = SAMPLE.read_text().splitlines()[0]
    corpus = Path(stack.folder) / "one.jsonl"
    corpus.write_text(first + "\n")
    publish_study(stack, corpus, judges=2)
    shown, lab = read(stack, STATEMENT), requester_of(stack)
    [hit] = lab.mturk.list_hits()["HITs"]
    study = Study.make(lab, hit["HITTypeId"], WaitInSeconds=3600, Silence="FailedCheck")

    honest, _ = highlight(stack, study, "honest", answer=shown["answer"])
    wrong, rejected = highlight(stack, study, "wrong", answer=not shown["answer"])

    def outcomes() -> dict[str, str | None]:
        return {name: row.get("Outcome") for name, row in study.participants().items()}

    assert eventually(lambda: outcomes() == {"honest": "Complete", "wrong": None}, 90)
    assert study.codes["Complete"] in look(honest, study.place()).text
    assert not any(code in look(wrong, study.place()).text for code in study.codes.values())

    lab.mturk.reject_assignment(AssignmentId=rejected, RequesterFeedback=REASON)
    assert study.codes["FailedCheck"] in look(wrong, study.place()).text
    page = look(wrong, f"/assignments/{rejected}?receipt").text
    assert REASON in page
    assert shown["statement"] in page.replace("&#x27;", "'").replace("&quot;", '"')
    assert f'<dd dir="auto">{not shown["answer"]}</dd>' in page

    press(wrong, f"/assignments/{rejected}/appeal", message="Please look again.")
    [appeal] = appeals(lab, Status="Open")
    assert (appeal["AssignmentId"], appeal["Message"]) == (rejected, "Please look again.")
    lab.mturk.approve_assignment(AssignmentId=rejected, OverrideRejection=True)
    assert "granted, you are paid" in look(wrong, f"/assignments/{rejected}?receipt").text
