"""Which operations there are: what each asks for and what it does."""

from collections.abc import Callable
from typing import Any, NamedTuple

from marketplace.api import requests
from marketplace.api.caller import Caller
from marketplace.api.operations import account, assignments, bonuses, hits, people
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
    "GetAccountBalance": Operation(requests.NOTHING, account.get_account_balance),
}

# Operations of the protocol that this marketplace does not offer yet.
NOT_YET = frozenset(
    {
        "AcceptQualificationRequest",
        "AssociateQualificationWithWorker",
        "CreateQualificationType",
        "DeleteQualificationType",
        "DisassociateQualificationFromWorker",
        "GetFileUploadURL",
        "GetQualificationScore",
        "GetQualificationType",
        "ListHITsForQualificationType",
        "ListQualificationRequests",
        "ListQualificationTypes",
        "ListReviewPolicyResultsForHIT",
        "ListWorkersWithQualificationType",
        "RejectQualificationRequest",
        "SendTestEventNotification",
        "UpdateNotificationSettings",
        "UpdateQualificationType",
    }
)
