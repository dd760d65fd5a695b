"""What the address of a study claims about who opens it."""

import re
from dataclasses import dataclass

from django.http import QueryDict

from marketplace.models import StudyLink
from marketplace.refusals import Refused

# No site's ids are longer; a placeholder that was not filled in has brackets.
VALUE = re.compile(r"[A-Za-z0-9_.:@+-]{1,128}")


@dataclass(frozen=True)
class Claims:
    """What an address says about who opens it. Claims, not proof: anybody can write an address."""

    external_id: str
    study: str = ""
    session: str = ""


def read_claims(link: StudyLink, query: QueryDict) -> Claims:
    """The parameters of the address, each once and in a shape that ids have. Raises Refused."""
    names = (link.worker_parameter, link.study_parameter, link.session_parameter)
    claims = Claims(*(read_one(query, name) if name else "" for name in names))
    if link.study_value and claims.study != link.study_value:
        raise Refused(
            f"This link belongs to another study: its {link.study_parameter} is not ours."
        )
    return claims


def read_one(query: QueryDict, name: str) -> str:
    values = query.getlist(name)
    if not values:
        raise Refused(f"The link is not complete: {name} is missing.")
    if len(values) > 1:
        raise Refused(f"The link says {name} {len(values)} times; it must say it once.")
    if not VALUE.fullmatch(values[0]):
        raise Refused(f"The link’s {name} is not an id: it may be too long, or was not filled in.")
    return values[0]
