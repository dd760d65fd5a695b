"""Who has met an article: whoever rated its summaries does not highlight it, nor the reverse.

A study may allow both (`Study.may_rate_highlighted`). What is rated is known to the room above,
which says so through crowd.kinds.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import KIND
from crowd.kinds import NotAdmitted, other_kinds
from crowd.models import HIT, Assignment, Worker


class AlreadyRated(NotAdmitted):
    """This worker was given a summary of the article to judge."""


def highlighting(article: int) -> QuerySet[Assignment]:
    """The assignments in which somebody opened it for highlighting (Kind.showing)."""
    return Assignment.objects.filter(hit__item__highlight_item__document=article)


def highlighted_by(worker: Worker, study_id: int) -> set[int]:
    """The articles this worker opened for highlighting in the study. One statement."""
    begun = Assignment.objects.filter(
        worker=worker,
        hit__item__batch__study=study_id,
        hit__item__highlight_item__isnull=False,
    )
    return set(begun.values_list("hit__item__highlight_item__document", flat=True))


def has_rated(hit: HIT, worker: str) -> Q:
    """Whether the worker that this field of a row names was shown the HIT's article by another
    kind of HIT of the study; false in a study that does not mind.
    """
    study, article = hit.item.batch.study, hit.item.highlight_item.document_id
    met = Q(pk__in=[])
    if study.may_rate_highlighted:
        return met
    for kind in other_kinds(KIND):
        shown = kind.showing(article).filter(hit__item__batch__study=study)
        met |= Q(Exists(shown.filter(worker=OuterRef(worker))))
    return met


def raters(hit: HIT) -> dict[type[NotAdmitted], Q]:
    """Who may not begin (Kind.bars). Beginning to rate takes the worker's lock too: of an article
    begun in both ways at once, one is refused.
    """
    if hit.item.batch.study.may_rate_highlighted:
        return {}
    return {AlreadyRated: has_rated(hit, "pk")}
