"""Notification settings and the delivery of events."""

import json
import socket
import threading
import time

import pytest

from marketplace.callbacks import Undelivered, post
from tests.marketplace.harness import DAY, HOUR, message, question, refused, turk_code
from tests.marketplace.receiver import Receiver

ALL = [
    *("AssignmentAccepted", "AssignmentAbandoned", "AssignmentReturned", "AssignmentSubmitted"),
    *("AssignmentRejected", "AssignmentApproved", "HITCreated", "HITExtended", "HITDisposed"),
    *("HITReviewable", "HITExpired"),
]


@pytest.fixture
def receiver():
    with Receiver() as running:
        yield running


def specification(destination: str, *kinds: str, **wanted) -> dict:
    given = {"Destination": destination, "Transport": "SQS", "Version": "2014-08-15"}
    return {**given, "EventTypes": list(kinds) or ALL, **wanted}


def subscribe(requester, destination: str, *kinds: str, **wanted) -> str:
    """A HIT type of its own whose events go to the destination; its id."""
    kind = requester.mturk.create_hit_type(
        Title="Watched",
        Description="d",
        Reward="0.10",
        AssignmentDurationInSeconds=HOUR,
        AutoApprovalDelayInSeconds=DAY,
    )["HITTypeId"]
    requester.mturk.update_notification_settings(
        HITTypeId=kind, Notification=specification(destination, *kinds, **wanted)
    )
    return kind


def publish(requester, kind: str, **wanted) -> str:
    given = {"HITTypeId": kind, "LifetimeInSeconds": DAY, "Question": question(), **wanted}
    return requester.mturk.create_hit_with_hit_type(**given)["HIT"]["HITId"]


def deliver(market) -> None:
    market.manage("marketplace_tick", "--once")


def test_the_whole_life_of_a_hit_is_told_once_and_nothing_names_the_worker(
    market, requester, receiver
):
    """Every kind of event of section 14 but Ping, each in the transaction that made it happen."""
    kind = subscribe(requester, receiver.url("/events?lab=1"))
    hit = publish(requester, kind, MaxAssignments=4)
    returner, abandoner, first, second, third = market.workers(5)
    returner.give_back(returner.accept(hit))
    abandoner.accept(hit)
    market.advance(HOUR + 1)
    work = [worker.do(hit) for worker in (first, second, third)]
    requester.mturk.approve_assignment(AssignmentId=work[0])
    requester.mturk.reject_assignment(AssignmentId=work[1], RequesterFeedback="empty")
    requester.mturk.approve_assignment(AssignmentId=work[2])
    requester.mturk.create_additional_assignments_for_hit(
        HITId=hit, NumberOfAdditionalAssignments=1
    )
    requester.expire(hit)
    requester.mturk.delete_hit(HITId=hit)
    deliver(market)
    deliver(market)
    log = requester.events(hit)
    assert sorted(receiver.kinds()) == sorted(log)
    assert set(receiver.kinds()) == set(ALL)
    assert {event["HITId"] for event in receiver.events()} == {hit}
    assert {event["HITTypeId"] for event in receiver.events()} == {kind}
    submitted = [e for e in receiver.events() if e["EventType"] == "AssignmentSubmitted"]
    assert sorted(e["AssignmentId"] for e in submitted) == sorted(work)
    assert len({body["EventDocId"] for _, body in receiver.bodies}) == len(log)
    assert {body["EventDocVersion"] for _, body in receiver.bodies} == {"2014-08-15"}
    assert {path for path, _ in receiver.bodies} == {"/events?lab=1"}
    sent = json.dumps(receiver.bodies)
    assert not any(w.worker_id in sent for w in (returner, abandoner, first, second, third))


def test_only_the_kinds_asked_for_of_that_type_are_told(market, requester, worker, receiver):
    kind = subscribe(requester, receiver.url(), "AssignmentSubmitted")
    worker.do(publish(requester, kind))
    market.worker().do(requester.create()["HITId"])
    deliver(market)
    assert receiver.kinds() == ["AssignmentSubmitted"]


def test_settings_are_replaced_switched_off_and_on(market, requester, receiver):
    """One specification a type; Active alone needs one that is there."""
    kind = subscribe(requester, receiver.url("/old"), "HITCreated")
    update = requester.mturk.update_notification_settings
    update(HITTypeId=kind, Notification=specification(receiver.url("/new"), "HITCreated"))
    publish(requester, kind)
    update(HITTypeId=kind, Active=False)
    publish(requester, kind)
    update(HITTypeId=kind, Active=True)
    last = publish(requester, kind)
    deliver(market)
    assert [path for path, _ in receiver.bodies] == ["/new", "/new"]
    assert receiver.events()[-1]["HITId"] == last


def test_a_message_of_a_topic_is_wrapped_as_a_string(market, requester, receiver):
    kind = subscribe(requester, receiver.url(), "HITCreated", Transport="SNS")
    hit = publish(requester, kind)
    deliver(market)
    (_, envelope), *rest = receiver.bodies
    assert not rest and envelope["Type"] == "Notification"
    assert json.loads(envelope["Message"])["Events"][0]["HITId"] == hit


@pytest.mark.parametrize("event", ["Ping", "HITReviewable", "AssignmentSubmitted"])
def test_a_test_message_arrives_although_nothing_happened(market, requester, receiver, event):
    requester.mturk.send_test_event_notification(
        Notification=specification(receiver.url()), TestEventType=event
    )
    deliver(market)
    (told,) = receiver.events()
    assert told["EventType"] == event
    assert ("AssignmentId" in told) == event.startswith("Assignment")


