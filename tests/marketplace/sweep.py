"""Random requests at a marketplace in this very process, from a seed: python -m ... SEED N.

Requesters with forged and foreign signatures, strangers and another worker try every operation and
every page with ids that are not theirs. It prints what it met as JSON, and ends with an error at
the first answer that breaks, tells what is sealed, or changes a row of somebody else.
"""

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import django
from botocore.model import Shape
from botocore.session import Session

from tests.marketplace.sealed_place import OWN, SEALED, Place

API = Session().get_service_model("mturk")
HOSTILE = [
    "", "0", "-1", "0.01", "1e999", "NaN", "null", "\0", "a\0b", "x" * 5000, "😀" * 40, "\u202e",
    "' OR 1=1 --", "<script>alert(1)</script>", "<!DOCTYPE x [<!ENTITY e 'y'>]><x>&e;</x>", "../..",
    "https://evil.example", "2026-01-01", "US", "Approved", "00000000000000000040",
]  # fmt: skip
METHODS = ["get", "get", "post", "post", "post", "head", "put", "delete", "options"]
# What the marketplace's own operations are told, beside those of the protocol.
OWN_MEMBERS = ["AppealId", "Answer", "Status", "MaxResults", "NextToken", "StudyId", "HITTypeIds",
               "Preset", "ReturnURL", "Consent", "WorkerParameter", "CompleteCode", "FailedBy",
               "Places", "EndsAt"]  # fmt: skip


# What the requester's forms ask.
FORMS = ["places", "days", "contact", "note", "consent", "hit_types", "tasks", "worker_parameter",
         "study_parameter", "return_url", "complete_code", "failed_by", "screened_by", "silence",
         "personal_codes", "patience_s"]  # fmt: skip


def paths() -> list[str]:
    """Every address there is, and some there are not; {id} and {word} are filled in."""
    from django.urls import URLResolver, get_resolver

    def walk(patterns, prefix: str) -> Iterator[str]:
        for pattern in patterns:
            route = prefix + getattr(pattern.pattern, "_route", "api")
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, route)
            else:
                yield re.sub("<id:[^>]+>", "{id}", re.sub("<str:[^>]+>", "{word}", route))

    found = list(walk(get_resolver().url_patterns, "/"))
    return [*found, "/nowhere/{word}", "/control/{word}"]


