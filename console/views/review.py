"""The review queue, and what was decided and done at the desk: lists that only read."""

from typing import Any

from django.db.models import QuerySet
from django.views.generic import ListView

from console.forms.filters import CaseFilter, DecisionFilter, WorkFilter
from console.page import StaffPage
from console.queue import RELATED, decided, in_order, undoable, waiting_for
from console.reading import unread
from console.record import failures_of
from crowd.due_process import LONGEST_REASON
from crowd.models import Assignment, Decision, ReviewEvent


class FilteredList(StaffPage, ListView):
    """Security: every role. Reads only; the filter is in the address."""

    section = "review"
    paginate_by = 50
    filter_class = WorkFilter

    def get_queryset(self) -> QuerySet:
        self.filter = self.filter_class(self.request.GET)
        return self.filter.apply(self.rows())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        last = undoable(self.request.user)
        return super().get_context_data(filter=self.filter, undoable=last, **kwargs)


class ReviewQueue(FilteredList):
    """Security: as FilteredList; it leaves out the user's own work and what they read already."""

    template_name = "console/review.html"
    filter_class = CaseFilter

    def rows(self) -> QuerySet[Assignment]:
        work = in_order(waiting_for(self.request.user), by_worker=self.filter.by_worker)
        work = work.select_related(
            *RELATED, "highlight__statement__document", "statement_answer__statement"
        )
        return work.defer(*unread("highlight__statement__document__"))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(longest_reason=LONGEST_REASON, **kwargs)
        if self.filter.by_worker:
            failures = failures_of({row.worker_id for row in context["object_list"]})
            for row in context["object_list"]:
                row.failures = failures.get(row.worker_id, (0, 0))
        return context


class Decided(FilteredList):
    """Security: as FilteredList."""

    template_name = "console/decided.html"
    filter_class = DecisionFilter

    def rows(self) -> QuerySet[Decision]:
        return decided(Decision.objects.all())


class Log(StaffPage, ListView):
    """What was done at the desk besides deciding: by whom, when, and what they saw.

    Security: every role. Reads only. What a first reader thinks is told to nobody before the case
    is closed.
    """

    section = "review"
    template_name = "console/log.html"
    paginate_by = 50

    def get_queryset(self) -> QuerySet[ReviewEvent]:
        events = ReviewEvent.objects.exclude(assignment__reading__decision=None, kind="asked")
        return events.select_related("by", "study", "assignment__worker", "worker")
