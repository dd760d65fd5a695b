"""Who comes on this day, by which door, and as what; all drawn from the seed."""

import random
from urllib.parse import urlsplit

from tests.flows.day.arriving import Doors
from tests.flows.day.diary import Diary
from tests.flows.day.people import ROLES, Person
from tests.flows.day.programs import STUDIES
from tests.flows.day.stage import Stage
from tests.marketplace.own_calls import said
from tests.marketplace.receiver import Receiver
from tests.marketplace.studies import Study

WAYS = ("invitation", "study", "sign-in")
GUESTS_SHARE = 3
MANY_SECONDS = 90_000
TWO_TASKS = 0.2
"""The share of those who want a second task at their first visit."""


def cast(
    stage: Stage, diary: Diary, callback: Receiver, *, workers: int, seed: int
) -> list[Person]:
    """The people, with open doors; the callback is told of what they hand in."""
    random_ = random.Random(f"{seed} cast")
    ways = [WAYS[number % len(WAYS)] for number in range(workers)]
    doors = opened(stage, ways, hit_types(stage, callback))
    return [
        Person(
            number=number,
            way=way,
            is_double=role == "double",
            role=role,
            n_tasks=1 + (random_.random() < TWO_TASKS),
            stage=stage,
            doors=doors,
            diary=diary,
            random=random.Random(f"{seed} person {number}"),
        )
        for number, (way, role) in enumerate(zip(ways, roles(workers, random_), strict=True))
    ]


def opened(stage: Stage, ways: list[str], types: dict[str, set[str]]) -> Doors:
    made = said(stage.requester, "CreateInvitation", Places=len(ways))
    terms = {"Tasks": GUESTS_SHARE, "WaitInSeconds": MANY_SECONDS, "Only": True}
    guests = Study.make(stage.requester, *types["guests"], **terms)
    by_link = [number for number, way in enumerate(ways) if way == "sign-in"]
    sign_ins = dict(zip(by_link, stage.market.workers(len(by_link)), strict=True))
    return Doors(urlsplit(made["InvitationURL"]).path, guests, sign_ins)


def hit_types(stage: Stage, callback: Receiver) -> dict[str, set[str]]:
    """By study, whose name stands in the title; each tells the callback from now on."""
    mturk, types = stage.requester.mturk, {study: set() for study in STUDIES}
    for page in mturk.get_paginator("list_hits").paginate():
        for hit in page["HITs"]:
            types[hit["Title"].rpartition(" ")[2]].add(hit["HITTypeId"])
    wanted = {"Destination": callback.url(), "Transport": "SQS", "Version": "2014-08-15"}
    wanted["EventTypes"] = ["AssignmentSubmitted"]
    for hit_type_id in set.union(*types.values()):
        mturk.update_notification_settings(HITTypeId=hit_type_id, Notification=wanted)
    return types


def roles(workers: int, random_: random.Random) -> list[str]:
    """Of each kind as many of a hundred as ROLES says, and at least one."""
    some = [
        role
        for role, share in ROLES.items()
        if role != "honest"
        for _ in range(max(1, round(workers * share / 100)))
    ]
    drawn = [*some, *["honest"] * (workers - len(some))]
    random_.shuffle(drawn)
    return drawn[:workers]
