"""What a worker may not know is in no response: page, JSON, script, header, name, id or order."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from annotation.models import TokenWeights
from corpus.models import ControlSummary, SanityStatement, Summary, System
from crowd.models import Decision
from tests.annotation import factories
from tests.annotation.visitor import Visitor

pytestmark = pytest.mark.django_db
SEALED = "sealed"


def make_hit_full_of_secrets(*, answer: bool):
    """A HIT with everything around it that its workers must not see, named so as to be found."""
    study = factories.make_study(name="sealed-study")
    document = factories.make_document(external_id="sealed-document")
    document.dataset.name = "sealed-dataset"
    document.dataset.save()
    system = System.objects.create(dataset=document.dataset, name="sealed-system")
    Summary.objects.create(
        document=document, system=system, text="Sealed summary.", words=[], tokenizer="x"
    )
    ControlSummary.objects.create(document=document, role="bad", text="Sealed control.")
    SanityStatement.objects.create(
        document=document, about="reference", statement="Sealed statement.", answer=True
    )
    TokenWeights.objects.create(
        study=study,
        document=document,
        counts=[9] * document.n_tokens,
        num_h=[0.5] * document.n_tokens,
        n_annotators=9,
        word_limit=30,
        revision=1,
        signature="sealed-signature",
        computed_at=timezone.now(),
    )
    hit = factories.make_hit(
        document, study=study, answer=answer, name="sealed-batch", keywords="sealed-keyword"
    )
    other = Visitor(hit, "ASEALEDWORKER")
    other.finish([[20, 27]], answer="true")
    Decision.objects.create(
        assignment=other.assignment, verdict="approve", reason="sealed", decided_at=timezone.now()
    )
    return hit


def walk(hit) -> Iterator[HttpResponse]:
    """Every kind of response a worker can get."""
    preview = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "workerId": ""}
    yield Visitor(hit, **preview).open()
    yield Visitor(hit, hitId="3FORGED").open()
    worker = Visitor(hit)
    worker.open()
    worker.post("consent", token="forged")
    worker.post("draft", token="forged")
    worker.agree()
    worker.save([[0, 99]])
    worker.save([[2, 5]], page="first")
    worker.save([[2, 6]], page="second")
    worker.mark([])
    worker.mark([[2, 5]], version=1)
    worker.save([[2, 6]], version=1)
    worker.answer("")
    worker.answer("true")
    worker.answer("false")
    worker.open()
    yield from worker.responses


def spoken(response: HttpResponse) -> str:
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    return f"{response.status_code}\n{headers}\n\n{response.content.decode()}"


def scripts_and_styles(responses: list[HttpResponse]) -> Iterator[Path]:
    """What the pages link to, and what that imports."""
    linked = {
        name
        for response in responses
        for name in re.findall(r'(?:src|href)="/static/([^"]+)"', response.content.decode())
    }
    todo = [Path(finders.find(name)) for name in linked]
    seen: set[Path] = set()
    while todo:
        path = todo.pop().resolve()
        if path not in seen:
            seen.add(path)
            names = re.findall(r'"(\.{1,2}/[^"]+\.js)"', path.read_text())
            todo += [path.parent / name for name in names]
    return iter(seen)


def test_no_planted_secret_is_in_any_response():
    responses = list(walk(make_hit_full_of_secrets(answer=True)))
    assert {response.status_code for response in responses} == {200, 303, 400, 403, 409, 422}
    for response in responses:
        assert SEALED not in spoken(response).lower()
        assert "Set-Cookie" not in response.headers


def test_no_secret_word_is_in_any_script_or_style():
    responses = list(walk(make_hit_full_of_secrets(answer=True)))
    files = list(scripts_and_styles(responses))
    assert {"highlight.js", "words.js", "hand_back.js", "question.js"} <= {f.name for f in files}
    for path in files:
        assert not re.search(r"sanity|passed|control|reference", path.read_text(), re.IGNORECASE), (
            path
        )


def test_nobody_elses_marks_are_shown():
    hit = make_hit_full_of_secrets(answer=True)
    for response in walk(hit):
        page = response.content.decode()
        assert "[[20,27]]" not in page
        assert not re.search(r'data-start="20"', page)


def test_whether_the_answer_was_right_cannot_be_told_from_any_response():
    """The same worker does the same with either key: every byte but the random ones is equal."""
    told = {}
    for key in (True, False):
        with transaction.atomic():
            hit = make_hit_full_of_secrets(answer=key)
            told[key] = [without_chance(hit, response) for response in walk(hit)]
            assert Visitor(hit).assignment.sanity_passed is key
            transaction.set_rollback(True)
    assert told[True] == told[False]


def without_chance(hit, response: HttpResponse) -> str:
    said = spoken(response)
    said = re.sub(r"Wy[\w-]+:\w+:[\w-]+", "TOKEN", said)
    said = re.sub(r"Expires: .*", "", said)
    for chance in (str(hit.public_id), hit.mturk_id, factories.claims_for(hit).assignment_id):
        said = said.replace(chance, "ID")
    return said
