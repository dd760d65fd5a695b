"""Property: whatever requesters, workers and time do, the books balance to the cent."""

import random
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal

import pytest

from tests.marketplace.harness import DAY, HOUR, RefusedByTheSite, Requester, Worker

CENT = Decimal("0.01")
START = "60.00"


class Bustle:
    """A random market day on one account, with its own idea of what each HIT costs."""

    def __init__(self, requester: Requester, people: list[Worker], seed: int):
        self.requester = requester
        self.mturk = requester.mturk
        self.people = people
        self.dice = random.Random(seed)
        self.price: dict[str, Decimal] = {}
        self.accepted: list[tuple[str, Worker]] = []
        self.submitted: list[str] = []
        self.took_effect: Counter[str] = Counter()

    def step(self) -> None:
        """Do something; the marketplace may refuse it."""
        steps = [self.create, self.extend, self.expire, self.delete, self.wait, self.give_back]
        steps += [self.create, self.approve, self.reject] * 2 + [self.accept, self.submit] * 4
        act = self.dice.choice(steps)
        try:
            act()
            self.took_effect[act.__name__] += 1
        except (RefusedByTheSite, self.mturk.exceptions.RequestError):
            self.took_effect["refused"] += 1

    def create(self) -> None:
        reward = Decimal(self.dice.choice(["0.07", "0.50", "1.13"]))
        size = self.dice.choice([2, 3, 9, 10])
        hit_id = self.requester.create(
            Reward=str(reward),
            MaxAssignments=size,
            LifetimeInSeconds=self.dice.choice([HOUR, DAY]),
            AutoApprovalDelayInSeconds=self.dice.choice([0, DAY, 3 * DAY, 3 * DAY]),
        )["HITId"]
        rate = Decimal("0.40") if size >= 10 else Decimal("0.20")
        self.price[hit_id] = reward + max(CENT, (reward * rate).quantize(CENT, ROUND_HALF_UP))

    def some_hit(self) -> str:
        if not self.price:
            self.create()
        return self.dice.choice(list(self.price)[-2:])

    def accept(self) -> None:
        worker = self.dice.choice(self.people)
        self.accepted.append((worker.accept(self.some_hit()), worker))

    def leave(self) -> tuple[str, Worker]:
        if not self.accepted:
            self.accept()
        return self.accepted.pop(self.dice.randrange(len(self.accepted)))

    def submit(self) -> None:
        assignment_id, worker = self.leave()
        worker.submit(assignment_id)
        self.submitted.append(assignment_id)

    def give_back(self) -> None:
        assignment_id, worker = self.leave()
        worker.give_back(assignment_id)

    def some_work(self) -> str:
        if not self.submitted:
            self.submit()
        return self.dice.choice(self.submitted[-3:])

    def approve(self) -> None:
        override = self.dice.random() < 0.5
        self.mturk.approve_assignment(AssignmentId=self.some_work(), OverrideRejection=override)

    def reject(self) -> None:
        self.mturk.reject_assignment(AssignmentId=self.some_work(), RequesterFeedback="no")

    def extend(self) -> None:
        self.mturk.create_additional_assignments_for_hit(
            HITId=self.some_hit(), NumberOfAdditionalAssignments=self.dice.choice([1, 4])
        )

    def expire(self) -> None:
        self.mturk.update_expiration_for_hit(HITId=self.some_hit(), ExpireAt=0)

    def delete(self) -> None:
        self.mturk.delete_hit(HITId=self.some_hit())

    def wait(self) -> None:
        self.requester.market.advance(self.dice.choice([60, HOUR // 2, 2 * HOUR]))

    def check(self) -> None:
        """The ledger's lines give the balance; holds are exactly the work that may be paid."""
        books = self.requester.market.control("GET", "balance", account=self.requester.name)
        total = sum(Decimal(line["total_change"]) for line in books["lines"])
        held = sum(Decimal(line["held_change"]) for line in books["lines"])
        assert (f"{total:.2f}", f"{held:.2f}") == (books["total"], books["held"])
        assert held == sum(map(self.owed, self.mturk.list_hits(MaxResults=100)["HITs"]))
        paid = [line for line in books["lines"] if line["kind"] in ("Reward", "Fee")]
        assert total == Decimal(START) + sum(Decimal(line["total_change"]) for line in paid)
        assert set(Counter(line["assignment"] for line in paid).values()) <= {2}

    def owed(self, hit: dict) -> Decimal:
        waiting = self.requester.work(hit["HITId"], AssignmentStatuses=["Submitted"])
        slots = hit["NumberOfAssignmentsPending"] + hit["NumberOfAssignmentsAvailable"]
        return (slots + len(waiting)) * self.price[hit["HITId"]]


@pytest.mark.parametrize("seed", range(2))
def test_whatever_happens_the_books_balance(market, seed):
    bustle = Bustle(market.requester(balance=START), market.workers(12), seed)
    for n in range(90):
        bustle.step()
        if n % 6 == 5:
            bustle.check()
    done = bustle.took_effect
    assert done.total() - done["refused"] >= 50, done
    assert min(done["approve"], done["reject"], done["submit"], done["expire"]) >= 1, done
