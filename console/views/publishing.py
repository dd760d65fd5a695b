"""What costs money or takes something back: publishing, expiring, deleting."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.generic import FormView

from console.audience import audience_of
from console.bill import Bill, bill
from console.endpoint import configured_endpoint
from console.forms.publish import PublishForm
from console.judged import judged_in
from console.page import StaffPage
from console.roles import Ability
from crowd.batches import BatchError, delete_batch, expire_batch, publish_batch
from crowd.budget import BudgetExceeded
from crowd.models import Batch


class BatchAction(StaffPage, FormView):
    """Security: researchers and admins; a GET shows what will happen, only a POST does it."""

    to_read = Ability.PLAN
    form_class = Form

    @cached_property
    def batch(self) -> Batch:
        batches = Batch.objects.select_related("study")
        return get_object_or_404(batches, pk=self.kwargs["batch"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(batch=self.batch, **kwargs)

    def batch_address(self) -> str:
        return reverse("console:batch", args=[self.batch.pk])

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            said, address = self.act()
        except (BatchError, BudgetExceeded) as error:
            form.add_error(None, str(error))
            return self.form_invalid(form)
        messages.success(self.request, said)
        return redirect(address)


class PublishBatch(BatchAction):
    """Security: as BatchAction; the sum and the endpoint agreed to must be the present ones."""

    template_name = "console/batch_publish.html"
    form_class = PublishForm

    @cached_property
    def bill(self) -> Bill:
        return bill(self.batch)

    def get_initial(self) -> dict[str, Any]:
        return {"cost": self.bill.plan.cost, "endpoint_url": configured_endpoint().url}

    def get_form_kwargs(self) -> dict[str, Any]:
        shown = {"plan": self.bill.plan, "endpoint": configured_endpoint()}
        return super().get_form_kwargs() | shown

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        about = {"judged": judged_in(self.batch), "audience": audience_of(self.batch)}
        return super().get_context_data(bill=self.bill, **about, **kwargs)

    def act(self) -> tuple[str, str]:
        publish_batch(self.batch.pk)
        return "Published. The HITs appear at the endpoint one by one.", self.batch_address()


class ExpireBatch(BatchAction):
    """Security: as BatchAction."""

    template_name = "console/batch_expire.html"

    def act(self) -> tuple[str, str]:
        expire_batch(self.batch.pk)
        return "Nobody can begin any more; who has begun may finish.", self.batch_address()


class DeleteBatch(BatchAction):
    """Security: as BatchAction; the desk refuses once the batch is published."""

    template_name = "console/batch_delete.html"

    def act(self) -> tuple[str, str]:
        delete_batch(self.batch.pk)
        study = reverse("console:study", args=[self.batch.study.name])
        return f"{self.batch.name} is gone; it had cost nothing.", study
