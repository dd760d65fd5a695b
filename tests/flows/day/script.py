"""The day from its morning to its last check."""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal

from tests.flows.day import checks
from tests.flows.day.casting import WAYS, cast
from tests.flows.day.diary import Diary
from tests.flows.day.faults import Faults
from tests.flows.day.people import Person
from tests.flows.day.programs import CLOSE
from tests.flows.day.staff import Staff
from tests.flows.day.stage import ACCOUNT, Stage
from tests.flows.study import eventually
from tests.marketplace.receiver import Receiver

WILLING = ("honest", "returner", "double", "quitter")
AT_ONCE = 8
LEASE_S = 3600
MOST_ROUNDS = 15
OPEN_JUDGES, GUEST_JUDGES = 10, 4


@dataclass(frozen=True)
class Day:
    """What happened, in numbers."""

    people: int
    seed: int
    roles: Counter
    states: Counter
    appeals: Counter
    faults: Counter
    paid: dict[str, Decimal]
    rounds: int
    events: int
    took_s: float

    def __str__(self) -> str:
        def listed(counts: Counter) -> str:
            return ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))

        return (
            f"seed {self.seed}: {self.people} people in {self.took_s:.0f} s "
            f"({listed(self.roles)}); {listed(self.states)}; appeals: {listed(self.appeals)}; "
            f"faults: {listed(self.faults)}; {self.rounds} rounds to the quotas; "
            f"{self.events} events told; paid in both books: "
            + ", ".join(f"{usd} USD of {study}" for study, usd in self.paid.items())
        )


