"""The content HIT in the worker's frame: one page that shows the next step, and its POSTs.

Beginning and saving drafts are the same for both kinds: evaluation.rating_pages.
"""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from annotation.forms import AnswerForm, first_error
from evaluation import submissions
from evaluation.content_pages import TEMPLATES, content_context
from evaluation.forms import RatingsForm
from evaluation.rating_pages import RatingPage
from evaluation.scales import Missing
from evaluation.visits import Visit


class ContentView(RatingPage):
    """What the page and its POSTs share. Security: see RatingPage."""

    def show(self, visit: Visit, problem: str = "", status: int = 200) -> HttpResponse:
        """The step where this worker stands; `problem` is what was wrong with a POST."""
        context = self.context(problem=problem, **content_context(visit))
        return render(self.request, TEMPLATES[visit.step], context, status=status)


class Page(ContentView):
    """The task, at the step where this worker stands. Security: see RatingPage; never writes."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.show(self.visit)


class Ratings(ContentView):
    """The finished ratings. Security: see RatingPage."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = RatingsForm(request.POST, names=self.visit.names)
        if not form.is_valid():
            return self.show(self.visit, first_error(form), status=422)
        try:
            submissions.finish_ratings(
                self.visit,
                draft=form.draft,
                base_version=form.cleaned_data["version"],
                now=timezone.now(),
            )
        except Missing:
            sent = replace(self.visit, sent=form.draft)
            return self.show(sent, "Please choose a value for both statements.", status=422)
        return self.next_page()


class Answer(ContentView):
    """The answer to the statement, which completes the work. Security: see RatingPage."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = AnswerForm(request.POST)
        if not form.is_valid():
            return self.show(self.visit, first_error(form), status=422)
        submissions.submit_content(
            self.visit,
            answer=form.cleaned_data["answer"],
            events=form.cleaned_data["events"],
            now=timezone.now(),
        )
        return self.next_page()
