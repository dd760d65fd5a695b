"""Study links: the addresses that other sites send people to, and the codes at their end."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db import transaction

from marketplace import clock, identifiers, ledger
from marketplace.invitations import CONSENT
from marketplace.models import Account, HITType, Outcome, QualificationType, StudyLink
from marketplace.refusals import Refused

UNKNOWN = "This study does not exist. Check that you copied the whole link."
PARAMETER = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
CODE = re.compile(r"[A-Za-z0-9_-]{6,64}")
RETURN_URL_MAX = 2000
PARAMETERS = ("worker_parameter", "study_parameter", "session_parameter")
PRESETS = {
    "prolific": {
        "provider": "Prolific",
        "worker_parameter": "PROLIFIC_PID",
        "study_parameter": "STUDY_ID",
        "session_parameter": "SESSION_ID",
        "return_url": "https://app.prolific.com/submissions/complete?cc={code}",
    },
    "plain": {
        "provider": "",
        "worker_parameter": "participant",
        "study_parameter": "",
        "session_parameter": "",
        "return_url": "",
    },
}


class StudyLinkError(Exception):
    """A study link that cannot be made; the text names the value and the way out.

    Attributes:
        field: what of the wish is wrong, so that a form can say it there.
    """

    def __init__(self, text: str, *, field: str):
        super().__init__(text)
        self.field = field


@dataclass(frozen=True)
class Wish:
    """What a requester wants of a new link; everything but the HIT types has a default."""

    hit_types: list[str]
    preset: str = "prolific"
    # provider, ..._parameter, study_value, return_url, consent, contact, tasks, patience_s, ...
    fields: dict = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    personal_codes: bool = False
    failed_by: str = ""
    screened_by: str = ""


def make(account: Account, wish: Wish, *, public_id: str = "") -> StudyLink:
    """A new study link with codes that nobody can guess. Raises StudyLinkError.

    With an id that was drawn for it before, making it twice makes one link, the first.
    """
    given = {**PRESETS[wish.preset], **wish.fields}
    check_parameters(given)
    check_return_url(given["return_url"])
    link = StudyLink(
        account=account,
        public_id=public_id or identifiers.new_entity_id(),
        created_at=clock.now(),
        failed_by=own_type(account, wish.failed_by, field="failed_by"),
        screened_by=own_type(account, wish.screened_by, field="screened_by"),
        **{**given, "consent": given.get("consent", "").strip() or CONSENT},
    )
    if wish.personal_codes and wish.codes:
        raise StudyLinkError(
            "personal codes are drawn for each person: give no codes with them",
            field="personal_codes",
        )
    if not wish.personal_codes:
        set_codes(link, wish.codes)
    with transaction.atomic():
        ledger.lock(account.id)
        if made := account.study_links.filter(public_id=link.public_id).first():
            return made
        link.save()
        link.hit_types.set(own_hit_types(account, wish.hit_types))
    return link


def check_parameters(given: dict) -> None:
    names = {role: given[role] for role in PARAMETERS}
    used = {role: name for role, name in names.items() if name}
    for role, name in used.items():
        if not PARAMETER.fullmatch(name):
            raise StudyLinkError(
                f"a parameter must be a plain name like PROLIFIC_PID, got {name!r}", field=role
            )
    if not names["worker_parameter"] or len(set(used.values())) < len(used):
        raise StudyLinkError(
            f"the parameters must have names of their own, got {list(names.values())}",
            field="worker_parameter",
        )
    if given.get("study_value") and not names["study_parameter"]:
        raise StudyLinkError(
            "a study value needs the name of the parameter that says it", field="study_parameter"
        )


def check_return_url(url: str) -> None:
    """Raises StudyLinkError unless people can be sent there with their code."""
    if not url:
        return
    parts = urlsplit(url)
    local = parts.hostname in ("localhost", "127.0.0.1")
    secure = parts.scheme == "https" or (parts.scheme == "http" and local)
    if not secure or not parts.hostname or url.count("{code}") != 1 or "{code}" in parts.netloc:
        raise StudyLinkError(
            f"the return address must be https and hold {{code}} once, got {url!r}",
            field="return_url",
        )


def own_type(account: Account, public_id: str, *, field: str) -> QualificationType | None:
    if not public_id:
        return None
    if found := account.qualification_types.living().named(public_id).first():
        return found
    raise StudyLinkError(
        f"account {account.name!r} has no qualification type {public_id!r}", field=field
    )


def own_hit_types(account: Account, public_ids: Iterable[str]) -> list[HITType]:
    found = {kind.public_id: kind for kind in account.hit_types.filter(public_id__in=public_ids)}
    if absent := [public_id for public_id in public_ids if public_id not in found]:
        raise StudyLinkError(
            f"account {account.name!r} has no HIT type {', '.join(absent)}", field="hit_types"
        )
    if not found:
        raise StudyLinkError("a study link needs at least one HIT type", field="hit_types")
    return list(found.values())


def set_codes(link: StudyLink, given: dict[str, str]) -> None:
    """Codes as given, the others drawn. Raises StudyLinkError for two alike or too simple ones."""
    for name in ("complete", "failed", "screened"):
        code = given.get(name) or new_code()
        if not CODE.fullmatch(code):
            raise StudyLinkError(
                f"the {name} code must have 6 to 64 letters or digits: {code!r}",
                field=f"{name}_code",
            )
        setattr(link, f"{name}_code", code)
    codes = [link.shared_code(outcome) for outcome in Outcome]
    if len(set(codes)) < len(codes):
        raise StudyLinkError(
            f"each outcome needs a code of its own, got {codes}", field="complete_code"
        )


def new_code() -> str:
    """Ten letters and digits: about 52 bits that no other code tells anything of."""
    return "C" + identifiers.draw(10)


def find(public_id: str) -> StudyLink:
    """A study link. Raises Refused."""
    found = StudyLink.objects.filter(public_id=public_id).select_related("account").first()
    if found is None:
        raise Refused(UNKNOWN, not_found=True)
    return found


def address(link: StudyLink) -> str:
    """The link as it is given to the site that sends people; there {{%X%}} is filled in."""
    names = [getattr(link, role) for role in PARAMETERS]
    query = "&".join(f"{name}={{{{%{name}%}}}}" for name in names if name)
    return f"{settings.MARKETPLACE_ORIGIN}/study/{link.public_id}?{query}"


def way_out(link: StudyLink, code: str) -> str:
    """Where people go with their code; empty when they are shown it instead."""
    return link.return_url.replace("{code}", quote(code, safe=""))


def pause(account: Account, public_id: str, *, paused: bool) -> bool:
    """Stop or reopen a study for tasks that were not accepted; whether it is this account's."""
    mine = account.study_links.filter(public_id=public_id)
    return bool(mine.update(paused_at=clock.now() if paused else None))
