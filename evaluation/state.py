"""Of which rows results are: a key that changes when anything does that they are computed from."""

import hashlib
import json

from django.db.models import Count, Max, Q, Sum

from crowd.models import Assignment, Study
from evaluation.report import FORMAT
from metrics import __version__


def state_key(study: Study) -> str:
    """Two statements. Work is only ever added, confirmed, decided or voided, so that numbers and
    latest times tell whether any of it has happened."""
    usable = Q(pk__in=Assignment.objects.usable().values("pk"))
    work = Assignment.objects.filter(hit__item__batch__study=study).aggregate(
        saved=Count("submitted_at"),
        confirmed=Count("confirmed_at"),
        voided=Count("voided_at"),
        rejected=Count("pk", filter=Q(status=Assignment.Status.REJECTED)),
        usable=Count("pk", filter=usable),
        last_saved=Max("submitted_at"),
        last_voided=Max("voided_at"),
    )
    items = study.batches.aggregate(n=Count("pk"), revision=Sum("items__revision"))
    told = [__version__, FORMAT, study.name, study.title, *work.values(), *items.values()]
    return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()
