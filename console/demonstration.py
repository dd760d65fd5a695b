"""The desk behind `manage.py demo`: the sample corpus on offer, and somebody to look at it."""

from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

from annotation.batches import create_highlight_batch
from corpus.loading import load_corpus
from crowd.batches import publish_batch
from crowd.models import Batch, Study

SAMPLE = settings.BASE_DIR / "corpus" / "sample" / "news.jsonl"
STUDY = "demo"
JUDGES = 3
LIFETIME = timedelta(days=30)
# A batch this close to its end is no longer worth showing.
MARGIN = timedelta(days=1)


def open_demonstration(now: datetime) -> Batch:
    """The sample corpus published in a study of its own; a batch that is still on offer is kept.

    Writes corpus, study and batch and enqueues the deliveries of publish_batch. Safe to run again,
    also after a crash between any two of its steps.
    """
    dataset = load_corpus(SAMPLE, "sample").dataset
    study, _ = Study.objects.get_or_create(
        name=STUDY,
        defaults={
            "title": "A demonstration with sample articles",
            "contact_email": "demo@example.org",
            "budget_usd": Decimal("10000.00"),
        },
    )
    batch = on_offer(study, now) or create_highlight_batch(
        study,
        dataset,
        name=f"sample-{study.batches.count() + 1}",
        judges=JUDGES,
        lifetime_s=int(LIFETIME.total_seconds()),
    )
    return publish_batch(batch.pk, now=now)


def on_offer(study: Study, now: datetime) -> Batch | None:
    """The newest batch that is not published yet, or still open at the endpoint of today."""
    for batch in study.batches.filter(closed_at=None):
        if batch.published_at is None:
            return batch
        ends_at = batch.published_at + timedelta(seconds=batch.lifetime_s)
        is_here = batch.endpoint_url == settings.MTURK_ENDPOINT_URL.rstrip("/")
        if is_here and now + MARGIN < ends_at:
            return batch
    return None


def ensure_staff(name: str, password: str) -> AbstractUser:
    """An account that may do everything; an existing one keeps its rights and gets the password."""
    user, _ = get_user_model().objects.get_or_create(
        username=name, defaults={"is_staff": True, "is_superuser": True}
    )
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user
