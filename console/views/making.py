"""Making a batch, which is free: a form for each kind, and the bill before anything is kept."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.views.generic import FormView

from console.bill import bill_of_unmade
from console.forms.batch import BatchForm
from console.forms.content_batch import ContentBatchForm
from console.forms.highlight_batch import HighlightBatchForm
from console.forms.quality_batch import QualityBatchForm
from console.page import StaffPage
from console.roles import Ability
from crowd.batches import BatchError
from crowd.models import Study


class NewBatch(StaffPage, FormView):
    """Base of a kind's form. The button `preview` shows the bill and keeps nothing.

    Security: researchers and admins. Making a batch is free; nothing is published.
    """

    to_read = Ability.PLAN
    template_name = "console/batch_form.html"
    kind = ""
    next_page = "console:batch-publish"

    @cached_property
    def study(self) -> Study:
        return get_object_or_404(Study, name=self.kwargs["study"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"study": self.study}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(study=self.study, kind=self.kind, **kwargs)

    def form_valid(self, form: BatchForm) -> HttpResponse:
        dataset = form.cleaned_data["dataset"]
        make = partial(form.create, self.study, dataset, **form.details())
        try:
            if "preview" in self.request.POST:
                bill = bill_of_unmade(make)
                return self.render_to_response(self.get_context_data(form=form, bill=bill))
            batch = make()
        except BatchError as error:
            form.add_problems(error)
            return self.form_invalid(form)
        return redirect(self.next_page, batch.pk)


class NewHighlightBatch(NewBatch):
    """Security: as NewBatch."""

    kind = "highlights"
    form_class = HighlightBatchForm


class NewContentBatch(NewBatch):
    """Security: as NewBatch."""

    kind = "content"
    form_class = ContentBatchForm


class NewQualityBatch(NewBatch):
    """Its controls are read before the bill is. Security: as NewBatch."""

    kind = "quality"
    form_class = QualityBatchForm
    next_page = "console:controls"
