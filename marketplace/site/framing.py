"""A page around a stranger's page: which origin its frame admits, and how much time is left."""

from datetime import datetime

from csp.constants import SELF
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from marketplace import browsing
from marketplace.models import HIT, Assignment
from marketplace.site.pages import page


def framing_page(request: HttpRequest, template: str, hit: HIT, context: dict) -> HttpResponse:
    """A page whose frame may show the task's own origin and, after submission, our result page."""
    shown = {"hit": hit, "sandbox": settings.MARKETPLACE_SANDBOX, **context}
    response = page(request, template, shown)
    # What django-csp's decorator sets; here the origin is known only inside the view.
    response._csp_replace = {"frame-src": [SELF, browsing.frame_origin(hit)]}
    return response


def remaining_s(assignment: Assignment, now: datetime) -> int:
    """Whole seconds until the deadline, never negative."""
    return max(0, int((assignment.deadline - now).total_seconds()))
