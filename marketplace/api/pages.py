"""Lists in pages: keyset tokens, signed, bound to the account, the operation and the filter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet

from marketplace import clock, faults
from marketplace.models import Account, Assignment, Fault
from marketplace.refusals import invalid_parameter


@dataclass(frozen=True)
class Walk:
    """One list as one caller walks it: what it holds, and the rows that follow a given row."""

    account: Account
    operation: str
    filter: str
    rows: QuerySet
    following: Callable[[Model], Q]
    # The first page, of at most so many rows, by a prepared query.
    first: Callable[[int], list] | None = None

    def page(self, request: dict[str, Any]) -> tuple[list, dict[str, Any]]:
        """The rows of the requested page, and the members NumResults and NextToken."""
        size = request.get("MaxResults", settings.MARKETPLACE_PAGE_SIZE)
        if token := request.get("NextToken"):
            rest = self.rows.filter(self.following(self.last_row(token)))
            found = list(rest[: size + 1])
        else:
            found = self.first(size + 1) if self.first else list(self.rows[: size + 1])
        here, more = found[:size], len(found) > size
        members: dict[str, Any] = {"NumResults": len(here)}
        if more or (here and self.trails()):
            members["NextToken"] = self.token(here[-1])
        return here, members

    def token(self, last: Model) -> str:
        """Names the last row by its public id: the next page begins behind it."""
        return self.signer().sign(f"{last.public_id}:{int(clock.now().timestamp())}")

    def last_row(self, token: str) -> Model:
        try:
            public_id, _, given_at = self.signer().unsign(token).partition(":")
        except BadSignature:
            raise invalid_parameter("NextToken is not one of this list.") from None
        if clock.now().timestamp() - int(given_at) > settings.MARKETPLACE_PAGE_TOKEN_LIFETIME_S:
            raise invalid_parameter("NextToken has expired; begin the list again.")
        # Looked up without the filter: meanwhile the row may have changed its state.
        row = self.rows.model.objects.filter(public_id=public_id).first()
        if row is None:
            raise invalid_parameter("NextToken names a row that is gone; begin the list again.")
        return row

    def signer(self) -> Signer:
        return Signer(salt=f"page of {self.operation}:{self.account.id}:{self.filter}")

    def trails(self) -> bool:
        """Amazon may end a list on an empty page; a fault makes this marketplace do so."""
        if not settings.MARKETPLACE_CONTROL_SECRET:
            return False
        return faults.armed(
            Fault.Kind.TRAILING_PAGE, account_id=self.account.id, operation=self.operation
        ).exists()


def newest_first(last: Model) -> Q:
    return Q(id__lt=last.id)


def in_order_of_submission(last: Assignment) -> Q:
    later = Q(submitted_at__gt=last.submitted_at)
    return later | Q(submitted_at=last.submitted_at, id__gt=last.id)
