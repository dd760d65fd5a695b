"""Making a batch, which is free."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.views.generic import FormView

from annotation.batches import create_highlight_batch
from console.forms.batch import BatchForm
from console.page import StaffPage
from console.roles import Ability
from crowd.batches import BatchError
from crowd.models import Study


class NewBatch(StaffPage, FormView):
    """Security: researchers and admins. Making a batch is free; nothing is published."""

    to_read = Ability.PLAN
    template_name = "console/batch_form.html"
    form_class = BatchForm

    @cached_property
    def study(self) -> Study:
        return get_object_or_404(Study, name=self.kwargs["study"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"study": self.study}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(study=self.study, **kwargs)

    def form_valid(self, form: BatchForm) -> HttpResponse:
        dataset = form.cleaned_data["dataset"]
        try:
            batch = create_highlight_batch(self.study, dataset, **form.details())
        except BatchError as error:
            form.add_error(None, str(error))
            return self.form_invalid(form)
        return redirect("console:batch-publish", batch.pk)
