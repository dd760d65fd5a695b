"""The request of each operation: its members and what each may hold."""

from django.conf import settings

from marketplace.api.shapes import (
    Choice,
    Flag,
    Listing,
    Moment,
    Money,
    Required,
    Structure,
    Text,
    Unsupported,
    Whole,
)
from marketplace.callbacks import MOST_CHARACTERS
from marketplace.fees import CENT
from marketplace.invitations import CONSENT_MAX, MOST_PLACES, NOTE_MAX
from marketplace.models import Event
from marketplace.requirements import COMPARATORS
from marketplace.study_links import PRESETS, RETURN_URL_MAX

INT = Whole(-(2**31), 2**31 - 1)
ENTITY_ID = Text(least=1, most=64, pattern="[A-Z0-9]+")
TOKEN = Text(least=1, most=64)
FEEDBACK = Text(most=settings.MARKETPLACE_FEEDBACK_MAX)
WORKER_ID = Text(least=1, most=64, pattern="A[A-Z0-9]+")
PAGE = {"NextToken": Text(least=1, most=255), "MaxResults": Whole(1, 100)}

LOCALE = Structure(
    Country=Required(Text(least=2, most=2, pattern="[A-Z]+")),
    Subdivision=Text(least=2, most=2, pattern="[A-Z0-9]+"),
)
REQUIREMENT = Structure(
    QualificationTypeId=Required(ENTITY_ID),
    Comparator=Required(Choice(COMPARATORS)),
    IntegerValues=Listing(INT),
    LocaleValues=Listing(LOCALE),
    RequiredToPreview=Flag(),
    ActionsGuarded=Choice(frozenset({"Accept", "PreviewAndAccept", "DiscoverPreviewAndAccept"})),
)
TYPE = {
    "Title": Required(Text(most=settings.MARKETPLACE_TITLE_MAX, blank=False)),
    "Description": Required(Text(most=settings.MARKETPLACE_DESCRIPTION_MAX, blank=False)),
    "Keywords": Text(most=settings.MARKETPLACE_KEYWORDS_MAX),
    "Reward": Required(Money(most=settings.MARKETPLACE_REWARD_MAX)),
    "AssignmentDurationInSeconds": Required(
        Whole(settings.MARKETPLACE_DURATION_MIN_S, settings.MARKETPLACE_DURATION_MAX_S)
    ),
    "AutoApprovalDelayInSeconds": Whole(0, settings.MARKETPLACE_AUTO_APPROVAL_MAX_S),
    "QualificationRequirements": Listing(REQUIREMENT),
}
HIT = {
    "LifetimeInSeconds": Required(
        Whole(settings.MARKETPLACE_LIFETIME_MIN_S, settings.MARKETPLACE_LIFETIME_MAX_S)
    ),
    "MaxAssignments": Whole(1, settings.MARKETPLACE_ASSIGNMENTS_MAX),
    "Question": Text(),
    "RequesterAnnotation": Text(most=settings.MARKETPLACE_ANNOTATION_MAX, pattern="[\x01-\x7f]*"),
    "UniqueRequestToken": TOKEN,
    "AssignmentReviewPolicy": Unsupported(),
    "HITReviewPolicy": Unsupported(),
    "HITLayoutId": Unsupported(),
    "HITLayoutParameters": Unsupported(),
}

