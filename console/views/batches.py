"""One batch: its progress, live, and the list of its assignments."""

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic import ListView

from console.audience import audience_of
from console.checks import check_of
from console.failures import failed_calls
from console.forms.filters import StateFilter
from console.item_progress import item_progress
from console.judged import judged_in
from console.page import StaffPage
from console.progress import batch_progress
from console.reading import unread
from console.views.money import pay_of
from crowd.models import Assignment, Batch, Item

# Which document an item is about, by the kind of its batch.
JUDGED = ("highlight_item__document", "content_item__summary__document")


class BatchPage(StaffPage, ListView):
    """Security: every role. Reads only; lists the batch's items."""

    template_name = "console/batch.html"
    paginate_by = 50

    def get_queryset(self) -> QuerySet[Item]:
        batches = Batch.objects.select_related("study")
        self.batch = get_object_or_404(batches, pk=self.kwargs["batch"])
        items = self.batch.items.select_related("batch", *JUDGED, "content_item__summary__system")
        long_columns = [column for path in JUDGED for column in unread(f"{path}__")]
        return items.defer(*long_columns).order_by("pk")

    def get_context_data(self, **kwargs) -> dict:
        context = super().get_context_data(batch=self.batch, **kwargs)
        progress = batch_progress([self.batch])[0]
        return context | {
            "check": check_of(self.batch),
            "pay": pay_of(self.batch),
            "judged": judged_in(self.batch),
            "audience": audience_of(self.batch),
            "progress": progress,
            "states": progress.states,
            "items": item_progress(list(context["page_obj"])),
            "failed_calls": failed_calls(Q(hit__item__batch=self.batch)),
            "back_to": reverse("console:batch", args=[self.batch.pk]),
        }


class BatchProgressPart(BatchPage):
    """Security: every role. The part of the batch page that is fetched again while it runs."""

    template_name = "console/parts/progress.html"


class AssignmentList(StaffPage, ListView):
    """Security: every role. Reads only; the state and the item are in the address."""

    template_name = "console/assignments.html"
    paginate_by = 100

    def get_queryset(self) -> QuerySet[Assignment]:
        batches = Batch.objects.select_related("study")
        self.batch = get_object_or_404(batches, pk=self.kwargs["batch"])
        self.filter = StateFilter(self.request.GET)
        work = Assignment.objects.filter(hit__item__batch=self.batch)
        return (
            self.filter.apply(work)
            .select_related("worker", "hit__item", "allocation__item", "highlight")
            .order_by("-opened_at", "-pk")
        )

    def get_context_data(self, **kwargs) -> dict:
        return super().get_context_data(batch=self.batch, filter=self.filter, **kwargs)
