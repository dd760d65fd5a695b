"""Who is qualified by a test: earned, given by hand, taken back."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.generic import FormView

from console.forms.qualified import QualifiedForm
from console.page import StaffPage
from console.roles import Ability
from crowd.due_process import DecisionError
from crowd.models import Batch, Qualification
from crowd.vouching import disqualify, qualify
from evaluation.checks import passing_in_words

ROWS = 100


class Qualified(StaffPage, FormView):
    """Security: every role reads; researchers and admins give and take, never their own."""

    to_read = Ability.LOOK
    template_name = "console/qualified.html"
    form_class = QualifiedForm

    @cached_property
    def batch(self) -> Batch:
        tests = Batch.objects.filter(passes_wanted__gt=0).select_related("study")
        return get_object_or_404(tests, pk=self.kwargs["test"])

    def get_initial(self) -> dict[str, Any]:
        return {"worker": self.request.GET.get("worker", "")}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = Qualification.objects.filter(batch=self.batch)
        pages = Paginator(rows.select_related("worker", "changed_by"), ROWS)
        return super().get_context_data(
            batch=self.batch,
            strength=passing_in_words(self.batch.kind, self.batch.passes_wanted),
            n_held=rows.held().count(),
            page_obj=pages.get_page(self.request.GET.get("page")),
            admits_to=self.batch.admits_to.select_related("study").order_by("pk"),
            **kwargs,
        )

    def form_valid(self, form: QualifiedForm) -> HttpResponse:
        takes = "revoke" in self.request.POST
        worker_id = form.cleaned_data["worker"]
        why = {"reason": form.cleaned_data["reason"], "by": self.request.user}
        try:
            do = disqualify if takes else qualify
            do(self.batch.pk, worker_id, **why, now=timezone.now())
        except DecisionError as error:
            form.add_error(None, f"{error}.")
            return self.form_invalid(form)
        said = "is not qualified any more" if takes else "is qualified"
        messages.success(self.request, f"{worker_id} {said}; the endpoint is told.")
        return redirect("console:qualified", self.batch.pk)
