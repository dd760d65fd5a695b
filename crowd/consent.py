"""The consent desk: to which words a worker agreed before the first work in a study."""

from datetime import datetime
from hashlib import sha256

from django.db.models import QuerySet

from crowd.models import Assignment, Consent, Study

USUAL_TEXT = (
    "Taking part is voluntary: you may stop at any time by returning the task. What you do here is "
    "used for research on summarizing texts and may be published, but only without your worker id. "
    "Besides your answers we count how the page is used (for instance the minutes you were active "
    "and how often you left the page). These counts alone never decide about your pay."
)


def consent_text(study: Study) -> str:
    return study.consent_text.strip() or USUAL_TEXT


def text_hash(study: Study) -> str:
    return sha256(consent_text(study).encode()).hexdigest()


def has_consented(study: Study, *, endpoint_url: str, worker_id: str) -> bool:
    """Whether this worker agreed to the words as they are now; one statement."""
    return consents(study, endpoint_url=endpoint_url, worker_id=worker_id).exists()


def consents(study: Study, *, endpoint_url: str, worker_id: str) -> QuerySet[Consent]:
    """This worker's consent to the words as they are now: one row, or none."""
    return Consent.objects.filter(
        study=study,
        worker__endpoint_url=endpoint_url,
        worker__mturk_id=worker_id,
        text_hash=text_hash(study),
    )


def give_consent(assignment: Assignment, now: datetime) -> None:
    """Write down that the worker agreed; agreeing twice is one row, the first."""
    study = assignment.hit.item.batch.study
    Consent.objects.bulk_create(
        [
            Consent(
                study=study,
                worker_id=assignment.worker_id,
                text_hash=text_hash(study),
                given_at=now,
            )
        ],
        ignore_conflicts=True,
    )
