"""A study link and the people who come by it."""

from dataclasses import dataclass
from urllib.parse import urlencode

from tests.marketplace.harness import Requester, Worker
from tests.marketplace.own_calls import said
from tests.marketplace.visits import look, newcomer, press

BACK = "https://back.example/done?cc={code}"


@dataclass
class Study:
    """A link of a requester, and how one comes by it."""

    requester: Requester
    study_id: str
    study_url: str
    codes: dict[str, str]

    @classmethod
    def make(cls, requester: Requester, *hit_types: str, **members) -> "Study":
        """Study.make(lab, hit_type, Tasks=2): CreateStudyLink."""
        made = said(requester, "CreateStudyLink", HITTypeIds=hit_types, **members)
        return cls(requester, made["StudyId"], made["StudyURL"], made["Codes"])

    def path(self, pid: str = "p1", session: str = "s1", study: str = "st1", **more) -> str:
        """The address that Prolific would make; None leaves a parameter out."""
        given = {"PROLIFIC_PID": pid, "STUDY_ID": study, "SESSION_ID": session, **more}
        query = urlencode({name: value for name, value in given.items() if value is not None})
        return f"/study/{self.study_id}?{query}"

    def come(self, pid: str, session: str = "s1") -> tuple[Worker, str]:
        """Somebody opens the link in a new browser and agrees: the person, and where they land."""
        person = newcomer(self.requester.market.origin)
        return person, self.enter(person, pid, session)

    def enter(self, person: Worker, pid: str, session: str = "s1") -> str:
        path = self.path(pid, session)
        assert look(person, path).status_code == 200
        answer = press(person, path)
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]

    def place(self, name: str = "visit") -> str:
        return f"/study/{self.study_id}/{name}"

    def participants(self) -> dict[str, dict]:
        """What the requester reads, by external id."""
        rows = said(self.requester, "ListParticipants", StudyId=self.study_id, MaxResults=100)
        return {row["ExternalId"]: row for row in rows["Participants"]}


def assignment_in(location: str) -> str:
    assert location.startswith("/assignments/"), location
    return location.removeprefix("/assignments/")
