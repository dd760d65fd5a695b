"""What a task asks of a worker, and asking for it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from marketplace import browsing, granting, qualifying
from marketplace.models import HIT, QualificationRequest
from marketplace.site import session
from marketplace.site.pages import page
from marketplace.site.problems import by_post, explained
from marketplace.site.session import for_workers, worker_of


@for_workers
@explained
def requirements(request: HttpRequest, hit_id: str) -> HttpResponse:
    """Every requirement of the task. Security: workers who may discover the HIT."""
    hit = browsing.discover_hit(worker_of(request), hit_id)
    return requirements_page(request, hit)


def requirements_page(request: HttpRequest, hit: HIT, *, status: int = 200) -> HttpResponse:
    found = qualifying.conditions(worker_of(request), hit.hit_type)
    return page(request, "requirements.html", {"hit": hit, "conditions": found}, status=status)


@by_post
@for_workers
@explained
def ask(request: HttpRequest, type_id: str) -> HttpResponse:
    """Ask for a qualification, or begin its test. Pressing twice asks once.

    Security: workers, CSRF.
    """
    asked = granting.ask(worker_of(request), type_id)
    if asked.state == QualificationRequest.State.TAKING:
        return redirect("qualification-test", type_id)
    if asked.state == QualificationRequest.State.GRANTED:
        messages.success(request, f"You have the qualification “{asked.kind.name}” now.")
    else:
        messages.success(request, f"You asked for “{asked.kind.name}”; the requester decides.")
    return redirect(session.way_back(request))
