"""The address of a worker's page is parsed strictly; nothing in it may lead outside."""

import pytest

from crowd.frame import PREVIEW, FrameClaims, FrameError
from tests.crowd.factories import query


@pytest.fixture(autouse=True)
def submit_origins(settings):
    settings.MTURK_SUBMIT_ORIGINS = ["http://127.0.0.1:8001", "https://www.mturk.com"]


def test_four_parameters_make_claims():
    claims = FrameClaims.from_query(query(assignmentId="3ABC", hitId="3DEF", workerId="A2XYZ"))
    assert (claims.assignment_id, claims.hit_id, claims.worker_id) == ("3ABC", "3DEF", "A2XYZ")
    assert not claims.is_preview


@pytest.mark.parametrize("given", ["https://www.mturk.com", "https://www.mturk.com/"])
def test_work_is_handed_back_with_or_without_a_trailing_slash(given):
    claims = FrameClaims.from_query(query(turkSubmitTo=given))
    assert claims.submit_url == "https://www.mturk.com/mturk/externalSubmit"


def test_a_preview_needs_neither_worker_nor_submit_address():
    claims = FrameClaims.from_query(query(assignmentId=PREVIEW, workerId="", turkSubmitTo=""))
    assert claims.is_preview
    assert claims.worker_id == ""


@pytest.mark.parametrize("name", ["assignmentId", "hitId", "workerId", "turkSubmitTo"])
def test_each_parameter_is_needed_for_work(name):
    with pytest.raises(FrameError, match=f"{name} is missing"):
        FrameClaims.from_query(query(**{name: ""}))


@pytest.mark.parametrize("name", ["assignmentId", "hitId", "workerId", "turkSubmitTo"])
def test_a_repeated_parameter_is_refused_even_with_equal_values(name):
    value = query()[name]
    with pytest.raises(FrameError, match=f"{name} is given 2 times"):
        FrameClaims.from_query(query(**{name: [value, value]}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("workerId", "A1,A1"),
        ("workerId", "B1"),
        ("workerId", "A"),
        ("workerId", "a1"),
        ("workerId", "A1\n"),
        ("workerId", "A1 "),
        ("workerId", "A١"),
        ("workerId", "A" + "1" * 64),
        ("assignmentId", "3asg"),
        ("assignmentId", "3ASG,3ASG"),
        ("assignmentId", "3ASG\n"),
        ("assignmentId", "<b>"),
        ("hitId", "../3HIT"),
        ("hitId", "3" * 65),
    ],
)
def test_a_malformed_id_is_refused_and_named(name, value):
    with pytest.raises(FrameError, match=name) as refused:
        FrameClaims.from_query(query(**{name: value}))
    assert repr(value)[1:40].rstrip("'") in str(refused.value)


@pytest.mark.parametrize("name", ["workerId", "turkSubmitTo"])
def test_a_preview_is_as_strict_about_what_it_does_give(name):
    with pytest.raises(FrameError, match=name):
        FrameClaims.from_query(query(assignmentId=PREVIEW, **{name: "https://evil.example"}))


@pytest.mark.parametrize(
    "site",
    [
        "https://evil.example",
        "https://www.mturk.com.evil.example",
        "https://www.mturk.com@evil.example",
        "https://www.mturk.com/mturk",
        "http://www.mturk.com",
        "//www.mturk.com",
        "javascript:alert(1)",
        "http://127.0.0.1:80010",
        " https://www.mturk.com",
        "/",
    ],
)
def test_work_is_handed_back_only_to_a_site_we_know(site):
    with pytest.raises(FrameError, match="turkSubmitTo"):
        FrameClaims.from_query(query(turkSubmitTo=site))
