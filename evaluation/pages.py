"""What the pages of both rating HITs are given, and nothing a worker may not know."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from crowd.consent import consent_text
from crowd.hand_back import hand_back_context
from crowd.tokens import sign
from evaluation.ingesting import handed_back
from evaluation.visits import Step, Visit


def page_context(visit: Visit) -> dict[str, Any]:
    """What every step needs; a kind adds what its own templates show."""
    return {
        "claims": visit.claims,
        "token": "" if visit.claims.is_preview else sign(visit.claims, visit.hit.public_id),
        "events": json.dumps(visit.draft.events),
        "version": visit.assignment.draft_version if visit.assignment else 0,
    } | _COMMON.get(visit.step, nothing_more)(visit)


def start_context(visit: Visit) -> dict[str, Any]:
    """What to agree to; empty for whoever agreed to it before. One statement."""
    study = visit.hit.item.batch.study
    return {
        "consent": "" if visit.has_consented() else consent_text(study),
        "is_literal": study.is_literal,
    }


def rate_context(visit: Visit) -> dict[str, Any]:
    return {
        "is_literal": visit.hit.item.batch.study.is_literal,
        "values": packed(visit.draft.values, visit.names),
        "trails": json.dumps(visit.draft.trails, separators=(",", ":")),
    }


def done_context(visit: Visit) -> dict[str, Any]:
    """The worker's own work goes to the endpoint too, in case it does not reach us."""
    return hand_back_context(visit.hit, visit.claims, visit.assignment, handed_back(visit))


def nothing_more(visit: Visit) -> dict[str, Any]:
    return {}


_COMMON = {
    Step.PREVIEW: start_context,
    Step.START: start_context,
    Step.RATE: rate_context,
    Step.HAND_BACK: done_context,
}


def packed(values: Mapping[str, Any], names: Sequence[str]) -> str:
    """Values as JSON in the page's order, written as JavaScript writes it.

    >>> packed({"b": 2, "a": 1}, ["a", "b", "c"])
    '{"a":1,"b":2}'
    """
    ordered = {name: values[name] for name in names if name in values}
    return json.dumps(ordered, separators=(",", ":"))