def test_what_did_not_arrive_is_sent_again_later_and_given_up_after_a_day(
    market, requester, receiver
):
    kind = subscribe(requester, receiver.url(), "HITCreated")
    receiver.answer(503)
    publish(requester, kind)
    deliver(market)
    deliver(market)  # too early
    assert len(receiver.bodies) == 1
    market.advance(HOUR)
    receiver.answer(200)
    deliver(market)
    assert len({body["EventDocId"] for _, body in receiver.bodies}) == 1
    assert len(receiver.bodies) == 2
    receiver.answer(302)  # a redirection is no delivery, and is not followed
    publish(requester, kind)
    market.advance(25 * HOUR)
    deliver(market)
    market.advance(DAY)
    deliver(market)
    assert len(receiver.bodies) == 3
    assert {path for path, _ in receiver.bodies} == {"/events"}


def test_events_come_twice_in_another_order_or_not_at_all(start_marketplace, receiver):
    """Behaviour 56, the marketplace's half: a repeated EventDocId, a swap, silence after expiry.

    Polling finds the same end state although a callback saw something else.
    """
    market = start_marketplace(MARKETPLACE_NOTIFY_AFTER_EXPIRY="false")
    requester = market.requester()
    kind = subscribe(requester, receiver.url())
    hit = publish(requester, kind, MaxAssignments=2)
    first, second = market.workers(2)
    market.arm("reordered_events", account=requester.name)
    market.arm("duplicate_event", account=requester.name)
    late = second.accept(hit)
    deliver(market)
    documents = [body["EventDocId"] for _, body in receiver.bodies]
    assert receiver.kinds() == ["AssignmentAccepted", "AssignmentAccepted", "HITCreated"]
    assert documents[0] == documents[1] != documents[2]
    first.do(hit)
    requester.expire(hit)
    second.submit(late)
    deliver(market)
    assert receiver.kinds().count("AssignmentSubmitted") == 1
    assert len(requester.work(hit)) == 2
    assert requester.events(hit).count("AssignmentSubmitted") == 2


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"Transport": "Email", "Destination": "lab@example.org"}, "NotSupported"),
        ({"Destination": "arn:aws:sns:us-east-1:1:topic"}, "InvalidTransportEndpoint"),
        (
            {"Destination": "https://sqs.us-east-1.amazonaws.com/1/queue"},
            "InvalidTransportEndpoint",
        ),
        ({"Destination": "ftp://example.org/"}, "InvalidTransportEndpoint"),
        ({"Destination": "https://user@example.org/"}, "InvalidTransportEndpoint"),
        ({"Destination": "https://example.org/a b"}, "InvalidTransportEndpoint"),
        ({"Version": "1999-01-01"}, "InvalidParameterValue"),
        ({"EventTypes": ["HITEaten"]}, "InvalidParameterValue"),
        ({"EventTypes": []}, "InvalidParameterValue"),
        ({"EventTypes": ["Ping"]}, "InvalidParameterValue"),
    ],
)
def test_settings_that_cannot_be_served_are_refused(requester, wanted, code):
    kind = requester.create()["HITTypeId"]
    given = specification("https://lab.example.org/events", **wanted)
    error = refused(
        requester.mturk.update_notification_settings, HITTypeId=kind, Notification=given
    )
    assert turk_code(error) == code


def test_settings_of_anothers_type_or_of_nothing_are_refused(market, requester):
    """Behaviour 57: another's HIT type does not exist."""
    update, kind = requester.mturk.update_notification_settings, requester.create()["HITTypeId"]
    for arguments in ({}, {"Active": True}):
        assert turk_code(refused(update, HITTypeId=kind, **arguments)) == "InvalidParameterValue"
    error = refused(
        market.requester().mturk.update_notification_settings, HITTypeId=kind, Active=True
    )
    assert turk_code(error) == "HITTypeDoesNotExist"


@pytest.fixture(scope="module")
def careful_market(start_marketplace):
    """A marketplace that calls public addresses alone, as in the production profile."""
    return start_marketplace(MARKETPLACE_ALLOW_LOCAL_NOTIFICATIONS="false")


@pytest.mark.parametrize(
    "destination",
    [
        *("http://lab.example.org/", "https://127.0.0.1/", "https://[::1]/", "https://10.1.2.3/x"),
        *("https://169.254.169.254/latest/meta-data", "https://192.168.0.1:8443/", "{own}/x"),
    ],
)
def test_a_private_address_is_not_taken(careful_market, destination):
    requester = careful_market.requester()
    given = specification(destination.format(own=careful_market.origin))
    error = refused(
        requester.mturk.send_test_event_notification, Notification=given, TestEventType="Ping"
    )
    assert turk_code(error) == "InvalidTransportEndpoint"
    assert "Destination" in message(error)


def test_an_answer_that_comes_byte_by_byte_is_not_waited_for():
    """Else one requester's callback could keep the clock from everybody's notifications."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        stop = threading.Event()

        def drip() -> None:
            client, _ = server.accept()
            with client:
                while not stop.wait(0.05):
                    try:
                        client.sendall(b"H")
                    except OSError:
                        return

        dripping = threading.Thread(target=drip)
        dripping.start()
        begun = time.monotonic()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        with pytest.raises(Undelivered):
            post(url, b"{}", allow_local=True, whole_s=0.5)
        stop.set()
        dripping.join()
    assert time.monotonic() - begun < 4


def test_a_name_that_leads_to_a_private_address_is_not_called(receiver):
    """Names are looked up when the message is sent: what was public then may not be now."""
    with pytest.raises(Undelivered, match="not a public address"):
        post(receiver.url(), b"{}", allow_local=False)
    assert receiver.bodies == []
    post(receiver.url(), b'{"Events": []}', allow_local=True)
    assert len(receiver.bodies) == 1
