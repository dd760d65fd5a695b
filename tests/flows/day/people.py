"""What each kind of person does with a task; whatever they live through goes into the diary."""

import json
import re
from dataclasses import dataclass, field

from tests.flows.day.arriving import Newcomer
from tests.flows.day.diary import Diary, Entry
from tests.flows.forms import Form
from tests.flows.judge import Entry as Filled
from tests.flows.judge import NothingForMe, Unexpected, Work
from tests.flows.play import random_spans
from tests.flows.study.reading import plain, seen_on
from tests.marketplace.visits import look, press

SHORTEST_ARTICLE = 60
ROLES = {
    "honest": 44,
    "double": 10,
    "returner": 10,
    "cheater": 14,
    "junk": 3,
    "quitter": 6,
    "leaver": 7,
    "saver": 3,
    "late": 3,
}
"""How many of a hundred: two clicks for one; a break in the middle; a wrong answer; nonsense handed
in past our page; giving back; staying away; saving without handing in; handing in too late."""
UNFINISHED = ("returner", "leaver", "saver", "late")


@dataclass(kw_only=True)
class Person(Newcomer):
    """`begun` is work that is not handed in, with the form that would do it where it is saved."""

    role: str
    n_tasks: int
    diary: Diary
    begun: list[tuple[Work, Entry, Form | None]] = field(default_factory=list)

    def visit(self) -> None:
        """The first time here: as many tasks as this person likes, done as this person does."""
        self.arrive()
        for number in range(self.n_tasks):
            if (work := self.take()) is None:
                return
            self.do(work, self.role if number == 0 else "honest")
            if self.begun:
                return

    def help(self) -> None:
        """One more task, if there is one."""
        if (work := self.take()) is not None:
            self.do(work, "honest")

    def do(self, work: Work, role: str) -> None:
        entry = self.diary.begin(work.assignment_id, person=self.number, study=self.study)
        try:
            if role == "quitter":
                self.give_back(work, entry)
            elif role == "junk":
                self.hand_in_junk(work, entry)
            elif role in ("returner", "leaver"):
                self.judge.walk(work, self.entries(entry, until_question=True))
                self.begun.append((work, entry, None))
            else:
                form = self.judge.walk(work, self.entries(entry, lies=role == "cheater"))
                if role in UNFINISHED:
                    self.begun.append((work, entry, form))
                else:
                    self.finish(entry, form)
        except NothingForMe:
            self.give_back(work, entry)
        except Unexpected as page:
            if "already worked on this article" not in str(page):
                raise
            self.give_back(work, entry)

    def entries(
        self, entry: Entry, *, lies: bool = False, until_question: bool = False
    ) -> dict[str, Filled]:
        steps: dict[str, Filled] = {
            "/consent/": lambda _: {},
            "/marks/": lambda _: {"spans": json.dumps(random_spans(self.random, SHORTEST_ARTICLE))},
            "/answer/": lambda page: self.answer(page, entry, lies=lies),
        }
        if until_question:
            del steps["/answer/"]
        return steps

    def answer(self, page: str, entry: Entry, *, lies: bool) -> dict[str, str]:
        """Every statement says of a number that it is even; see staff.write_corpus."""
        (statement,) = (plain(text) for text in seen_on(page).statements)
        is_true = int(re.match(r"\d+", statement)[0]) % 2 == 0
        answer = is_true is not lies
        entry.is_fair, entry.evidence = not lies, (statement, str(answer))
        return {"answer": "true" if answer else "false"}

    def finish(self, entry: Entry, form: Form) -> None:
        self.judge.hand_in(form)
        entry.state = "Submitted"

    def give_back(self, work: Work, entry: Entry) -> None:
        self.judge.site.give_back(work.assignment_id)
        entry.state = "Returned"

    def hand_in_junk(self, work: Work, entry: Entry) -> None:
        self.judge.site.submit(work.assignment_id, answer="asdf")
        entry.state, entry.is_fair, entry.evidence = "Submitted", False, ("asdf",)

    def go_on(self) -> None:
        """A returner comes back by the same link and finds the task as it was left."""
        self.come_back()
        [(work, entry, _)] = self.begun
        if self.way == "study":
            assert self.first_place == f"/assignments/{work.assignment_id}", self.first_place
            self.first_place = ""
        else:
            assert f"/assignments/{work.assignment_id}" in look(self.judge.site, "/").text
        self.finish(entry, self.judge.walk(work, self.entries(entry)))
        self.begun.clear()

    def lose_the_lease(self) -> None:
        """Time is over for what was not handed in; some do it all the same."""
        for _, entry, form in self.begun:
            entry.state = "Abandoned"
            if self.role == "late" and form is not None:
                self.finish(entry, form)
                entry.is_late = True

    def appeal(self, entry: Entry) -> None:
        """Once they have read why. A second press changes nothing."""
        path = f"/assignments/{entry.assignment_id}"
        assert look(self.judge.site, f"{path}?receipt").status_code == 200
        words = f"Person {self.number} asks you to look again."
        answers = self.clicks(lambda: press(self.judge.site, f"{path}/appeal", message=words))
        assert all(answer.status_code == 302 for answer in answers)
        entry.appeal = "Open"
