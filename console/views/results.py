"""The results of a study: the page, the wish to have them computed, and their files."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views import View
from django.views.generic import TemplateView

from console.archive import zipped
from console.page import StaffPage
from console.results import downloads, results_of, shown_results
from console.roles import Ability
from crowd.models import Study
from evaluation.models import ResultFile
from evaluation.requesting import request_results

CONTENT_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "svg": "image/svg+xml",
    "html": "text/html; charset=utf-8",
}


class ResultsPage(StaffPage, TemplateView):
    """Security: every role. Reads only; nothing is computed here but the tables' layout."""

    template_name = "console/results.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        study = get_object_or_404(Study, name=self.kwargs["study"])
        results = results_of(study)
        shown = shown_results(study, results)
        return super().get_context_data(**kwargs) | {
            "study": study,
            "results": results,
            "shown": shown,
            "downloads": downloads(shown.files) if shown else [],
        }


class ResultsPart(ResultsPage):
    """Security: every role. The part of the page that is fetched again while it is computed."""

    template_name = "console/parts/results.html"


class ComputeResults(StaffPage, View):
    """Security: every role, by POST: it changes no work and spends nothing."""

    http_method_names = ["post"]
    to_write = Ability.LOOK

    def post(self, request: HttpRequest, study: str) -> HttpResponse:
        found = get_object_or_404(Study, name=study)
        if not request_results(found, now=timezone.now()):
            messages.info(request, "They are being computed already.")
        return redirect("console:results", found.name)


class ResultsFile(StaffPage, View):
    """Security: every role. A plot is shown as an image, everything else is saved: nothing of it
    runs under our address."""

    http_method_names = ["get"]

    def get(self, request: HttpRequest, study: str, file: str) -> HttpResponse:
        found = get_object_or_404(ResultFile, results__study__name=study, name=file)
        ending = file.rpartition(".")[2]
        kind = CONTENT_TYPES.get(ending, "text/plain; charset=utf-8")
        answer = HttpResponse(found.text, content_type=kind)
        if ending != "svg" or "save" in request.GET:
            answer["Content-Disposition"] = f'attachment; filename="{study}-{file}"'
        return answer


class ResultsArchive(StaffPage, View):
    """Security: every role. All files in one, the same bytes for the same results."""

    http_method_names = ["get"]

    def get(self, request: HttpRequest, study: str) -> HttpResponse:
        files = ResultFile.objects.filter(results__study__name=study)
        texts = dict(files.values_list("name", "text"))
        if not texts:
            raise Http404("no results have been computed")
        answer = HttpResponse(zipped(texts, folder=f"{study}-results"), "application/zip")
        answer["Content-Disposition"] = f'attachment; filename="{study}-results.zip"'
        return answer
