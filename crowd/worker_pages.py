"""What all pages inside the worker's frame have in common, whatever kind of HIT they show.

No cookie is set or read. A GET is told who comes by its address (crowd.frame), a POST by a signed
token in its body (crowd.tokens). The endpoint's worker site may frame these pages, no other site;
and whatever is wrong is said on a page of our own, with nothing stored.
"""

from typing import Any
from uuid import UUID

from csp.decorators import csp
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views import View
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt

from crowd.admitting import NotQualified, TookPart
from crowd.assignments import AlreadyDone, Excluded
from crowd.drafting import NotYet
from crowd.frame import FrameClaims, FrameError
from crowd.models import HIT
from crowd.tokens import TokenError, unsign


class ForeignOrigin(Exception):
    """A POST was sent by a page of another site."""


# What went wrong: status, headline, what to do.
REFUSALS: dict[type[Exception], tuple[int, str, str]] = {
    FrameError: (
        400,
        "This address does not work",
        "Please open the task again from the list of tasks.",
    ),
    TokenError: (
        403,
        "This page is no longer valid",
        "Please open the task again from the list of tasks; what was saved will be there.",
    ),
    ForeignOrigin: (
        403,
        "This was sent from another site",
        "Please open the task from the list of tasks and work there.",
    ),
    AlreadyDone: (
        409,
        "You have already worked on this article",
        "Every article is judged by different people. Please return this task and take another "
        "one; returning it costs you nothing.",
    ),
    Excluded: (
        403,
        "This study offers you no more work",
        "What you have handed in is not affected by this. Please return this task; returning it "
        "costs you nothing.",
    ),
    TookPart: (
        403,
        "This task is for people who have not taken part before",
        "What you handed in earlier is not affected by this. Please return this task; returning it "
        "costs you nothing.",
    ),
    NotQualified: (
        403,
        "This task is for people who have passed a test of ours",
        "The test is a paid task of its own. Please return this task; returning it costs you "
        "nothing.",
    ),
    Http404: (
        404,
        "There is no such task",
        "It may have been withdrawn. If you accepted it, please return the task.",
    ),
    SuspiciousOperation: (
        400,
        "This request cannot be read",
        "Please open the task again from the list of tasks; what was saved will be there.",
    ),
}


def policy() -> dict[str, list[str]]:
    """The Content-Security-Policy: our own files only; the worker site may frame and receive."""
    worker_sites = list(settings.MTURK_SUBMIT_ORIGINS)
    return {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'", *worker_sites],
        "frame-ancestors": worker_sites,
    }


@method_decorator([csrf_exempt, xframe_options_exempt], name="dispatch")
class WorkerPage(View):
    """Base of a kind's pages: finds the HIT and the claims, and refuses honestly.

    A kind gives `hits` (its HITs with all that the page needs, one statement) and `page_name` (the
    URL name of its page) and answers by get() or post(), which find self.hit and self.claims. It
    may add to `refusals`, and find HIT and claims in its own way by `find`.

    Security: open to everybody; trusted is only what FrameClaims and the token's signature say.
    """

    hits: QuerySet[HIT]
    page_name: str
    refusals = REFUSALS
    hit: HIT
    claims: FrameClaims

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = csp(policy())(self.respond)(request, *args, **kwargs)
        response["Referrer-Policy"] = "strict-origin"
        add_never_cache_headers(response)
        return response

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            if request.method == "POST":
                require_own_origin(request)
            self.find(request, kwargs["public_id"])
            return super().dispatch(request, *args, **kwargs)
        except NotYet:
            return self.next_page()
        except tuple(self.refusals) as problem:
            return self.refuse(problem)

    def find(self, request: HttpRequest, public_id: UUID) -> None:
        """Set self.hit and self.claims."""
        self.hit = get_object_or_404(self.hits.all(), public_id=public_id)
        self.claims = read_claims(request, public_id)

    def refuse(self, problem: Exception) -> HttpResponse:
        kind = next(kind for kind in self.refusals if isinstance(problem, kind))
        status, headline, advice = self.refusals[kind]
        detail = str(problem) if isinstance(problem, FrameError) else ""
        context = {"headline": headline, "advice": advice, "detail": detail, **self.context()}
        return render(self.request, "work/refusal.html", context, status=status)

    def context(self, **more: Any) -> dict[str, Any]:
        """What the base template needs, once the HIT is known."""
        if not hasattr(self, "hit"):
            return more
        batch = self.hit.item.batch
        minutes = max(1, round(batch.expected_duration_s / 60))
        return {"hit": self.hit, "batch": batch, "minutes": minutes, **more}

    def next_page(self) -> HttpResponseRedirect:
        """To the same page by GET: it shows whatever comes next, and may be reloaded."""
        address = reverse(self.page_name, args=[self.hit.public_id])
        return HttpResponseRedirect(f"{address}?{urlencode(self.claims.as_query())}", status=303)


def read_claims(request: HttpRequest, public_id: UUID) -> FrameClaims:
    """By the token of a POST, else by the address; raises TokenError or FrameError."""
    if request.method == "POST":
        return unsign(request.POST.get("token", ""), public_id)
    return FrameClaims.from_query(request.GET)


def require_own_origin(request: HttpRequest) -> None:
    """Old browsers send no Origin; where one is sent, it must be ours."""
    origin = request.headers.get("Origin")
    own = f"{request.scheme}://{request.get_host()}"
    if origin is not None and origin not in (own, settings.HIGHRES_ORIGIN):
        raise ForeignOrigin(origin)