class Sweep:
    def __init__(self, seed: int, place: Place) -> None:
        from django.test import Client

        self.random = random.Random(seed)
        self.place = place
        forged = place.sealed | {"secret_access_key": "x" * 40}
        self.signers = [place.other] * 6 + [forged, None]
        tricked = Client(enforce_csrf_checks=True)
        tricked.cookies = place.stranger.cookies
        self.browsers = [Client(), tricked]
        self.requester = Client()
        self.paths = paths()

    def request(self) -> tuple[str, Any]:
        if self.random.random() < 0.5:
            return self.operation()
        return self.page()

    def operation(self) -> tuple[str, Any]:
        if self.random.random() < 0.1:
            return self.own_operation()
        name = self.random.choice(API.operation_names)
        body = json.dumps(self.value_of(API.operation_model(name).input_shape)).encode()
        if self.random.random() < 0.05:
            body = self.random.choice([b"", b"[]", b"{", b"[" * 9000, b"\xff", b"1" * 400_000])
        return name, self.place.call(self.random.choice(self.signers), name, body)

    def own_operation(self) -> tuple[str, Any]:
        from marketplace.api import operations

        name = self.random.choice(list(operations.OWN))
        members = {
            self.random.choice(OWN_MEMBERS): self.random.choice([self.word(), [self.word()], 1, -1])
            for _ in range(3)
        }
        signer, body = self.random.choice(self.signers), json.dumps(members).encode()
        return name, self.place.call(signer, name, body, prefix=OWN)

    def value_of(self, shape: Shape) -> Any:
        """Something in the shape of what is asked for, now and then in another."""
        pick = self.random
        if pick.random() < 0.03:
            return pick.choice([None, [], {}, -1, 2**70, True, "x"])
        if shape.type_name == "structure":
            wanted = {
                name: member
                for name, member in shape.members.items()
                if name in shape.required_members or pick.random() < 0.3
            }
            return {name: self.value_of(member) for name, member in wanted.items()}
        if shape.type_name == "list":
            return [self.value_of(shape.member) for _ in range(pick.randint(0, 3))]
        if shape.type_name == "boolean":
            return pick.random() < 0.5
        if shape.type_name in ("integer", "long", "timestamp"):
            return pick.choice([0, 1, 5, 60, 86400, -1, 10**12])
        return self.word()

    def word(self) -> str:
        pool = self.place.ids if self.random.random() < 0.6 else HOSTILE
        return self.random.choice(pool)

    def signed_in_requester(self):
        """Another account's browser; whoever was signed out signs in again."""
        if self.requester.get("/requester/hits").status_code != 200:
            keys = self.place.other
            pair = {"key_id": keys["access_key_id"], "secret": keys["secret_access_key"]}
            self.requester.post("/requester/sign-in/", pair)
        return self.requester

    def form_of(self, path: str) -> dict[str, str]:
        """What the form at this address sends, with a ticket of its own and odd values in it."""
        if not path.endswith("/new"):
            return {}
        ticket = re.search(
            'name="ticket" value="([^"]+)"', self.requester.get(path).content.decode()
        )
        fields = {name: self.word() for name in self.random.sample(FORMS, 3)}
        good = {"places": "1", "days": "1", "tasks": "1", "patience_s": "1", "silence": "Complete"}
        return {**good, "worker_parameter": "w", **fields, "ticket": ticket[1]}

    def page(self) -> tuple[str, Any]:
        path = self.random.choice(self.paths)
        path = path.replace("{id}", self.random.choice([*self.place.ids, "3NOBODY", "A" * 65]))
        path = path.replace("{word}", self.random.choice(["x", "%00", "..", "a" * 300]))
        method = self.random.choice(METHODS)
        if (method, path) == ("post", "/join/"):
            path = "/history"  # whoever joins is stored, and may be
        names = ["assignmentId", "name", "next", "csrfmiddlewaretoken", "a", "message", "ticket"]
        fields = {self.random.choice(names): self.word() for _ in range(self.random.randint(0, 4))}
        if fields.get("assignmentId") == self.place.begun:
            fields["assignmentId"] = "3NOBODY"  # whoever knows it may hand it in
        browsers = self.browsers
        if path.startswith("/requester/") and self.random.random() < 0.7:
            browsers = [self.signed_in_requester()]
            fields |= self.form_of(path)
        if path.startswith("/study/") and self.random.random() < 0.8:
            session = self.random.choice(["x", "sealed", "a" * 200, "%00"])
            path += f"?PROLIFIC_PID={session[:1]}&STUDY_ID=x&SESSION_ID={session}"
        call = getattr(self.random.choice(browsers), method)
        if method in ("get", "head"):
            return f"{method} {path}", call(path, None if "?" in path else fields)
        if self.random.random() < 0.1:
            return f"{method} {path}", call(
                path, b"\xff--b", content_type="multipart/form-data; boundary=b"
            )
        body = "&".join(f"{name}={value[:200]}" for name, value in fields.items()).encode()
        return f"{method} {path}", call(
            path, body, content_type="application/x-www-form-urlencoded"
        )


def rows() -> Iterator[tuple[tuple[str, int], str]]:
    """Every row there is, but for the account whose calls may succeed."""
    from django.apps import apps
    from django.core import serializers

    for model in apps.get_app_config("marketplace").get_models():
        for row in model.objects.order_by("pk"):
            if getattr(row, "name", "") == "other":
                continue  # its own balance is its own business
            yield (model.__name__, row.pk), serializers.serialize("json", [row])


def main(seed: int, n: int) -> None:
    from django.core.management import call_command

    django.setup()
    call_command("marketplace_migrate", verbosity=0)
    place = Place()
    sweep, before, met = Sweep(seed, place), dict(rows()), Counter()
    for i in range(n):
        what, answer = sweep.request()
        met[answer.status_code] += 1
        page = answer.content.decode(errors="replace")
        told = f"seed {seed}, request {i}: {what} -> {answer.status_code} {page[:300]}"
        assert answer.status_code < 500, told
        sealed = [*SEALED, *place.codes, place.sealed["secret_access_key"]]
        assert not [word for word in sealed if word in page], told
        assert "<script>alert" not in page or "json" in answer.get("Content-Type", ""), told
    after = dict(rows())
    from marketplace.models import Invitation

    assert Invitation.objects.filter(account__name="other").exists(), "no form was ever in order"
    changed = [key for key, row in before.items() if after.get(key) != row]
    assert not changed, f"seed {seed}: {changed}"
    print(json.dumps(met))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
