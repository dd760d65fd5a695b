"""Control summaries of a fluency or clarity batch: looked at, and replaced before launch."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.generic import FormView, ListView

from console.checks import check_of
from console.controls import control_sheets
from console.forms.control import ControlForm
from console.page import StaffPage
from console.reading import unread
from console.roles import Ability
from crowd.models import Batch, Item
from evaluation.control_texts import ControlError, replace_control
from evaluation.models import ControlText


class ControlList(StaffPage, ListView):
    """Security: every role. Reads only; lists a fluency or clarity batch's sheets."""

    template_name = "console/controls.html"
    paginate_by = 25

    def get_queryset(self) -> QuerySet[Item]:
        batches = Batch.objects.select_related("study", "quality_batch")
        self.batch = get_object_or_404(
            batches, pk=self.kwargs["quality_batch"], quality_batch__isnull=False
        )
        return self.batch.items.order_by("pk")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(batch=self.batch, **kwargs)
        return context | {
            "check": check_of(self.batch),
            "sheets": control_sheets(self.batch, list(context["page_obj"])),
        }


class ReplaceControl(StaffPage, FormView):
    """Security: researchers and admins; the desk refuses once the batch is published."""

    to_read = Ability.PLAN
    template_name = "console/control.html"
    form_class = ControlForm

    @cached_property
    def control(self) -> ControlText:
        controls = ControlText.objects.select_related(
            "batch__study", "batch__quality_batch", "document__dataset", "replaced_by"
        ).defer(*unread("document__"))
        return get_object_or_404(controls, pk=self.kwargs["control"])

    def get_initial(self) -> dict[str, Any]:
        return {"text": self.control.text}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(control=self.control, batch=self.control.batch, **kwargs)

    def form_valid(self, form: ControlForm) -> HttpResponse:
        text = form.cleaned_data["text"]
        try:
            replace_control(self.control.pk, text=text, by=self.request.user, now=timezone.now())
        except ControlError as error:
            form.add_error("text", f"{error}.")
            return self.form_invalid(form)
        messages.success(self.request, f"The {self.control.role} control is replaced.")
        return redirect(reverse("console:controls", args=[self.control.batch_id]))
