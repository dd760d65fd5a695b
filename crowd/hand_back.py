"""What a worker's browser hands to the endpoint with finished work, and reading it again there.

The endpoint only needs to know that the assignment is finished. The whole answer, our token and a
checksum go along, so that work which reached the endpoint but not us is not lost. What
comes back from there is a claim until its token proves that we showed the page.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from crowd.frame import FrameClaims
from crowd.kinds import CannotIngest
from crowd.models import HIT, Assignment
from crowd.tokens import TokenError, sign, unsign


def hand_back_fields(hit: HIT, claims: FrameClaims, work: Mapping[str, Any]) -> dict[str, str]:
    """The fields of the form, besides assignmentId, that posts itself to the endpoint."""
    answer = json.dumps(work, separators=(",", ":"))
    return {
        "answer": answer,
        "sha256": checksum(answer),
        "token": sign(claims, hit.public_id),
    }


def hand_back_context(
    hit: HIT, claims: FrameClaims, assignment: Assignment, work: Mapping[str, Any]
) -> dict[str, Any]:
    """What templates/work/hand_back.html says, of any kind of work."""
    fields = hand_back_fields(hit, claims, work)
    return {
        "fields": fields,
        "reference": fields["sha256"][:8].upper(),
        "is_confirmed": assignment.confirmed_at is not None,
        "is_late": assignment.is_late,
        "auto_approval": duration_in_words(hit.item.batch.auto_approval_delay_s),
    }


def duration_in_words(duration_s: int) -> str:
    if duration_s >= 2 * 86400:
        return f"{round(duration_s / 86400)} days"
    return f"{max(1, round(duration_s / 3600))} hours"


def read_hand_back(assignment: Assignment, answers: Mapping[str, str]) -> dict[str, Any]:
    """The work in an endpoint's answer; raises CannotIngest if it is not as we sent it."""
    if absent := {"answer", "sha256", "token"} - answers.keys():
        raise CannotIngest(f"fields missing from the answer: {', '.join(sorted(absent))}")
    answer = answers["answer"]
    if checksum(answer) != answers["sha256"]:
        raise CannotIngest(f"the checksum does not fit the answer {answer[:80]!r}")
    try:
        claims = unsign(answers["token"], assignment.hit.public_id)
    except TokenError as error:
        raise CannotIngest(str(error)) from None
    if claims.assignment_id != assignment.mturk_id:
        raise CannotIngest(f"the token was made for assignment {claims.assignment_id}")
    try:
        work = json.loads(answer)
    except (ValueError, RecursionError):
        raise CannotIngest(f"the answer is not JSON: {answer[:80]!r}") from None
    if not isinstance(work, dict):
        raise CannotIngest(f"the answer must be a JSON object, got {answer[:80]!r}")
    return work


def checksum(answer: str) -> str:
    return sha256(answer.encode()).hexdigest()
