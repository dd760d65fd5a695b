"""Which operations there are: what each asks for and what it does."""

from collections.abc import Callable
from typing import Any, NamedTuple

from marketplace.api import requests
from marketplace.api.caller import Caller
from marketplace.api.operations import (
    account,
    appeals,
    arrivals,
    assignments,
    bonuses,
    hits,
    notifications,
    people,
    qualification_types,
    qualifications,
)
from marketplace.api.shapes import Structure


class Operation(NamedTuple):
    request: Structure
    perform: Callable[[Caller, dict[str, Any]], dict[str, Any]]


OPERATIONS = {
    "CreateHITType": Operation(requests.CREATE_HIT_TYPE, hits.create_hit_type),
    "CreateHIT": Operation(requests.CREATE_HIT, hits.create_hit),
    "CreateHITWithHITType": Operation(
        requests.CREATE_HIT_WITH_HIT_TYPE, hits.create_hit_with_hit_type
    ),
    "GetHIT": Operation(requests.GET_HIT, hits.get_hit),
    "ListHITs": Operation(requests.LIST_HITS, hits.list_hits),
    "ListReviewableHITs": Operation(requests.LIST_REVIEWABLE_HITS, hits.list_reviewable_hits),
    "UpdateExpirationForHIT": Operation(requests.UPDATE_EXPIRATION, hits.update_expiration),
    "CreateAdditionalAssignmentsForHIT": Operation(
        requests.CREATE_ADDITIONAL_ASSIGNMENTS, hits.create_additional_assignments
    ),
    "UpdateHITReviewStatus": Operation(requests.UPDATE_REVIEW_STATUS, hits.update_review_status),
    "UpdateHITTypeOfHIT": Operation(requests.UPDATE_HIT_TYPE, hits.update_hit_type),
    "DeleteHIT": Operation(requests.DELETE_HIT, hits.delete_hit),
    "ListAssignmentsForHIT": Operation(requests.LIST_ASSIGNMENTS, assignments.list_assignments),
    "GetAssignment": Operation(requests.GET_ASSIGNMENT, assignments.get_assignment),
    "ApproveAssignment": Operation(requests.APPROVE, assignments.approve),
    "RejectAssignment": Operation(requests.REJECT, assignments.reject),
    "SendBonus": Operation(requests.SEND_BONUS, bonuses.send_bonus),
    "ListBonusPayments": Operation(requests.LIST_BONUSES, bonuses.list_bonus_payments),
    "CreateWorkerBlock": Operation(requests.CREATE_BLOCK, people.create_worker_block),
    "DeleteWorkerBlock": Operation(requests.DELETE_BLOCK, people.delete_worker_block),
    "ListWorkerBlocks": Operation(requests.LIST_BLOCKS, people.list_worker_blocks),
    "NotifyWorkers": Operation(requests.NOTIFY_WORKERS, people.notify_workers),
    "CreateQualificationType": Operation(
        requests.CREATE_QUALIFICATION_TYPE, qualification_types.create_qualification_type
    ),
    "GetQualificationType": Operation(
        requests.ONE_QUALIFICATION_TYPE, qualification_types.get_qualification_type
    ),
    "UpdateQualificationType": Operation(
        requests.UPDATE_QUALIFICATION_TYPE, qualification_types.update_qualification_type
    ),
    "DeleteQualificationType": Operation(
        requests.ONE_QUALIFICATION_TYPE, qualification_types.delete_qualification_type
    ),
    "ListQualificationTypes": Operation(
        requests.LIST_QUALIFICATION_TYPES, qualification_types.list_qualification_types
    ),
    "ListHITsForQualificationType": Operation(
        requests.LIST_FOR_QUALIFICATION_TYPE, qualification_types.list_hits_for_qualification_type
    ),
    "AssociateQualificationWithWorker": Operation(
        requests.ASSOCIATE, qualifications.associate_qualification
    ),
    "DisassociateQualificationFromWorker": Operation(
        requests.DISASSOCIATE, qualifications.disassociate_qualification
    ),
    "GetQualificationScore": Operation(requests.GET_SCORE, qualifications.get_qualification_score),
    "ListWorkersWithQualificationType": Operation(
        requests.LIST_QUALIFIED, qualifications.list_workers_with_qualification_type
    ),
    "ListQualificationRequests": Operation(
        requests.LIST_QUALIFICATION_REQUESTS, qualifications.list_qualification_requests
    ),
    "AcceptQualificationRequest": Operation(
        requests.ACCEPT_REQUEST, qualifications.accept_qualification_request
    ),
    "RejectQualificationRequest": Operation(
        requests.REJECT_REQUEST, qualifications.reject_qualification_request
    ),
    "UpdateNotificationSettings": Operation(
        requests.UPDATE_NOTIFICATIONS, notifications.update_notification_settings
    ),
    "SendTestEventNotification": Operation(
        requests.SEND_TEST_EVENT, notifications.send_test_event_notification
    ),
    "GetAccountBalance": Operation(requests.NOTHING, account.get_account_balance),
}

# Ours, beside the protocol (`wire.OWN_PREFIX`).
OWN = {
    "ListAppeals": Operation(requests.LIST_APPEALS, appeals.list_appeals),
    "DenyAppeal": Operation(requests.DENY_APPEAL, appeals.deny_appeal),
    "CreateInvitation": Operation(requests.CREATE_INVITATION, arrivals.create_invitation),
    "CreateStudyLink": Operation(requests.CREATE_STUDY_LINK, arrivals.create_study_link),
    "ListParticipants": Operation(requests.LIST_PARTICIPANTS, arrivals.list_participants),
}

# Operations of the protocol that this marketplace does not offer: file uploads and review policies
# belong to QuestionForm, which it does not take.
UNSUPPORTED = frozenset({"GetFileUploadURL", "ListReviewPolicyResultsForHIT"})
