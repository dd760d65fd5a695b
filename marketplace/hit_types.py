"""HIT types: found when equal attributes were used before, else made."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db.models import QuerySet

from marketplace import ledger, requirements
from marketplace.fees import Schedule
from marketplace.models import Account, HITType
from marketplace.prepared import Prepared
from marketplace.refusals import RequestError


@dataclass(frozen=True)
class Attributes:
    """What workers see of a HIT before they open it."""

    title: str
    description: str
    keywords: str
    reward: Decimal
    duration_s: int
    auto_approval_delay_s: int
    requirements: list[dict]

    def digest(self) -> str:
        text = json.dumps(asdict(self), default=str, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def find_or_make(account: Account, attributes: Attributes, *, at: datetime) -> HITType:
    """The account's HIT type with these attributes. Within the caller's transaction.

    Locks the account: two calls with equal attributes queue here.
    """
    ledger.lock(account.id)
    digest = attributes.digest()
    if known := account.hit_types.filter(digest=digest).first():
        return known
    made = HITType.objects.create(
        account=account, digest=digest, created_at=at, **asdict(attributes)
    )
    named = [row["QualificationTypeId"] for row in attributes.requirements]
    made.qualification_types.set(account.qualification_types.filter(public_id__in=named))
    return made


def find(account: Account, public_id: str) -> HITType:
    for row in OWN(account.id, public_id):
        return HITType.from_db("default", COLUMNS, row)
    raise RequestError("HITTypeDoesNotExist", f"HITType {public_id} does not exist.")


COLUMNS = tuple(field.attname for field in HITType._meta.concrete_fields)


def own(account_id: int, public_id: str) -> QuerySet:
    return HITType.objects.filter(account=account_id, public_id=public_id).values_list(*COLUMNS)


OWN = Prepared(own, 10**9, "A TYPE")


def fee(hit_type: HITType, n_assignments: int) -> Decimal:
    """What one assignment of a HIT of this type and size costs on top of the reward."""
    return schedule().for_reward(
        hit_type.reward,
        n_assignments=n_assignments,
        masters=requirements.needs_masters(hit_type.requirements),
    )


def schedule() -> Schedule:
    return Schedule(
        rate=settings.MARKETPLACE_FEE_RATE,
        large_rate=settings.MARKETPLACE_FEE_LARGE_RATE,
        large_from=settings.MARKETPLACE_FEE_LARGE_FROM,
        masters_rate=settings.MARKETPLACE_FEE_MASTERS_RATE,
        minimum=settings.MARKETPLACE_FEE_MINIMUM,
    )
