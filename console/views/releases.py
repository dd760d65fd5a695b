"""Releases of a study's heat maps: those there are, and the gate through which one is made."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, Max, Min, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.generic import FormView, ListView

from annotation.models import Release
from annotation.releases import ReleaseError, make_release
from console.forms.release import BarForm, ReleaseForm
from console.gate import GateRow, gate_rows
from console.page import StaffPage
from console.roles import Ability
from crowd.models import Study


class ReleaseList(StaffPage, ListView):
    """Security: every role. Reads only."""

    template_name = "console/releases.html"
    paginate_by = 50

    def get_queryset(self) -> QuerySet[Release]:
        self.study = get_object_or_404(Study, name=self.kwargs["study"])
        return (
            self.study.releases.select_related("created_by")
            .prefetch_related("content_batches__batch")
            .annotate(
                n_documents=Count("documents"),
                fewest=Min("documents__n_annotators"),
                most=Max("documents__n_annotators"),
            )
            .order_by("-created_at", "-pk")
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(study=self.study, **kwargs)


class NewRelease(StaffPage, FormView):
    """The quality of every document's highlights; the researcher ticks what is frozen.

    Security: researchers and admins.
    """

    to_read = Ability.PLAN
    template_name = "console/release_form.html"
    form_class = ReleaseForm

    @cached_property
    def study(self) -> Study:
        return get_object_or_404(Study, name=self.kwargs["study"])

    @cached_property
    def bar_form(self) -> BarForm:
        return BarForm(self.request.GET)

    @cached_property
    def rows(self) -> list[GateRow]:
        return gate_rows(self.study, self.bar_form.bar)

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"study": self.study, "rows": self.rows}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            study=self.study, bar_form=self.bar_form, rows=self.rows, **kwargs
        )

    def form_valid(self, form: ReleaseForm) -> HttpResponse:
        try:
            release = make_release(
                self.study, **form.cleaned_data, by=self.request.user, now=timezone.now()
            )
        except ReleaseError as error:
            form.add_error("documents", f"{error}.")
            return self.form_invalid(form)
        n_documents = len(form.cleaned_data["documents"])
        plural = "s" if n_documents > 1 else ""
        messages.success(
            self.request,
            f"{release.name} holds {n_documents:,} document{plural}; it stays as it is.",
        )
        return redirect("console:releases", self.study.name)
