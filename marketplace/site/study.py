"""A study as its guests see it: arriving with another site's id, leaving with a code."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from marketplace import claims, outcomes, participating, reasons, study_links, studying
from marketplace.claims import Claims
from marketplace.models import Participation, StudyLink
from marketplace.refusals import Refused
from marketplace.site import session
from marketplace.site.pages import page
from marketplace.site.problems import by_post, explained, problem
from marketplace.site.session import worker_of


@explained
def arrive(request: HttpRequest, link_id: str) -> HttpResponse:
    """The address that another site sends people to. Opening it shows what one agrees to, or how
    far one is; the button begins the visit, or resumes it, and leads to a task.

    Security: anybody; the parameters are claims. An id alone opens no visit in which there is
    work: the session of the visit must be the one it was begun with. Opening writes nothing.
    """
    link = study_links.find(link_id)
    try:
        claimed = claims.read_claims(link, request.GET)
    except Refused as refused:
        return not_complete(request, link, refused)
    if request.method == "POST":
        return begin(request, link, claimed)
    known = participating.find_visit(link, claimed)
    if known is None:
        participating.check_admits(link)
    terms = link.hit_types.order_by("id").first()
    return page(request, "study.html", {"link": link, "known": known, "terms": terms})


def begin(request: HttpRequest, link: StudyLink, claimed: Claims) -> HttpResponse:
    visit = participating.begin(link, claimed)
    session.sign_in(request, visit.guest.worker, study=link)
    return lead_on(visit)


def lead_on(visit: Participation) -> HttpResponse:
    """To the task the guest is at or to a new one; where there is none, to where they stand."""
    try:
        return redirect("assignment", studying.take_next(visit).public_id)
    except Refused:
        return redirect("study-visit", visit.link.public_id)


def not_complete(request: HttpRequest, link: StudyLink, refused: Refused) -> HttpResponse:
    return problem(
        request,
        title="This link does not work as it is",
        what=str(refused),
        todo=f"Go back to {link.provider or 'where you found it'} and open the study from there.",
        status=400,
    )


def in_this_browser(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Calls the view with the visit for which this browser was let in; sends others to their link.

    Whether there is such a study is not told.
    """

    @wraps(view)
    def guarded(request: HttpRequest, link_id: str) -> HttpResponse:
        worker = worker_of(request)
        if worker and worker.visiting and worker.visiting.public_id == link_id:
            return view(request, studying.visit_of(worker, worker.visiting))
        return problem(
            request,
            title="Open your link again",
            what="This page belongs to a visit that was not begun in this browser.",
            todo="Go back to where you found the study and open it from there: you will be where "
            "you left.",
            status=404,
        )

    return guarded


@explained
@in_this_browser
def visit(request: HttpRequest, here: Participation) -> HttpResponse:
    """How far the visit is: a next task, waiting, or the completion code.

    Security: the guest, in a browser that came by the visit's own link.
    """
    standing = studying.stand(here)
    link = standing.visit.link
    context = {
        "section": "tasks",
        "standing": standing,
        "link": link,
        "reasons": reasons.why_nothing(standing.visit.guest.worker) if standing.reason else [],
        "way_out": standing.visit.code and study_links.way_out(link, standing.visit.code),
    }
    return page(request, "visit.html", context)


@explained
@in_this_browser
def go_on(request: HttpRequest, here: Participation) -> HttpResponse:
    """Where a guest is led after handing in: back to the sending site with the code, if it is
    decided and there is a way; else to where they stand. Security: as for `visit`.
    """
    found = outcomes.settle(here)
    if found.code and (way_out := study_links.way_out(found.link, found.code)):
        return redirect(way_out)
    return redirect("study-visit", found.link.public_id)


@by_post
@explained
@in_this_browser
def take_next(request: HttpRequest, here: Participation) -> HttpResponse:
    """Accept the next task of the share. Security: as for `visit`, CSRF."""
    return lead_on(here)


@by_post
@explained
@in_this_browser
def end(request: HttpRequest, here: Participation) -> HttpResponse:
    """Leave before the share is done, where nothing is left. Security: as for `visit`, CSRF."""
    studying.end(here)
    return redirect("study-visit", here.link.public_id)
