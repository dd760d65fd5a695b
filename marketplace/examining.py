"""How a worker takes the test of a qualification: handed in, scored by its key, or left to read."""

from collections.abc import Callable

from django.db import transaction

from marketplace import answer_key, answers, clock, granting, question_form_reading
from marketplace.models import QualificationRequest, QualificationType, Worker
from marketplace.question_form import Form
from marketplace.refusals import Refused

State = QualificationRequest.State
NO_TEST = "This qualification does not exist, or has no test."
NOT_BEGUN = "You have not begun this test, or it was handed in before."
TIME_IS_OVER = "The time for this test ended before the answers came in."


class Incomplete(Exception):
    """Answers that are missing or not in order; nothing was stored and the time goes on.

    Attributes:
        faults: what to say, by the field of the question.
    """

    def __init__(self, faults: dict[str, str]):
        super().__init__(f"{len(faults)} questions need another look")
        self.faults = faults


def find(type_id: str) -> QualificationType:
    """A type with a test that workers may ask for. Raises Refused."""
    offered = QualificationType.objects.living().filter(status=QualificationType.Status.ACTIVE)
    kind = offered.named(type_id).exclude(test="").select_related("account").first()
    if kind is None:
        raise Refused(NO_TEST, not_found=True)
    return kind


def under_way(worker: Worker, kind: QualificationType) -> QualificationRequest | None:
    """The test the worker is at; also when its time is over and nobody noted it yet."""
    return kind.requests.filter(worker=worker, state=State.TAKING).first()


def hand_in(worker: Worker, type_id: str, sent: Callable[[str], list[str]]) -> QualificationRequest:
    """Store the answers; a key gives the value and the qualification, without one it is pending.

    Twice: the second time there is no test under way. Raises Refused, or Incomplete.
    """
    kind = find(type_id)
    with transaction.atomic():
        granting.lock(kind)
        request = under_way(worker, kind)
        if request is None:
            raise Refused(NOT_BEGUN)
        now = clock.now()
        if granting.overran(request, now):
            late = True
        else:
            late = False
            form = question_form_reading.parse(request.test)
            given, faults = form.read(sent)
            if faults:
                raise Incomplete(faults)
            request.answer, request.state = as_xml(form, given), State.PENDING
            if request.answer_key:
                value = answer_key.parse(request.answer_key, form).value_of(given)
                granting.grant(kind, worker, value=value, at=now)
                request.state = State.GRANTED
            request.save(update_fields=["answer", "state"])
    if late:  # outside the transaction: that it ended stays noted
        raise Refused(TIME_IS_OVER)
    return request


def as_xml(form: Form, given: dict[str, tuple[str, ...]]) -> str:
    return answers.test_to_xml(
        (
            question.identifier,
            "SelectionIdentifier" if question.selection else "FreeText",
            given[question.identifier],
        )
        for question in form.questions
    )
