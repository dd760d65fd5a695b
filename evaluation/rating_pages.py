"""What the pages of both kinds of rating HIT have in common, on top of crowd.worker_pages."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone

from annotation.forms import first_error
from crowd.assignments import Conflict
from crowd.frame import FrameError
from crowd.models import HIT
from crowd.tokens import TokenError
from crowd.worker_pages import REFUSALS, WorkerPage, read_claims
from evaluation import submissions
from evaluation.allocation import AllMet, NothingLeft, YourShareIsDone
from evaluation.drafts import THRESHOLD, Draft
from evaluation.forms import RatingsForm
from evaluation.pages import packed
from evaluation.visits import Visit, find_visit, hits_of

RETURN_IT = (
    "Please return this task; that does you no harm. We are sorry that the time it took you to "
    "open it cannot be paid."
)

NO_WORK: dict[type[Exception], tuple[int, str, str]] = {
    NothingLeft: (
        409,
        "There is nothing left to judge just now",
        "Everything is judged, or others are at it. If one of them gives up, a place becomes free "
        f"again, so it may be worth looking in an hour. {RETURN_IT}",
    ),
    AllMet: (
        409,
        "You know all the articles that are left",
        "Nobody judges the same article twice in this study, and you have met every article that "
        f"still needs a judge. Thank you for your work. {RETURN_IT}",
    ),
    YourShareIsDone: (
        409,
        "You have done your share",
        "Everybody judges equally many summaries of each kind, and what is left would be too many "
        f"of one kind for you. Thank you for your work. {RETURN_IT}",
    ),
}


class RatingPage(WorkerPage):
    """Finds self.visit, and with it self.hit and self.claims.

    A kind gives `kind` and `page_name`.

    Security: as WorkerPage: open to everybody, claims checked for form, POSTs by signed token.
    """

    kind = ""
    page_name = ""
    visit: Visit
    refusals = REFUSALS | NO_WORK

    def find(self, request: HttpRequest, public_id: UUID) -> None:
        try:
            self.claims = read_claims(request, public_id)
            self.visit = find_visit(self.kind, public_id, self.claims)
        except (FrameError, TokenError):
            # The refusal still says whom to ask.
            self.hit = get_object_or_404(hits_of(self.kind), public_id=public_id)
            raise
        except HIT.DoesNotExist:
            raise Http404(f"no {self.kind} HIT {public_id}") from None
        self.hit = self.visit.hit


class Begin(RatingPage):
    """The worker agrees and begins. Security: see RatingPage."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        submissions.begin(self.visit, now=timezone.now())
        return self.next_page()


class SaveDraft(RatingPage):
    """Unfinished ratings, saved by the page itself; answers JSON. Security: see RatingPage."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = RatingsForm(request.POST, names=self.visit.names)
        if not form.is_valid():
            return JsonResponse({"problem": first_error(form)}, status=422)
        outcome = submissions.save_draft(
            self.visit,
            draft=form.draft,
            base_version=form.cleaned_data["version"],
            now=timezone.now(),
        )
        if isinstance(outcome, Conflict):
            return JsonResponse(told(outcome, self.visit.names), status=409)
        return JsonResponse({"version": outcome.version})

    def refuse(self, problem: Exception) -> HttpResponse:
        status = super().refuse(problem).status_code
        return JsonResponse({"problem": str(problem)}, status=status)


def told(conflict: Conflict, names: Sequence[str]) -> dict[str, Any]:
    """What a page whose draft was refused is told of the draft that is kept."""
    kept = Draft.of(conflict.draft)
    return {
        "version": conflict.version,
        "work": packed(work_of(kept), [*names, THRESHOLD]),
        "closed": conflict.is_submitted or kept.is_finished,
    }


def work_of(draft: Draft) -> dict[str, int]:
    """What two pages may disagree about: the ratings, and the colours hidden if any are."""
    return draft.values | ({THRESHOLD: draft.threshold} if draft.threshold else {})