class Script:
    def __init__(self, stage: Stage, *, workers: int, seed: int) -> None:
        self.stage, self.workers, self.seed = stage, workers, seed
        self.random = random.Random(f"{seed} day")
        self.diary = Diary()
        self.staff = Staff(stage, self.diary, seed)
        self.started = time.monotonic()

    def say(self, what: str) -> None:
        print(f"{time.monotonic() - self.started:6.1f} s  {what}", file=sys.stderr, flush=True)

    def play(self) -> Day:
        with Receiver() as callback:
            self.staff.publish(self.units())
            self.people = cast(
                self.stage, self.diary, callback, workers=self.workers, seed=self.seed
            )
            with Faults(self.stage, self.seed) as faults:
                self.morning(faults)
                self.noon()
            self.shortage(faults)
            rounds = self.afternoon()
            faults.clear()
            self.evening()
            paid = self.check(callback)
            events = len(callback.events())
        return Day(
            people=self.workers,
            seed=self.seed,
            roles=Counter(person.role for person in self.people),
            states=Counter(entry.state for entry in self.diary.entries.values()),
            appeals=Counter(row.appeal for row in self.diary.entries.values() if row.appeal),
            faults=faults.armed,
            paid=paid,
            rounds=rounds,
            events=events,
            took_s=time.monotonic() - self.started,
        )

    def units(self) -> dict[str, tuple[int, int]]:
        """So many articles and judges that there is about one judgment for everybody."""
        n_guests = self.workers // len(WAYS)
        return {
            "open": (max(2, (self.workers - n_guests) // OPEN_JUDGES), OPEN_JUDGES),
            "guests": (max(2, n_guests // GUEST_JUDGES), GUEST_JUDGES),
        }

    def morning(self, faults: Faults) -> None:
        faults.hide()
        self.all(Person.visit, self.people)
        self.say(f"{len(self.people)} people came, {len(self.diary.entries)} tasks were begun")

    def noon(self) -> None:
        """Some come back; then the leases end, and the first cases are read."""
        self.all(Person.go_on, [one for one in self.people if one.begun and one.role == "returner"])
        self.stage.market.advance(LEASE_S + 60)
        self.all(Person.lose_the_lease, [one for one in self.people if one.begun])
        self.staff.review()
        self.say("returners are back, leases are lost, the first cases are decided")

    def shortage(self, faults: Faults) -> None:
        """The account holds next to nothing while bonuses are given and work is replaced."""
        self.staff.drain()  # a rejection that is still to be told would free money
        enough = self.total()
        assert eventually(self.run_short, 20), "the account cannot be made short"
        faults.each_once()
        fair = self.diary.in_state("Submitted", is_fair=True)
        lucky = self.random.sample(fair, max(1, len(fair) // 12))
        self.bonuses = [(entry, f"0.{self.random.randrange(5, 60):02}") for entry in lucky]
        waiting = self.staff.give(self.bonuses)
        self.staff.review()
        assert eventually(lambda: waiting or self.staff.state()["failed"], 60), "nothing was short"
        self.say(f"the account is short: {waiting} of {len(lucky)} bonuses are not even promised")
        self.stage.market.control("POST", "balance", {"account": ACCOUNT, "total": enough})

    def total(self) -> str:
        return self.stage.market.control("GET", "balance", account=ACCOUNT)["total"]

    def run_short(self) -> bool:
        """Leave the account a cent beside what it holds; False if it holds more meanwhile."""
        had = self.stage.market.control("GET", "balance", account=ACCOUNT)
        left = f"{Decimal(had['held']) + Decimal('0.01'):.2f}"
        answer = self.stage.market.ask("POST", "balance", {"account": ACCOUNT, "total": left})
        return answer.status_code == 200

    def afternoon(self) -> int:
        """A person retries what had failed; whoever is there does what is left, in rounds."""
        for number in range(MOST_ROUNDS):
            self.staff.review()
            if number == 0:
                self.give_what_had_to_wait()
            retried = self.staff.retry()
            state = self.staff.drain()
            missing = Counter()
            for study, _, wanted, usable in state["items"]:
                missing[study] += max(0, wanted - usable)
            self.say(f"round {number}: {retried} calls retried, {dict(missing)} missing")
            if not missing.total() and not state["failed"]:
                return number
            self.fill(missing)
        raise AssertionError(f"after {MOST_ROUNDS} rounds: {missing} missing, {state['failed']}")

    def give_what_had_to_wait(self) -> None:
        """The same bonuses once more: those that were given are given once."""
        assert eventually(lambda: self.staff.give(self.bonuses) == 0, 90, pause_s=5)
        for entry, usd in self.bonuses:
            entry.bonuses.append(Decimal(usd))

    def fill(self, missing: Counter) -> None:
        for study, n in missing.items():
            willing = [one for one in self.people if one.study == study and one.role in WILLING]
            self.random.shuffle(willing)
            self.all(Person.help, willing[: n + n // 3 + 2] if n else [])

    def evening(self) -> None:
        """Appeals, their answers, and the end of both studies."""
        rejected = self.diary.in_state("Rejected")
        appealing = self.random.sample(rejected, (2 * len(rejected) + 2) // 3)
        for entry in appealing:
            self.people[entry.person].appeal(entry)
        self.staff.answer_appeals()
        assert not [row for row in self.diary.entries.values() if row.appeal == "Open"]
        self.staff.run(CLOSE)
        self.staff.drain()
        for entry in self.diary.in_state("Submitted"):
            assert entry.is_fair, f"nobody decided about {entry}"
            entry.state = "Approved"
        self.say(f"{len(appealing)} appeals are answered, the studies are closed")

    def check(self, callback: Receiver) -> dict[str, Decimal]:
        state = self.staff.drain()
        assert not state["failed"], state["failed"]
        checks.check_quotas(state["items"])
        savers = [row for row in self.diary.in_state("Abandoned") if row.evidence]
        checks.check_reconciliation(self.staff, savers)
        self.say("quotas are met, both sides know of the same work")
        paid = checks.check_money(self.staff, self.diary)
        self.say("the ledgers agree")
        checks.check_histories(self.people, self.diary)
        self.say("everybody reads what happened")
        handed_in = {row.assignment_id for row in self.diary.entries.values() if row.is_handed_in}
        assert eventually(
            lambda: handed_in <= {event.get("AssignmentId") for event in callback.events()}, 60
        ), "the callback was not told of everything that was handed in"
        return paid

    def all(self, step: Callable[[Person], None], people: Iterable[Person]) -> None:
        """Several at the same time; the first trouble of anybody is raised."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(step, people))
