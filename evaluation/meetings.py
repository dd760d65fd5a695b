"""Who was given which article's summaries to judge, for the kinds of HIT that ask (crowd.kinds)."""

from django.db.models import QuerySet

from crowd.models import Assignment


def rating_content(article: int) -> QuerySet[Assignment]:
    """In whatever context."""
    return Assignment.objects.filter(allocation__item__content_item__summary__document=article)


def rating_quality(article: int) -> QuerySet[Assignment]:
    """On a sheet among others; controls are of articles the sheet does not show."""
    return Assignment.objects.filter(
        allocation__item__quality_item__summaries__summary__document=article
    )
