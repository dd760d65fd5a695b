"""The fluency and clarity HIT in the worker's frame: a page for each step, and finishing."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from annotation.forms import first_error
from evaluation import submissions
from evaluation.forms import RatingsForm
from evaluation.quality_pages import TEMPLATES, quality_context
from evaluation.rating_pages import RatingPage
from evaluation.scales import Missing
from evaluation.visits import Visit


class QualityView(RatingPage):
    """Security: as RatingPage: open to everybody, claims checked for form, POSTs by token."""

    def show(self, visit: Visit, problem: str = "", status: int = 200) -> HttpResponse:
        """The step where this worker stands; `problem` is what was wrong with a POST."""
        context = self.context(problem=problem, **quality_context(visit))
        return render(self.request, TEMPLATES[visit.step], context, status=status)


class Page(QualityView):
    """The task, at the step where this worker stands. Security: see QualityView; never writes."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.show(self.visit)


class Finish(QualityView):
    """All ratings at once, which completes the work. Security: see QualityView."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = RatingsForm(request.POST, names=self.visit.names)
        if not form.is_valid():
            return self.show(self.visit, first_error(form), status=422)
        try:
            submissions.submit_quality(self.visit, draft=form.draft, now=timezone.now())
        except Missing as missing:
            n_texts = len(self.visit.names)
            problem = f"{len(missing.names)} of {n_texts} summaries have no value yet."
            sent = replace(form.draft, place=0)  # and so at the first that is missing
            return self.show(replace(self.visit, sent=sent), problem, status=422)
        return self.next_page()