CREATE_HIT_TYPE = Structure(**TYPE)
CREATE_HIT = Structure(**TYPE, **HIT)
CREATE_HIT_WITH_HIT_TYPE = Structure(HITTypeId=Required(ENTITY_ID), **HIT)
GET_HIT = DELETE_HIT = Structure(HITId=Required(ENTITY_ID))
LIST_HITS = Structure(**PAGE)
LIST_REVIEWABLE_HITS = Structure(
    HITTypeId=ENTITY_ID, Status=Choice(frozenset({"Reviewable", "Reviewing"})), **PAGE
)
UPDATE_EXPIRATION = Structure(HITId=Required(ENTITY_ID), ExpireAt=Required(Moment()))
CREATE_ADDITIONAL_ASSIGNMENTS = Structure(
    HITId=Required(ENTITY_ID),
    NumberOfAdditionalAssignments=Required(Whole(1, settings.MARKETPLACE_ASSIGNMENTS_MAX)),
    UniqueRequestToken=TOKEN,
)
UPDATE_REVIEW_STATUS = Structure(HITId=Required(ENTITY_ID), Revert=Flag())
UPDATE_HIT_TYPE = Structure(HITId=Required(ENTITY_ID), HITTypeId=Required(ENTITY_ID))

LIST_ASSIGNMENTS = Structure(
    HITId=Required(ENTITY_ID),
    AssignmentStatuses=Listing(Choice(frozenset({"Submitted", "Approved", "Rejected"}))),
    **PAGE,
)
GET_ASSIGNMENT = Structure(AssignmentId=Required(ENTITY_ID))
APPROVE = Structure(
    AssignmentId=Required(ENTITY_ID), RequesterFeedback=FEEDBACK, OverrideRejection=Flag()
)
REJECT = Structure(
    AssignmentId=Required(ENTITY_ID),
    RequesterFeedback=Required(Text(most=settings.MARKETPLACE_FEEDBACK_MAX, blank=False)),
)
SEND_BONUS = Structure(
    WorkerId=Required(WORKER_ID),
    BonusAmount=Required(Money(least=CENT, most=settings.MARKETPLACE_REWARD_MAX)),
    AssignmentId=Required(ENTITY_ID),
    Reason=Required(Text(most=settings.MARKETPLACE_FEEDBACK_MAX, blank=False)),
    UniqueRequestToken=TOKEN,
)
LIST_BONUSES = Structure(HITId=ENTITY_ID, AssignmentId=ENTITY_ID, **PAGE)

