"""Rows as the structures of the API."""

from datetime import datetime
from typing import Any

from django.conf import settings

from marketplace.models import (
    HIT,
    Assignment,
    Bonus,
    Qualification,
    QualificationRequest,
    QualificationType,
)
from marketplace.tally import Tally


def present_hit(hit: HIT, count: Tally) -> dict[str, Any]:
    """The `HIT` structure. HITReviewStatus is Amazon's review of the content: never done here."""
    kind = hit.hit_type
    available = count.free(hit) if settings.MARKETPLACE_AVAILABLE_AFTER_EXPIRY else count.open(hit)
    return without_absent(
        HITId=hit.public_id,
        HITTypeId=kind.public_id,
        HITGroupId=kind.group_id,
        CreationTime=epoch(hit.created_at),
        Title=kind.title,
        Description=kind.description,
        Question=hit.question,
        Keywords=kind.keywords or None,
        HITStatus=hit.status,
        MaxAssignments=hit.max_assignments,
        Reward=f"{kind.reward:.2f}",
        AutoApprovalDelayInSeconds=kind.auto_approval_delay_s,
        Expiration=epoch(hit.expires_at),
        AssignmentDurationInSeconds=kind.duration_s,
        RequesterAnnotation=hit.annotation or None,
        QualificationRequirements=kind.requirements,
        HITReviewStatus="NotReviewed",
        NumberOfAssignmentsPending=count.accepted,
        NumberOfAssignmentsAvailable=available,
        NumberOfAssignmentsCompleted=count.reviewed,
    )


def present_assignment(assignment: Assignment) -> dict[str, Any]:
    """The `Assignment` structure of submitted work."""
    return without_absent(
        AssignmentId=assignment.public_id,
        WorkerId=assignment.worker.public_id,
        HITId=assignment.hit.public_id,
        AssignmentStatus=assignment.state,
        AutoApprovalTime=epoch(assignment.auto_approval_at),
        AcceptTime=epoch(assignment.accepted_at),
        SubmitTime=epoch(assignment.submitted_at),
        ApprovalTime=epoch(assignment.approved_at),
        RejectionTime=epoch(assignment.rejected_at),
        Deadline=epoch(assignment.deadline),
        Answer=assignment.answer,
        RequesterFeedback=assignment.feedback or None,
    )


def present_bonus(bonus: Bonus) -> dict[str, Any]:
    """The `BonusPayment` structure."""
    return {
        "WorkerId": bonus.assignment.worker.public_id,
        "BonusAmount": f"{bonus.amount:.2f}",
        "AssignmentId": bonus.assignment.public_id,
        "Reason": bonus.reason,
        "GrantTime": epoch(bonus.granted_at),
    }


def present_qualification_type(kind: QualificationType) -> dict[str, Any]:
    """The `QualificationType` structure, to its owner: with the answer key."""
    return without_absent(
        QualificationTypeId=kind.public_id,
        CreationTime=epoch(kind.created_at),
        Name=kind.name,
        Description=kind.description,
        Keywords=kind.keywords or None,
        QualificationTypeStatus=kind.status,
        RetryDelayInSeconds=kind.retry_delay_s,
        Test=kind.test or None,
        TestDurationInSeconds=kind.test_duration_s,
        AnswerKey=kind.answer_key or None,
        IsRequestable=True,
        AutoGranted=kind.auto_granted,
        AutoGrantedValue=kind.auto_granted_value if kind.auto_granted else None,
    )


def present_qualification(held: Qualification) -> dict[str, Any]:
    """The `Qualification` structure."""
    return {
        "QualificationTypeId": held.kind.public_id,
        "WorkerId": held.worker.public_id,
        "GrantTime": epoch(held.granted_at),
        "IntegerValue": held.value,
        "Status": held.status,
    }


def present_qualification_request(request: QualificationRequest) -> dict[str, Any]:
    """The `QualificationRequest` structure."""
    return without_absent(
        QualificationRequestId=request.public_id,
        QualificationTypeId=request.kind.public_id,
        WorkerId=request.worker.public_id,
        Test=request.test or None,
        Answer=request.answer or None,
        SubmitTime=epoch(request.submitted_at),
    )


def epoch(moment: datetime | None) -> float | None:
    return None if moment is None else round(moment.timestamp(), 3)


def without_absent(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}
