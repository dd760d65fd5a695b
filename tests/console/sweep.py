"""Random requests over every address of the web application, from a seed: forged and foreign ids,
hostile words, malformed and oversized bodies, by people who may not do what they try."""

import json
import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.http import urlencode

from console.forms.decision import DecisionForm

SCRIPT = "<script>alert(1)</script>"
FOREIGN_SITE = "https://evil.example"
HOSTILE = [
    "", "0", "-1", "1", "99999999999999999999", "1e9", "NaN", "null", "[]", "{}", "true", "\0",
    "%00", "a\0b", "../../etc/passwd", "' OR 1=1 --", SCRIPT, "\"><img src=x onerror=alert(1)>",
    "{{ 7*7 }}",
    "{% debug %}", "\u202e\ufeff", "\ud83d", "😀" * 40, "x" * 5000, "A" * 65, FOREIGN_SITE,
    "//evil.example", "javascript:alert(1)", "approve", "reject", "soft", "on", "[[0, 5]]",
    "[[5, 0], [9, -1]]", '{"active_s": 1e400}', "ASSIGNMENT_ID_NOT_AVAILABLE",
]  # fmt: skip
FIELDS = [
    *DecisionForm.base_fields, "token", "spans", "version", "events", "page", "turn", "answer",
    "values", "trails", "place", "threshold", "case", "agreed", "next", "title", "name", "study",
    "batch",
    "worker", "reason", "age", "deadline", "group", "state", "item", "by", "delivery", "q", "limit",
    "username", "password", "csrfmiddlewaretoken", "budget_usd", "dataset", "judges", "text",
    "assignmentId", "hitId", "workerId", "turkSubmitTo",
]  # fmt: skip
METHODS = ["get"] * 5 + ["post"] * 6 + ["head", "put", "patch", "delete", "options", "trace"]


@dataclass(frozen=True)
class Route:
    """An address as its pieces: literal text and the names of what is filled in."""

    path: str
    converters: dict[str, Any]


def routes() -> list[Route]:
    """Every address there is, those of Django's admin included."""
    return list(walk(get_resolver().url_patterns, "/", {}))


def walk(
    patterns: list[URLPattern | URLResolver], prefix: str, above: dict[str, Any]
) -> Iterator[Route]:
    for pattern in patterns:
        route = getattr(pattern.pattern, "_route", None)
        if route is None:  # a regular expression: admin's catch-all
            route = "<path:anything>"
        converters = above | getattr(pattern.pattern, "converters", {})
        if isinstance(pattern, URLResolver):
            yield from walk(pattern.url_patterns, prefix + route, converters)
        else:
            yield Route(prefix + route, converters)


@dataclass
class Sweep:
    """Makes requests; `known` are values that exist, by what an address calls them."""

    seed: int
    known: dict[str, list[str]]
    tokens: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.routes = routes()

    def address(self) -> str:
        path = self.random.choice(self.routes).path
        while "<" in path:
            start, end = path.index("<"), path.index(">")
            name = path[start + 1 : end].split(":")[-1]
            path = path[:start] + self.value_of(name) + path[end + 1 :]
        return path + self.query()

    def value_of(self, name: str) -> str:
        if name in self.known and self.random.random() < 0.7:
            return self.random.choice(self.known[name])
        if name == "public_id":
            return str(uuid.UUID(int=self.random.getrandbits(128)))
        odd = [
            "0",
            "1",
            "404",
            str(2**63),
            str(10**30),
            "x",
            "first",
            "%00",
            "a%0d%0ab",
            "-1",
            "%ff",
        ]
        return self.random.choice(odd)

    def query(self) -> str:
        if self.random.random() < 0.3:
            return ""
        pairs = [
            (self.random.choice(FIELDS), self.word()) for _ in range(self.random.randint(0, 3))
        ]
        if self.random.random() < 0.5:
            pairs += self.claims()
        return "?" + urlencode([(name, safe(value)) for name, value in pairs])

    def claims(self) -> list[tuple[str, str]]:
        """As a worker site would make them, some of them wrong."""
        site = self.random.choice(
            ["http://127.0.0.1:8001", FOREIGN_SITE, "http://127.0.0.1:8001.evil"]
        )
        claims = {
            "assignmentId": self.random.choice(
                ["3ASG1", "ASSIGNMENT_ID_NOT_AVAILABLE", "3'--", ""]
            ),
            "hitId": self.random.choice([*self.known.get("hit", []), "3FOREIGN", ""]),
            "workerId": self.random.choice(["A1", "AEVIL", "a b", ""]),
            "turkSubmitTo": site,
        }
        return list(claims.items())

    def word(self) -> str:
        pool = self.tokens if self.tokens and self.random.random() < 0.1 else HOSTILE
        word = self.random.choice(pool)
        return word[: self.random.randint(0, len(word))] if self.random.random() < 0.1 else word

    def body(self) -> tuple[Any, str]:
        """Data and its content type, as the test client takes them."""
        kind, pick = self.random.random(), self.random
        form = {pick.choice(FIELDS): safe(self.word()) for _ in range(pick.randint(0, 6))}
        if kind < 0.7:
            return urlencode(form).encode(), "application/x-www-form-urlencoded"
        if kind < 0.8:
            return json.dumps(form).encode(), "application/json"
        if kind < 0.9:
            return pick.randbytes(pick.randint(0, 300)), "application/x-www-form-urlencoded"
        if kind < 0.995:
            broken = (
                b'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n' + pick.randbytes(20)
            )
            return broken, pick.choice(["multipart/form-data; boundary=b", "multipart/form-data"])
        return b"token=" + b"x" * 3_000_000, "application/x-www-form-urlencoded"

    def request(self) -> tuple[str, str, Any, str]:
        method = self.random.choice(METHODS)
        data, kind = (b"", "text/plain") if method in ("get", "head", "trace") else self.body()
        return method, self.address(), data, kind


def safe(word: str) -> str:
    """Half a surrogate pair cannot be sent as UTF-8; its nearest kin can."""
    return word.encode("utf-8", "replace").decode()
