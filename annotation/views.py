"""The highlight HIT in the worker's frame: one page that shows the next step, and its POSTs."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone

from annotation import submissions
from annotation.forms import AnswerForm, DraftForm, MarksForm, first_error
from annotation.meetings import AlreadyRated
from annotation.models import HighlightItem
from annotation.pages import page_context, told
from annotation.visits import find_visit, highlight_hits
from crowd.admitting import NotQualified, TookPart
from crowd.assignments import AlreadyDone, Conflict, Excluded
from crowd.drafting import save_draft
from crowd.worker_pages import REFUSALS, WorkerPage

RATED = (
    409,
    "You have judged a summary of this article",
    "In this study nobody marks the words of an article after judging its summaries, because they "
    "would know what others found important. Please return this task and take another one; "
    "returning it costs you nothing.",
)
# After these the page saves no more.
CLOSED = (AlreadyDone, AlreadyRated, Excluded, NotQualified, TookPart)


class HighlightView(WorkerPage):
    """What the page and its POSTs share.

    Security: as WorkerPage: open to everybody, claims checked for form, POSTs by signed token.
    """

    hits = highlight_hits()
    page_name = "annotation:highlights"
    refusals = REFUSALS | {AlreadyRated: RATED}

    @property
    def item(self) -> HighlightItem:
        return self.hit.item.highlight_item

    def show(self, problem: str = "", status: int = 200) -> HttpResponse:
        """The step where this worker stands; `problem` is what was wrong with a POST."""
        visit = find_visit(self.hit, self.claims)
        context = self.context(problem=problem, **page_context(visit))
        return render(self.request, visit.step.value, context, status=status)


class Page(HighlightView):
    """The task, at the step where this worker stands. Security: see HighlightView; never writes."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.show()


class Consent(HighlightView):
    """The worker agrees and begins. Security: see HighlightView."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        submissions.begin(self.hit, self.claims, now=timezone.now())
        return self.next_page()


class Draft(HighlightView):
    """Unfinished marks, saved by the page itself; answers JSON. Security: see HighlightView."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = DraftForm(request.POST, item=self.item)
        if not form.is_valid():
            return JsonResponse({"problem": first_error(form)}, status=422)
        outcome = save_draft(
            self.hit,
            self.claims,
            draft=form.draft,
            base_version=form.cleaned_data["version"],
            now=timezone.now(),
        )
        if isinstance(outcome, Conflict):
            return JsonResponse(told(outcome), status=409)
        return JsonResponse({"version": outcome.version})

    def refuse(self, problem: Exception) -> HttpResponse:
        status = super().refuse(problem).status_code
        closed = isinstance(problem, CLOSED)
        return JsonResponse({"problem": str(problem), "closed": closed}, status=status)


class Marks(HighlightView):
    """The finished marks. Security: see HighlightView."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = MarksForm(request.POST, item=self.item)
        if not form.is_valid():
            return self.show(problem=first_error(form), status=422)
        submissions.finish_marks(
            self.hit,
            self.claims,
            draft=form.draft,
            base_version=form.cleaned_data["version"],
            now=timezone.now(),
        )
        return self.next_page()


class Answer(HighlightView):
    """The answer to the statement, which completes the work. Security: see HighlightView."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = AnswerForm(request.POST)
        if not form.is_valid():
            return self.show(problem=first_error(form), status=422)
        submissions.submit_highlight(
            self.hit,
            self.claims,
            answer=form.cleaned_data["answer"],
            events=form.cleaned_data["events"],
            now=timezone.now(),
        )
        return self.next_page()