CREATE_BLOCK = Structure(
    WorkerId=Required(WORKER_ID),
    Reason=Required(Text(most=settings.MARKETPLACE_FEEDBACK_MAX, blank=False)),
)
DELETE_BLOCK = Structure(WorkerId=Required(WORKER_ID), Reason=FEEDBACK)
LIST_BLOCKS = Structure(**PAGE)
NOTIFY_WORKERS = Structure(
    Subject=Required(Text(least=1, most=200, blank=False)),
    MessageText=Required(Text(least=1, most=4096, blank=False)),
    WorkerIds=Required(Listing(WORKER_ID, least=1, most=100)),
)
XML = Text(least=1, most_bytes=settings.MARKETPLACE_QUESTION_MAX_BYTES)
TYPE_STATUS = Choice(frozenset({"Active", "Inactive"}))
QUALIFICATION_TYPE = {
    "RetryDelayInSeconds": Whole(0, settings.MARKETPLACE_LIFETIME_MAX_S),
    "AutoGranted": Flag(),
    "AutoGrantedValue": INT,
    "Test": XML,
    "AnswerKey": XML,
    "TestDurationInSeconds": Whole(1, settings.MARKETPLACE_DURATION_MAX_S),
}
QUALIFICATION_TEXT = Text(least=1, most=settings.MARKETPLACE_DESCRIPTION_MAX, blank=False)
TYPE_ID = {"QualificationTypeId": Required(ENTITY_ID)}
WORKERS_TYPE = {**TYPE_ID, "WorkerId": Required(WORKER_ID)}
CREATE_QUALIFICATION_TYPE = Structure(
    Name=Required(Text(least=1, most=200, blank=False)),
    Description=Required(QUALIFICATION_TEXT),
    Keywords=Text(most=settings.MARKETPLACE_KEYWORDS_MAX),
    QualificationTypeStatus=Required(TYPE_STATUS),
    **QUALIFICATION_TYPE,
)
UPDATE_QUALIFICATION_TYPE = Structure(
    **TYPE_ID,
    Description=QUALIFICATION_TEXT,
    QualificationTypeStatus=TYPE_STATUS,
    **QUALIFICATION_TYPE,
)
ONE_QUALIFICATION_TYPE = Structure(**TYPE_ID)
LIST_QUALIFICATION_TYPES = Structure(
    MustBeRequestable=Required(Flag()),
    MustBeOwnedByCaller=Flag(),
    Query=Text(most=200),
    **PAGE,
)
LIST_FOR_QUALIFICATION_TYPE = Structure(**TYPE_ID, **PAGE)
LIST_QUALIFIED = Structure(**TYPE_ID, Status=Choice(frozenset({"Granted", "Revoked"})), **PAGE)
ASSOCIATE = Structure(**WORKERS_TYPE, IntegerValue=INT, SendNotification=Flag())
DISASSOCIATE = Structure(**WORKERS_TYPE, Reason=FEEDBACK)
GET_SCORE = Structure(**WORKERS_TYPE)
LIST_QUALIFICATION_REQUESTS = Structure(QualificationTypeId=ENTITY_ID, **PAGE)
REQUEST_ID = Required(Text(least=1, most=64))
ACCEPT_REQUEST = Structure(QualificationRequestId=REQUEST_ID, IntegerValue=INT)
REJECT_REQUEST = Structure(QualificationRequestId=REQUEST_ID, Reason=FEEDBACK)
EVENT_TYPE = Choice(frozenset(Event.Kind.values) - {Event.Kind.WARNING})
NOTIFICATION = Structure(
    Destination=Required(Text(least=1, most=MOST_CHARACTERS)),
    Transport=Required(Choice(frozenset({"Email", "SQS", "SNS"}))),
    # The model says the first, the guide the second.
    Version=Required(Choice(frozenset({"2006-05-05", "2014-08-15"}))),
    EventTypes=Required(Listing(EVENT_TYPE, least=1, most=100)),
)
UPDATE_NOTIFICATIONS = Structure(
    HITTypeId=Required(ENTITY_ID), Notification=NOTIFICATION, Active=Flag()
)
SEND_TEST_EVENT = Structure(Notification=Required(NOTIFICATION), TestEventType=Required(EVENT_TYPE))
LIST_APPEALS = Structure(Status=Choice(frozenset({"Open", "Granted", "Denied"})), **PAGE)
DENY_APPEAL = Structure(
    AppealId=Required(ENTITY_ID),
    Answer=Required(Text(most=settings.MARKETPLACE_FEEDBACK_MAX, blank=False)),
)
NOTE, CONSENT = Text(most=NOTE_MAX), Text(most=CONSENT_MAX)
MANY = Whole(1, MOST_PLACES)
CREATE_INVITATION = Structure(
    Places=MANY, EndsAt=Moment(), Consent=CONSENT, Contact=NOTE, Note=NOTE
)
CREATE_STUDY_LINK = Structure(
    HITTypeIds=Required(Listing(ENTITY_ID, least=1, most=100)),
    Preset=Choice(frozenset(PRESETS)),
    Provider=NOTE,
    WorkerParameter=NOTE,
    StudyParameter=NOTE,
    SessionParameter=NOTE,
    StudyValue=NOTE,
    ReturnURL=Text(most=RETURN_URL_MAX),
    Consent=CONSENT,
    Contact=NOTE,
    Places=MANY,
    Tasks=MANY,
    CompleteCode=NOTE,
    FailedCode=NOTE,
    ScreenedCode=NOTE,
    PersonalCodes=Flag(),
    FailedBy=ENTITY_ID,
    ScreenedBy=ENTITY_ID,
    WaitInSeconds=MANY,
    Silence=Choice(frozenset({"Complete", "FailedCheck"})),
    Only=Flag(),
)
LIST_PARTICIPANTS = Structure(StudyId=Required(ENTITY_ID), **PAGE)
NOTHING = Structure()
