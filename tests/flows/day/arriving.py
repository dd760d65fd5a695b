"""How people get in, by three doors, and from there to a task. Some press every button twice."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlsplit

from tests.flows.day.stage import Stage
from tests.flows.forms import Form, forms_of
from tests.flows.judge import Judge, Work
from tests.marketplace.harness import Worker
from tests.marketplace.studies import Study
from tests.marketplace.visits import found, look, newcomer, press

T = TypeVar("T")


@dataclass(frozen=True)
class Doors:
    """How one gets in: the invitation's path, the study's link, and sign-in links by person."""

    invitation: str
    guests: Study
    sign_ins: dict[int, Worker]


class TwoClicks(Judge):
    """Presses every button twice at once; what the first did is not done again."""

    def send(self, form: Form, **fields: str) -> None:
        twice(lambda: super(TwoClicks, self).send(form, **fields))

    def hand_in(self, form: Form) -> None:
        twice(lambda: super(TwoClicks, self).hand_in(form))


def twice(step: Callable[[], T]) -> list[T]:
    with ThreadPoolExecutor(2) as pool:
        return [run.result() for run in [pool.submit(step), pool.submit(step)]]


@dataclass
class Newcomer:
    """`way` is the door: invitation, study or sign-in; `first_place` is where a study link led."""

    number: int
    way: str
    is_double: bool
    stage: Stage
    doors: Doors
    random: random.Random
    judge: Judge = field(init=False)
    first_place: str = field(init=False, default="")

    @property
    def study(self) -> str:
        return "guests" if self.way == "study" else "open"

    @property
    def clicks(self) -> Callable[[Callable[[], T]], list[T]]:
        return twice if self.is_double else lambda step: [step()]

    def arrive(self) -> None:
        """Comes in, and agrees where that is asked. Two clicks make one account."""
        site = {"invitation": self.by_invitation, "sign-in": self.by_link, "study": self.by_study}
        kind = TwoClicks if self.is_double else Judge
        self.judge = kind(self.stage, site[self.way]())

    def by_invitation(self) -> Worker:
        person, path = newcomer(self.stage.marketplace_origin), self.doors.invitation
        ticket = found(look(person, path), 'name="ticket" value="([^"]*)"')
        pages = self.clicks(lambda: press(person, path, ticket=ticket))
        accounts = {
            (
                found(page, r"Welcome, worker <span[^>]*>(A[A-Z0-9]+)<"),
                found(page, r"data-secret>([^<]*)<"),
            )
            for page in pages
        }
        [(worker_id, link)] = accounts
        person.worker_id, person.secret = worker_id, link.rpartition("/")[2]
        return person

    def by_link(self) -> Worker:
        worker = self.doors.sign_ins[self.number]
        worker.sign_in()
        return worker

    def by_study(self) -> Worker:
        person = newcomer(self.stage.marketplace_origin)
        self.first_place = self.enter(person)
        return person

    def enter(self, person: Worker) -> str:
        """Opens the link and presses the button there; where that leads.

        Of two presses one may find nothing, and the other what somebody gave back meanwhile.
        """
        path = self.doors.guests.path(f"person-{self.number}")
        assert look(person, path).status_code == 200
        places = {answer.headers["Location"] for answer in self.clicks(lambda: press(person, path))}
        tasks = places - {self.doors.guests.place()}
        assert len(tasks) <= 1, f"two clicks led to {tasks}"
        return tasks.pop() if tasks else self.doors.guests.place()

    def come_back(self) -> None:
        """Later, in another browser, by the same link."""
        if self.way == "study":
            person = newcomer(self.stage.marketplace_origin)
            self.first_place = self.enter(person)
            self.judge.site.browser = person.browser
        else:
            self.judge.site.sign_in()

    def take(self) -> Work | None:
        """The next task, or None where there is none for this person."""
        place = self.next_place()
        if place is None or not place.startswith("/assignments/"):
            return None
        return self.judge.work_on(place.removeprefix("/assignments/"))

    def next_place(self) -> str | None:
        if self.way == "study":
            place, self.first_place = self.first_place, ""
            return place or self.pressed(self.doors.guests.place("next"))
        listed = look(self.judge.site, "/")
        offers = [
            form
            for form in forms_of(listed.text, listed.url)
            if urlsplit(form.action).path.startswith("/groups/")
        ]
        for form in self.random.sample(offers, min(3, len(offers))):
            fields = {"hit": form.fields["hit"]}
            if place := self.pressed(urlsplit(form.action).path, **fields):
                return place
        return None

    def pressed(self, path: str, **fields: str) -> str | None:
        """Where the button leads; None where others were faster."""
        answers = self.clicks(lambda: press(self.judge.site, path, **fields))
        assert all(answer.status_code in (302, 404, 409) for answer in answers), answers[0].text
        places = {answer.headers["Location"] for answer in answers if answer.status_code == 302}
        assert len(places) <= 1, f"two clicks led to {places}"
        return places.pop() if places else None
