"""The demonstration: once published it is kept, and followed by another when it is over."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from annotation.batches import create_highlight_batch
from console.demonstration import JUDGES, LIFETIME, SAMPLE, ensure_staff, open_demonstration
from corpus.loading import load_corpus
from crowd.models import HIT, Batch, Study

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def test_the_sample_is_published_with_a_hit_for_every_article() -> None:
    batch = open_demonstration(NOW)
    assert batch.published_at == NOW
    hits = HIT.objects.filter(item__batch=batch)
    assert hits.count() == batch.items.count() >= 8
    assert set(hits.values_list("max_assignments", flat=True)) == {JUDGES}


def test_a_second_run_changes_nothing() -> None:
    first = open_demonstration(NOW)
    second = open_demonstration(NOW + timedelta(days=3))
    assert (second.pk, second.published_at) == (first.pk, NOW)
    assert Batch.objects.count() == 1


def test_a_batch_near_its_end_is_followed_by_another() -> None:
    first = open_demonstration(NOW)
    later = NOW + LIFETIME - timedelta(hours=1)
    second = open_demonstration(later)
    assert (second.published_at, second.name) == (later, "sample-2")
    assert second.pk != first.pk


def test_a_batch_at_another_address_is_followed_by_one_at_this(settings) -> None:
    """After `make run PORT=...` the frames of the old HITs lead nowhere."""
    settings.MTURK_ALLOWED_ENDPOINTS = ["http://127.0.0.1:8001", "http://127.0.0.1:8201"]
    settings.MTURK_ENDPOINT_URL = "http://127.0.0.1:8001"
    first = open_demonstration(NOW)
    settings.MTURK_ENDPOINT_URL = "http://127.0.0.1:8201"
    second = open_demonstration(NOW)
    assert (first.endpoint_url, second.endpoint_url) == (
        "http://127.0.0.1:8001",
        "http://127.0.0.1:8201",
    )
    assert open_demonstration(NOW).pk == second.pk


def test_a_run_that_died_before_publishing_is_continued() -> None:
    dataset = load_corpus(SAMPLE, "sample").dataset
    study = Study.objects.create(name="demo", title="Demo", budget_usd=1000)
    unpublished = create_highlight_batch(study, dataset, name="sample-1", judges=JUDGES)
    batch = open_demonstration(NOW)
    assert (batch.pk, batch.published_at) == (unpublished.pk, NOW)


def test_the_staff_account_has_the_password_that_is_printed() -> None:
    ensure_staff("admin", "first password")
    ensure_staff("admin", "second password")
    assert authenticate(username="admin", password="second password").is_superuser
    assert authenticate(username="admin", password="first password") is None


def test_an_existing_account_keeps_its_rights(django_user_model) -> None:
    django_user_model.objects.create_user("admin", password="own")
    assert not ensure_staff("admin", "shown").is_superuser


def test_the_command_prints_what_make_run_shows(tmp_path: Path) -> None:
    (password := tmp_path / "password").write_text("shown once more\n")
    out = StringIO()
    call_command("demo", staff_password=password.open(), stdout=out)
    made = json.loads(out.getvalue())
    assert made == {"batch": "demo/sample-1", "title": made["title"], "hits": 0, "staff": "admin"}
    assert authenticate(username="admin", password="shown once more")
