"""What can be published."""

import pytest
from botocore.exceptions import ClientError

from tests.marketplace.harness import DAY, HOUR, message, question, refused, turk_code

TYPE = {
    "Title": "Mark the important words",
    "Description": "Read and mark.",
    "Keywords": "reading",
    "Reward": "0.40",
    "AssignmentDurationInSeconds": HOUR,
    "AutoApprovalDelayInSeconds": DAY,
}
WORKER_LOCALE = "00000000000000000071"
APPROVAL_RATE = "000000000000000000L0"
MASTERS = "2F1QJWKUDD8XADTFD2Q0G6UTO95ALH"


def requirement(type_id=APPROVAL_RATE, comparator="GreaterThan", **more) -> dict:
    return {"QualificationTypeId": type_id, "Comparator": comparator, **more}


def locales(*countries: str) -> list[dict]:
    return [{"Country": country} for country in countries]


def test_equal_attributes_are_one_hit_type(requester):
    """Behaviour 6."""
    create = requester.mturk.create_hit_type
    first = create(**TYPE)["HITTypeId"]
    assert create(**TYPE)["HITTypeId"] == first
    assert requester.create(**TYPE)["HITTypeId"] == first


@pytest.mark.parametrize(
    "change",
    [
        {"Title": "Mark the important word"},
        {"Description": "Read and mark"},
        {"Keywords": "reading,"},
        {"Reward": "0.41"},
        {"AssignmentDurationInSeconds": HOUR + 1},
        {"AutoApprovalDelayInSeconds": DAY + 1},
        {"QualificationRequirements": [requirement(IntegerValues=[95])]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_one_changed_character_is_another_hit_type(requester, change):
    """Behaviour 6."""
    create = requester.mturk.create_hit_type
    assert create(**TYPE)["HITTypeId"] != create(**{**TYPE, **change})["HITTypeId"]


def test_hit_types_of_two_accounts_are_two(market, requester):
    mine = requester.mturk.create_hit_type(**TYPE)["HITTypeId"]
    theirs = market.requester().mturk.create_hit_type(**TYPE)["HITTypeId"]
    assert mine != theirs


BROKEN = {
    "bare ampersand": question().replace("?x=1", "?x=1&y=2"),
    "https namespace": question().replace('xmlns="http:', 'xmlns="https:'),
    "no namespace": "<ExternalQuestion><ExternalURL>https://a.example/</ExternalURL></ExternalQuestion>",
    "no frame height": question().replace("<FrameHeight>0</FrameHeight>", ""),
    "two URLs": question().replace("<FrameHeight>", "<ExternalURL>https://b.example/</ExternalURL><FrameHeight>"),
    "entities": '<!DOCTYPE q [<!ENTITY e "x">]>' + question("https://a.example/&e;"),
    "not XML": "just text",
    "empty": "",
}  # fmt: skip


@pytest.mark.parametrize("xml", BROKEN.values(), ids=BROKEN)
def test_a_question_that_is_no_external_question_is_refused(requester, xml):
    """Behaviour 7: an error of the XMLParseError class."""
    error = refused(requester.create, Question=xml)
    assert error.response["Error"]["Code"] == "RequestError"
    assert turk_code(error) == "XMLParseError"


@pytest.mark.parametrize(
    "url",
    ["ftp://a.example/", "/relative", "https://", "https://a.example:port/", "javascript:alert(1)",
     "https://a.example; script-src */", "https://u:p@a.example/", "https://[::1/"],
)  # fmt: skip
def test_a_question_must_name_an_absolute_web_address(requester, url):
    assert turk_code(refused(requester.create, Question=question(url))) == "InvalidParameterValue"


def test_a_question_must_not_be_on_the_marketplaces_own_origin(market, requester):
    """Scripts and same origin together would let the page out of its sandbox."""
    error = refused(requester.create, Question=question(f"{market.origin}/about/"))
    assert turk_code(error) == "InvalidParameterValue"


@pytest.mark.parametrize("height", ["tall", "-1", "1.5", "", "٣"])
def test_a_frame_height_is_a_whole_number(requester, height):
    xml = question(height=height)
    assert turk_code(refused(requester.create, Question=xml)) == "InvalidParameterValue"


def test_http_tasks_are_a_switch(start_marketplace, requester, market):
    """Behaviour 8: refused where strict; accepted with a warning where allowed."""
    url = "http://localhost:8000/t/17"
    hit = requester.create(Question=question(url))
    assert requester.events(hit["HITId"]) == ["HITCreated", "Warning"]
    strict = start_marketplace(MARKETPLACE_ALLOW_HTTP_TASKS="false").requester()
    error = refused(strict.create, Question=question(url))
    assert turk_code(error) == "InvalidParameterValue"
    assert "https" in message(error)
    strict.create(Question=question("https://localhost:8000/t/17"))


def test_a_hit_needs_a_question(requester):
    """Behaviour 9."""
    assert turk_code(refused(requester.create, Question=None)) == "InvalidParameterValue"


@pytest.mark.parametrize(
    "unsupported",
    [
        {"HITLayoutId": "3LAYOUT"},
        {"HITReviewPolicy": {"PolicyName": "SimplePlurality/2011-09-01"}},
        {"AssignmentReviewPolicy": {"PolicyName": "ScoreMyKnownAnswers/2011-09-01"}},
    ],
    ids=lambda given: next(iter(given)),
)
def test_what_is_not_supported_is_named(requester, unsupported):
    error = refused(requester.create, **unsupported)
    assert error.response["Error"]["Code"] == "RequestError"
    assert next(iter(unsupported)) in message(error)


@pytest.mark.parametrize(("size", "accepted"), [(65_535, True), (65_536, False)])
@pytest.mark.parametrize("filler", ["x", "é"])
def test_a_question_has_at_most_65535_bytes(requester, size, accepted, filler):
    """Behaviour 10: bytes, not characters."""
    room = size - len(question("https://a.example/").encode())
    width = len(filler.encode())
    url = "https://a.example/" + "x" * (room % width) + filler * (room // width)
    xml = question(url)
    assert len(xml.encode()) == size
    if accepted:
        assert requester.create(Question=xml)["Question"] == xml
    else:
        assert turk_code(refused(requester.create, Question=xml)) == "InvalidParameterValue"


@pytest.mark.parametrize("reward", ["$1", "0.105", "-1", "", ".5", "1e2", "0.5 ", "٣", "9" * 400])
def test_a_reward_is_dollars_with_at_most_two_decimals(requester, reward):
    """Behaviour 11: boto3 lets these through."""
    assert turk_code(refused(requester.create, Reward=reward)) == "InvalidParameterValue"


@pytest.mark.parametrize(
    ("given", "shown"), [("0.5", "0.50"), ("1", "1.00"), ("1.", "1.00"), ("0", "0.00")]
)
def test_a_reward_is_shown_in_cents(requester, given, shown):
    assert requester.create(Reward=given)["Reward"] == shown


WRONG_REQUIREMENTS = {
    "eleven": [requirement(IntegerValues=[n]) for n in range(11)],
    "values with Exists": [requirement(comparator="Exists", IntegerValues=[1])],
    "locales with DoesNotExist": [
        requirement(WORKER_LOCALE, "DoesNotExist", LocaleValues=locales("GB"))
    ],
    "no value": [requirement()],
    "two values": [requirement(IntegerValues=[1, 2])],
    "sixteen integers": [requirement(comparator="In", IntegerValues=list(range(16)))],
    "31 locales": [requirement(WORKER_LOCALE, "NotIn", LocaleValues=locales(*["GB"] * 31))],
    "integers for a locale": [requirement(WORKER_LOCALE, "EqualTo", IntegerValues=[1])],
    "locale for a rate": [requirement(comparator="EqualTo", LocaleValues=locales("GB"))],
    "locale in order": [requirement(WORKER_LOCALE, "LessThan", LocaleValues=locales("GB"))],
    "both ways to guard": [
        requirement(IntegerValues=[1], RequiredToPreview=True, ActionsGuarded="Accept")
    ],
    "bogus comparator": [requirement(comparator="Resembles", IntegerValues=[1])],
    "bogus guard": [requirement(IntegerValues=[1], ActionsGuarded="Look")],
    "country of three": [requirement(WORKER_LOCALE, "EqualTo", LocaleValues=locales("GBR"))],
    "unknown type": [requirement("3UNKNOWN", "Exists")],
}


@pytest.mark.parametrize("wrong", WRONG_REQUIREMENTS.values(), ids=WRONG_REQUIREMENTS)
def test_misshapen_requirements_are_refused(requester, wrong):
    """Behaviour 12."""
    error = refused(requester.create, QualificationRequirements=wrong)
    assert error.response["Error"]["Code"] == "RequestError"


def test_well_shaped_requirements_come_back_with_their_guard_spelled_out(requester):
    given = [
        requirement(IntegerValues=[95], RequiredToPreview=True),
        requirement(WORKER_LOCALE, "In", LocaleValues=[{"Country": "US", "Subdivision": "CA"}]),
        requirement(MASTERS, "Exists", ActionsGuarded="DiscoverPreviewAndAccept"),
    ]
    hit = requester.create(QualificationRequirements=given)
    shown = hit["QualificationRequirements"]
    assert [row["ActionsGuarded"] for row in shown] == [
        "PreviewAndAccept",
        "Accept",
        "DiscoverPreviewAndAccept",
    ]
    assert shown[0]["IntegerValues"] == [95]
    assert shown[1]["LocaleValues"] == [{"Country": "US", "Subdivision": "CA"}]
    assert requester.events(hit["HITId"]) == ["HITCreated"]


def test_a_hit_that_cannot_be_paid_is_not_created(market):
    """Behaviour 13: two assignments at 0.50 and 0.10 cost 1.20."""
    requester = market.requester(balance="1.00")
    error = refused(requester.create, MaxAssignments=2)
    assert turk_code(error) == "InsufficientFunds"
    assert "insufficient funds" in message(error)
    assert requester.mturk.list_hits()["HITs"] == []
    assert requester.on_hold() == 0


LIMITS = {
    "Title": ("t" * 128, "t" * 129),
    "Description": ("d" * 2000, "d" * 2001),
    "Keywords": ("k" * 1000, "k" * 1001),
    "RequesterAnnotation": ("a" * 255, "a" * 256),
    "UniqueRequestToken": ("u" * 64, "u" * 65),
    "AssignmentDurationInSeconds": (30, 29),
    "LifetimeInSeconds": (365 * DAY, 365 * DAY + 1),
    "AutoApprovalDelayInSeconds": (30 * DAY, 30 * DAY + 1),
    "MaxAssignments": (1, 0),
}


@pytest.mark.parametrize(("name", "values"), LIMITS.items(), ids=LIMITS)
def test_limits_hold_to_the_last_character_and_second(requester, name, values):
    within, beyond = values
    requester.create(**{name: within})
    assert turk_code(refused(requester.create, **{name: beyond})) == "InvalidParameterValue"


def test_an_annotation_is_ascii(requester):
    assert requester.create(RequesterAnnotation="item 7")["RequesterAnnotation"] == "item 7"
    error = refused(requester.create, RequesterAnnotation="É")
    assert turk_code(error) == "InvalidParameterValue"


def test_a_hit_with_a_hit_type_has_the_types_attributes(requester):
    type_id = requester.mturk.create_hit_type(**TYPE)["HITTypeId"]
    hit = requester.mturk.create_hit_with_hit_type(
        HITTypeId=type_id, LifetimeInSeconds=HOUR, Question=question()
    )["HIT"]
    assert {name: hit[name] for name in TYPE} == TYPE
    assert (hit["HITStatus"], hit["MaxAssignments"]) == ("Assignable", 1)
    assert hit == requester.hit(hit["HITId"])
    with pytest.raises(ClientError):
        requester.mturk.create_hit_with_hit_type(
            HITTypeId="3NOSUCHTYPE", LifetimeInSeconds=HOUR, Question=question()
        )
