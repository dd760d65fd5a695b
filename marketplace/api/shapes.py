"""The kinds of values a request may hold, and how each is checked.

A value of the wrong JSON type is a ValidationException; a value of the right type that breaks a
pattern, a range or an enumeration is a RequestError InvalidParameterValue.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Protocol

from marketplace.api.wire import WireError
from marketplace.refusals import RequestError, invalid_parameter

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
CURRENCY = re.compile(r"[0-9]+\.?[0-9]{0,2}")
LAST_MOMENT = datetime(9999, 1, 1, tzinfo=UTC)
FIRST_MOMENT = datetime(1970, 1, 1, tzinfo=UTC)


class Shape(Protocol):
    def read(self, value: Any, where: str) -> Any:
        """The Python value of a JSON value. Raises WireError or RequestError."""


@dataclass(frozen=True)
class Text:
    least: int = 0
    most: int | None = None
    most_bytes: int | None = None
    pattern: str | None = None
    blank: bool = True

    def read(self, value: Any, where: str) -> str:
        expect(isinstance(value, str), "a string", value, where)
        refuse_if(UNSTORABLE.search(value), "must not hold NUL or lone surrogates", value, where)
        shorter = len(value) < self.least
        refuse_if(shorter, f"must have at least {self.least} characters", value, where)
        longer = self.most is not None and len(value) > self.most
        refuse_if(longer, f"must have at most {self.most} characters", value, where)
        heavier = self.most_bytes is not None and len(value.encode()) > self.most_bytes
        refuse_if(heavier, f"must have at most {self.most_bytes} bytes", value, where)
        refuse_if(not self.blank and not value.strip(), "must not be blank", value, where)
        odd = self.pattern is not None and not re.fullmatch(self.pattern, value, re.ASCII)
        refuse_if(odd, f"must match {self.pattern}", value, where)
        return value


@dataclass(frozen=True)
class Whole:
    least: int
    most: int

    def read(self, value: Any, where: str) -> int:
        number = isinstance(value, int) and not isinstance(value, bool)
        expect(number, "a whole number", value, where)
        outside = not self.least <= value <= self.most
        refuse_if(outside, f"must lie between {self.least} and {self.most}", value, where)
        return value


@dataclass(frozen=True)
class Flag:
    def read(self, value: Any, where: str) -> bool:
        expect(isinstance(value, bool), "true or false", value, where)
        return value


@dataclass(frozen=True)
class Moment:
    """Seconds since 1970; earlier times mean 1970."""

    def read(self, value: Any, where: str) -> datetime:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        expect(number, "a timestamp in seconds", value, where)
        refuse_if(value > LAST_MOMENT.timestamp(), "lies too far in the future", value, where)
        return datetime.fromtimestamp(max(value, FIRST_MOMENT.timestamp()), UTC)


@dataclass(frozen=True)
class Money:
    most: Decimal
    least: Decimal = Decimal("0.00")

    def read(self, value: Any, where: str) -> Decimal:
        expect(isinstance(value, str), "a string", value, where)
        money = CURRENCY.fullmatch(value) and len(value) <= 20
        refuse_if(not money, "must be US dollars like 0.10", value, where)
        refuse_if(Decimal(value) > self.most, f"must be at most {self.most}", value, where)
        refuse_if(Decimal(value) < self.least, f"must be at least {self.least}", value, where)
        return Decimal(value).quantize(Decimal("0.01"))


@dataclass(frozen=True)
class Choice:
    options: frozenset[str]

    def read(self, value: Any, where: str) -> str:
        expect(isinstance(value, str), "a string", value, where)
        text = f"must be one of {', '.join(sorted(self.options))}"
        refuse_if(value not in self.options, text, value, where)
        return value


@dataclass(frozen=True)
class Listing:
    of: Shape
    least: int = 0
    most: int | None = None

    def read(self, value: Any, where: str) -> list:
        expect(isinstance(value, list), "a list", value, where)
        fewer = len(value) < self.least
        refuse_if(fewer, f"must have at least {self.least} members", value, where)
        more = self.most is not None and len(value) > self.most
        refuse_if(more, f"must have at most {self.most} members", value, where)
        return [self.of.read(item, f"{where}.{n}") for n, item in enumerate(value, start=1)]


@dataclass(frozen=True)
class Unsupported:
    """A member this marketplace does not implement: never a silent success."""

    def read(self, value: Any, where: str) -> None:
        raise RequestError("NotSupported", f"{where} is not supported by this marketplace.")


@dataclass(frozen=True)
class Required:
    shape: Shape


class Structure:
    """Named members; null is absent, unknown members are ignored."""

    def __init__(self, **members: Shape | Required):
        self.members = members

    def read(self, value: Any, where: str = "") -> dict[str, Any]:
        expect(isinstance(value, dict), "a structure", value, where)
        found = {}
        for name, member in self.members.items():
            place = f"{where}.{name}" if where else name
            shape = member.shape if isinstance(member, Required) else member
            if value.get(name) is not None:
                found[name] = shape.read(value[name], place)
            elif isinstance(member, Required):
                expect(False, "present", None, place)
        return found


def expect(right: bool, what: str, value: Any, where: str) -> None:
    if not right:
        raise WireError(
            "ValidationException",
            f"1 validation error detected: Value {shown(value)} at '{where}' failed to satisfy "
            f"constraint: Member must be {what}",
        )


def refuse_if(wrong: Any, what: str, value: Any, where: str) -> None:
    if wrong:
        raise invalid_parameter(f"{where} {what}, got {shown(value)}")


def shown(value: Any) -> str:
    text = ascii(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
