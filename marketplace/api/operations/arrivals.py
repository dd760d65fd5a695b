"""Operations of our own, beside Mechanical Turk's: invitations, study links and who came by them.

Called and signed like `appeals`, with the targets HighRESMarketplace.<name>:

    CreateInvitation {"Places"?, "EndsAt"?, "Consent"?, "Contact"?, "Note"?}
        -> {"InvitationId", "InvitationURL", "Places", "EndsAt"}      the URL is told this once
    CreateStudyLink  {"HITTypeIds", "Preset"?, "Provider"?, "WorkerParameter"?, "StudyParameter"?,
        "SessionParameter"?, "StudyValue"?, "ReturnURL"?, "Consent"?, "Contact"?, "Places"?,
        "Tasks"?, "CompleteCode"?, "FailedCode"?, "ScreenedCode"?, "PersonalCodes"?, "FailedBy"?,
        "ScreenedBy"?, "WaitInSeconds"?, "Silence"?, "Only"?}
        -> {"StudyId", "StudyURL", "Codes": {"Complete", "FailedCheck", "ScreenedOut"}}
    ListParticipants {"StudyId", "MaxResults"?, "NextToken"?}
        -> {"NumResults", "NextToken"?, "Participants": [{"ExternalId", "Session"?, "WorkerId",
            "Outcome"?, "Code"?, "ConsentTime", "DecisionTime"?}]}    newest first
"""

from datetime import timedelta
from typing import Any

from marketplace import clock, invitations, outcomes, study_links
from marketplace.api.caller import Caller
from marketplace.api.pages import Walk, newest_first
from marketplace.api.presenting import epoch, without_absent
from marketplace.models import Outcome, Participation, StudyLink
from marketplace.refusals import RequestError, invalid_parameter
from marketplace.study_links import StudyLinkError, Wish

Members = dict[str, Any]
DEFAULT_LIFETIME = timedelta(days=30)
# Members that are fields of the link, by the field's name.
FIELDS = {
    "Provider": "provider",
    "WorkerParameter": "worker_parameter",
    "StudyParameter": "study_parameter",
    "SessionParameter": "session_parameter",
    "StudyValue": "study_value",
    "ReturnURL": "return_url",
    "Consent": "consent",
    "Contact": "contact",
    "Places": "places",
    "Tasks": "tasks",
    "WaitInSeconds": "patience_s",
    "Silence": "silence",
    "Only": "reserved",
}
CODES = {"CompleteCode": "complete", "FailedCode": "failed", "ScreenedCode": "screened"}


def create_invitation(caller: Caller, request: Members) -> Members:
    invitation, secret = invitations.issue(
        caller.account,
        places=request.get("Places", 1),
        ends_at=request.get("EndsAt", clock.now() + DEFAULT_LIFETIME),
        consent=request.get("Consent", ""),
        contact=request.get("Contact", ""),
        note=request.get("Note", ""),
    )
    return {
        "InvitationId": invitation.public_id,
        "InvitationURL": invitations.address(secret),
        "Places": invitation.places,
        "EndsAt": epoch(invitation.ends_at),
    }


def create_study_link(caller: Caller, request: Members) -> Members:
    wish = Wish(
        hit_types=request["HITTypeIds"],
        preset=request.get("Preset", "prolific"),
        fields={field: request[name] for name, field in FIELDS.items() if name in request},
        codes={word: request[name] for name, word in CODES.items() if name in request},
        personal_codes=request.get("PersonalCodes", False),
        failed_by=request.get("FailedBy", ""),
        screened_by=request.get("ScreenedBy", ""),
    )
    try:
        return present_study_link(study_links.make(caller.account, wish))
    except StudyLinkError as error:
        raise invalid_parameter(str(error)) from error


def list_participants(caller: Caller, request: Members) -> Members:
    link = caller.account.study_links.filter(public_id=request["StudyId"]).first()
    if link is None:
        raise RequestError("StudyDoesNotExist", f"Study {request['StudyId']} does not exist.")
    rows = link.participations.select_related("link", "guest__worker").order_by("-id")
    walk = Walk(caller.account, caller.operation, link.public_id, rows, newest_first)
    here, members = walk.page(request)
    return {**members, "Participants": [present_participation(row) for row in here]}


def present_study_link(link: StudyLink) -> Members:
    return {
        "StudyId": link.public_id,
        "StudyURL": study_links.address(link),
        "Codes": {str(outcome): link.shared_code(outcome) or None for outcome in Outcome},
    }


def present_participation(visit: Participation) -> Members:
    settled = outcomes.settle(visit)
    return without_absent(
        ExternalId=visit.guest.external_id,
        Session=visit.session_value or None,
        WorkerId=visit.guest.worker.public_id,
        Outcome=settled.outcome or None,
        Code=settled.code or None,
        ConsentTime=epoch(visit.consented_at),
        DecisionTime=epoch(settled.decided_at),
    )
