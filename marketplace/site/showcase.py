"""What there is to do: the first page, a preview of a task, how this place works."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from marketplace import blocks, browsing, clock, qualifying, reasons
from marketplace.models import Assignment
from marketplace.policy import SWITCHES
from marketplace.requirements import ACCEPT, PREVIEW
from marketplace.site.frame_check import check_frame
from marketplace.site.framing import framing_page, remaining_s
from marketplace.site.pages import page
from marketplace.site.problems import explained
from marketplace.site.qualifications import requirements_page
from marketplace.site.session import for_workers, worker_of


def home(request: HttpRequest) -> HttpResponse:
    """The groups of HITs open to the worker, and what the worker is at; a welcome for others.

    Security: anybody; the list is the worker's own.
    """
    worker = worker_of(request)
    if not worker:
        return page(request, "landing.html")
    if worker.visiting:
        return redirect("study-visit", worker.visiting.public_id)
    groups = browsing.open_groups(worker)
    why = [] if groups else reasons.why_nothing(worker)
    now = clock.now()
    held = list(browsing.history(worker).filter(state=Assignment.State.ACCEPTED))
    for assignment in held:
        assignment.seconds_left = remaining_s(assignment, now)
    shown = {"section": "tasks", "groups": groups, "held": held, "reasons": why}
    return page(request, "groups.html", shown)


@for_workers
@explained
def preview(request: HttpRequest, hit_id: str) -> HttpResponse:
    """The task in its frame, told that nobody accepted it; it takes no slot and starts no time.

    Security: workers who may discover the HIT. The task page is a stranger's: sandboxed.
    """
    worker = worker_of(request)
    hit = browsing.discover_hit(worker, hit_id)
    held = browsing.own_attempt(worker, hit)
    if not held and not qualifying.worker_may(PREVIEW, hit.hit_type, worker):
        return requirements_page(request, hit, status=403)
    context = {
        "own": held,
        "blocked": blocks.is_blocked(hit.account_id, worker),
        "can_accept": qualifying.worker_may(ACCEPT, hit.hit_type, worker),
        "free": hit.status == hit.Status.ASSIGNABLE,
        "frame_url": browsing.frame_url(hit),
    }
    return framing_page(request, "preview.html", hit, context)


@for_workers
@explained
def frame_check(request: HttpRequest, hit_id: str) -> JsonResponse:
    """Whether the task page of a HIT shows in a frame here, and if not, why.

    Security: workers. The address asked is the one the requester published, never the worker's.
    """
    hit = browsing.discover_hit(worker_of(request), hit_id)
    verdict = check_frame(browsing.frame_url(hit), framing_origin=settings.MARKETPLACE_ORIGIN)
    return JsonResponse({"verdict": verdict.verdict, "detail": verdict.detail})


def about(request: HttpRequest) -> HttpResponse:
    """How the marketplace works and where it departs from Mechanical Turk. Security: anybody."""
    context = {
        "section": "about",
        "switches": [(switch, getattr(settings, switch.name)) for switch in SWITCHES],
        "override_window_d": settings.MARKETPLACE_OVERRIDE_WINDOW_D,
    }
    return page(request, "about.html", context)
