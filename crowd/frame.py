"""What the address of a worker's page claims: whose assignment of which HIT it is.

Claims, not proof: whoever can type an address can make them. So they are
parsed strictly, the address to hand work back to must be one we know, and nothing counts before
the endpoint has confirmed it.
"""

import re
from dataclasses import dataclass
from typing import Self

from django.conf import settings
from django.http import QueryDict

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
ENTITY_ID = re.compile(r"[A-Z0-9]{1,64}")
WORKER_ID = re.compile(r"A[A-Z0-9]{1,63}")


class FrameError(ValueError):
    """The address is not one that the endpoint's worker site makes."""


@dataclass(frozen=True)
class FrameClaims:
    """Checked for form, not for truth. In a preview worker and submit address may be empty."""

    assignment_id: str
    hit_id: str
    worker_id: str
    submit_to: str

    @classmethod
    def from_query(cls, query: QueryDict) -> Self:
        """Raises FrameError for a parameter that is missing, repeated, malformed or foreign."""
        assignment_id = the_one(query, "assignmentId")
        is_preview = assignment_id == PREVIEW
        return cls(
            assignment_id=assignment_id if is_preview else entity_id("assignmentId", assignment_id),
            hit_id=entity_id("hitId", the_one(query, "hitId")),
            worker_id=worker_id(the_one(query, "workerId", optional=is_preview)),
            submit_to=submit_origin(the_one(query, "turkSubmitTo", optional=is_preview)),
        )

    @property
    def is_preview(self) -> bool:
        """Somebody looks at the HIT without having accepted it."""
        return self.assignment_id == PREVIEW

    @property
    def submit_url(self) -> str:
        """Where the worker's browser hands the finished assignment back."""
        return f"{self.submit_to}/mturk/externalSubmit"

    def as_query(self) -> dict[str, str]:
        """The parameters from which these claims were read."""
        return {
            "assignmentId": self.assignment_id,
            "hitId": self.hit_id,
            "workerId": self.worker_id,
            "turkSubmitTo": self.submit_to,
        }


def the_one(query: QueryDict, name: str, *, optional: bool = False) -> str:
    values = query.getlist(name)
    if len(values) > 1:
        raise FrameError(f"{name} is given {len(values)} times, it must be given once")
    if not any(values) and not optional:
        raise FrameError(f"{name} is missing")
    return values[0] if values else ""


def entity_id(name: str, value: str) -> str:
    if not ENTITY_ID.fullmatch(value):
        raise FrameError(f"{name} must be capital letters and digits, got {value[:80]!r}")
    return value


def worker_id(value: str) -> str:
    if value and not WORKER_ID.fullmatch(value):
        raise FrameError(
            f"workerId must be an A followed by capital letters and digits, got {value[:80]!r}"
        )
    return value


def submit_origin(value: str) -> str:
    origin = value.rstrip("/")
    if value and origin not in (known.rstrip("/") for known in settings.MTURK_SUBMIT_ORIGINS):
        raise FrameError(f"turkSubmitTo names a site we do not know: {value[:80]!r}")
    return origin
