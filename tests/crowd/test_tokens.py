"""A signed token returns the claims it was made of, for the same HIT, and nothing else."""

import time
from dataclasses import replace
from uuid import UUID

import pytest
from django.core import signing

from crowd.frame import PREVIEW, FrameError
from crowd.tokens import MAX_AGE, TokenError, sign, unsign
from tests.crowd.factories import claims

HIT = UUID("11111111-1111-4111-8111-111111111111")
OTHER = UUID("22222222-2222-4222-8222-222222222222")


def test_the_claims_come_back_as_signed():
    assert unsign(sign(claims(), HIT), HIT) == claims()


def test_a_token_of_another_hit_is_refused():
    with pytest.raises(TokenError, match=str(OTHER)):
        unsign(sign(claims(), HIT), OTHER)


@pytest.mark.parametrize("position", [0, 10, -1])
def test_an_altered_token_is_refused(position):
    token = list(sign(claims(), HIT))
    token[position] = "A" if token[position] != "A" else "B"
    with pytest.raises(TokenError, match="altered"):
        unsign("".join(token), HIT)


@pytest.mark.parametrize("token", ["", ":", "a:b:c", "é\x00", "x" * 5000])
def test_noise_is_refused(token):
    with pytest.raises(TokenError):
        unsign(token, HIT)


def test_what_another_part_of_the_application_signed_is_refused():
    foreign = signing.dumps([str(HIT), "3ASG", "3HIT", "A1", "http://127.0.0.1:8001"])
    with pytest.raises(TokenError, match="altered"):
        unsign(foreign, HIT)


def test_a_token_lasts_a_month(monkeypatch):
    token = sign(claims(), HIT)
    signed_at = time.time()
    monkeypatch.setattr(time, "time", lambda: signed_at + MAX_AGE.total_seconds() - 5)
    assert unsign(token, HIT) == claims()
    monkeypatch.setattr(time, "time", lambda: signed_at + MAX_AGE.total_seconds() + 5)
    with pytest.raises(TokenError, match="30 days"):
        unsign(token, HIT)


def test_a_preview_gets_no_token():
    with pytest.raises(FrameError, match="preview"):
        sign(replace(claims(), assignment_id=PREVIEW), HIT)


def test_a_site_taken_off_the_list_is_refused_although_signed(settings):
    token = sign(claims(), HIT)
    settings.MTURK_SUBMIT_ORIGINS = ["https://www.mturk.com"]
    with pytest.raises(TokenError, match="turkSubmitTo"):
        unsign(token, HIT)
