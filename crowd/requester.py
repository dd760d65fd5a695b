"""What a requester says to an endpoint, operation by operation, in the words of `crowd.port`.

How it travels is the business of whoever is a Requester (crowd.mturk); what comes back is read by
`crowd.wire`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from crowd.port import (
    Balance,
    Refused,
    RemoteAssignment,
    RemoteBonus,
    RemoteHIT,
    RemoteQualification,
    WrongState,
)
from crowd.wire import read_assignment, read_bonus, read_hit, read_qualification

EXPIRE_NOW = datetime.fromtimestamp(0, UTC)
# Hidden, not only closed, from whoever has the qualification.
APART = {"Comparator": "DoesNotExist", "ActionsGuarded": "DiscoverPreviewAndAccept"}
HELD = {**APART, "Comparator": "Exists"}


class Requester(ABC):
    """A requester's account, asked by `call` and `pages`."""

    @abstractmethod
    def call(self, operation: str, *, once: bool = False, **parameters: Any) -> dict[str, Any]:
        """Raises EndpointError. With `once` it is never sent a second time by itself."""

    @abstractmethod
    def pages(self, operation: str, rows: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """All rows of a list."""

    def create_hit_type(
        self,
        *,
        title: str,
        description: str,
        keywords: str,
        reward_usd: Decimal,
        assignment_duration_s: int,
        auto_approval_delay_s: int,
        not_for: Sequence[str] = (),
        only_for: Sequence[str] = (),
    ) -> str:
        """Its id; equal values give the id they gave before. Nobody sees its HITs who has one of
        the qualifications `not_for`, or lacks one of `only_for`."""
        required = [{"QualificationTypeId": each, **APART} for each in not_for]
        required += [{"QualificationTypeId": each, **HELD} for each in only_for]
        made = self.call(
            "create_hit_type",
            Title=title,
            Description=description,
            Keywords=keywords,
            Reward=f"{reward_usd:.2f}",
            AssignmentDurationInSeconds=assignment_duration_s,
            AutoApprovalDelayInSeconds=auto_approval_delay_s,
            **({"QualificationRequirements": required} if required else {}),
        )
        return made["HITTypeId"]

    def create_hit(
        self,
        *,
        hit_type_id: str,
        question: str,
        max_assignments: int,
        lifetime_s: int,
        annotation: str,
        token: str,
    ) -> RemoteHIT:
        made = self.call(
            "create_hit_with_hit_type",
            HITTypeId=hit_type_id,
            Question=question,
            MaxAssignments=max_assignments,
            LifetimeInSeconds=lifetime_s,
            RequesterAnnotation=annotation,
            UniqueRequestToken=token,
        )
        return read_hit(made["HIT"])

    def get_hit(self, mturk_id: str) -> RemoteHIT:
        return read_hit(self.call("get_hit", HITId=mturk_id)["HIT"])

    def has_hit(self, mturk_id: str) -> bool:
        """Whether it is there; some endpoints still show what was deleted."""
        try:
            return self.get_hit(mturk_id).status != "Disposed"
        except Refused as refusal:
            if refusal.code != "HITDoesNotExist":
                raise
            return False

    def hits(self) -> Iterator[RemoteHIT]:
        """All HITs of the account that are not deleted."""
        return map(read_hit, self.pages("list_hits", "HITs"))

    def find_hit(self, annotation: str) -> RemoteHIT | None:
        """Walks all HITs of the account: for when the id itself is unknown."""
        return next((hit for hit in self.hits() if hit.annotation == annotation), None)

    def extend(self, mturk_id: str, *, by: int, token: str) -> None:
        self.call(
            "create_additional_assignments_for_hit",
            HITId=mturk_id,
            NumberOfAdditionalAssignments=by,
            UniqueRequestToken=token,
        )

    def move_expiration(self, mturk_id: str, at: datetime) -> None:
        """With EXPIRE_NOW nobody can accept it any more; accepted work may still be handed in."""
        self.call("update_expiration_for_hit", HITId=mturk_id, ExpireAt=at)

    def delete_hit(self, mturk_id: str) -> None:
        """Its rejections can no longer be overturned."""
        self.call("delete_hit", HITId=mturk_id)

    def assignments(self, hit_id: str) -> Iterator[RemoteAssignment]:
        """What was handed in, whatever became of it; nothing that is only accepted."""
        listed = self.pages("list_assignments_for_hit", "Assignments", HITId=hit_id)
        return map(read_assignment, listed)

    def get_assignment(self, mturk_id: str) -> RemoteAssignment:
        """Raises WrongState while it has not been handed in."""
        return read_assignment(self.call("get_assignment", AssignmentId=mturk_id)["Assignment"])

    def approve(self, mturk_id: str, *, overturn: bool) -> None:
        self.call("approve_assignment", AssignmentId=mturk_id, OverrideRejection=overturn)

    def reject(self, mturk_id: str, *, reason: str) -> None:
        self.call("reject_assignment", AssignmentId=mturk_id, RequesterFeedback=reason)

    def send_bonus(
        self, assignment_id: str, *, worker_id: str, amount_usd: str, reason: str, token: str
    ) -> None:
        self.call(
            "send_bonus",
            AssignmentId=assignment_id,
            WorkerId=worker_id,
            BonusAmount=amount_usd,
            Reason=reason,
            UniqueRequestToken=token,
        )

    def bonuses(self, **of: str) -> Iterator[RemoteBonus]:
        """What was paid beside the rewards; HITId= or AssignmentId= says of what."""
        return map(read_bonus, self.pages("list_bonus_payments", "BonusPayments", **of))

    def notify(self, worker_id: str, *, subject: str, text: str) -> str:
        """Why the worker was not reached, or empty. The protocol has no token for it."""
        told = self.call(
            "notify_workers", once=True, Subject=subject, MessageText=text, WorkerIds=[worker_id]
        )
        return "; ".join(
            f"{row.get('NotifyWorkersFailureCode')}: {row.get('NotifyWorkersFailureMessage')}"
            for row in told.get("NotifyWorkersFailureStatuses") or []
        )

    def create_qualification(self, *, name: str, description: str) -> str:
        made = self.call(
            "create_qualification_type",
            Name=name,
            Description=description,
            QualificationTypeStatus="Active",
        )
        return made["QualificationType"]["QualificationTypeId"]

    def find_qualification(self, name: str) -> RemoteQualification | None:
        """By its name, which is unique in the account; a new one may not be listed yet."""
        listed = self.pages(
            "list_qualification_types",
            "QualificationTypes",
            Query=name,
            MustBeRequestable=False,
            MustBeOwnedByCaller=True,
        )
        return next((kind for kind in map(read_qualification, listed) if kind.name == name), None)

    def grant(self, qualification_id: str, worker_id: str) -> None:
        """Silently: it is our bookkeeping, not an honour."""
        self.call(
            "associate_qualification_with_worker",
            QualificationTypeId=qualification_id,
            WorkerId=worker_id,
            IntegerValue=1,
            SendNotification=False,
        )

    def revoke(self, qualification_id: str, worker_id: str) -> None:
        self.call(
            "disassociate_qualification_from_worker",
            QualificationTypeId=qualification_id,
            WorkerId=worker_id,
        )

    def is_granted(self, qualification_id: str, worker_id: str) -> bool:
        asked = {"QualificationTypeId": qualification_id, "WorkerId": worker_id}
        try:
            return self.call("get_qualification_score", **asked)["Qualification"]["Status"] == (
                "Granted"
            )
        except WrongState:
            return False

    def balance(self) -> Balance:
        told = self.call("get_account_balance")
        return Balance(
            available_usd=Decimal(told["AvailableBalance"]),
            on_hold_usd=Decimal(told.get("OnHoldBalance") or 0),
        )

    def balance_usd(self) -> Decimal:
        return self.balance().available_usd
