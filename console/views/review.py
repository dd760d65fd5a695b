"""The review desk: what waits for a person, one case, and what was decided."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.generic import FormView, ListView

from console.choice import choice
from console.evidence import evidence
from console.forms.decision import DecisionForm
from console.forms.filters import DecisionFilter, WorkFilter
from console.page import StaffPage
from console.queue import RELATED, Place, decided, in_order, place_of
from console.reading import unread
from console.roles import Ability
from crowd.models import Assignment, Decision
from crowd.review import LONGEST_REASON, DecisionError, decide


class FilteredList(StaffPage, ListView):
    """Security: every role. Reads only; the filter is in the address."""

    section = "review"
    paginate_by = 50
    filter_class = WorkFilter

    def get_queryset(self) -> QuerySet:
        self.filter = self.filter_class(self.request.GET)
        return self.filter.apply(self.rows())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(filter=self.filter, **kwargs)


class ReviewQueue(FilteredList):
    """Security: as FilteredList."""

    template_name = "console/review.html"

    def rows(self) -> QuerySet[Assignment]:
        work = in_order(Assignment.objects.all())
        work = work.select_related(
            *RELATED, "highlight__statement__document", "statement_answer__statement"
        )
        return work.defer(*unread("highlight__statement__document__"))


class Decided(FilteredList):
    """Security: as FilteredList."""

    template_name = "console/decided.html"
    filter_class = DecisionFilter

    def rows(self) -> QuerySet[Decision]:
        return decided(Decision.objects.all())


class CasePage(StaffPage, FormView):
    """Security: every role may look, reviewers and admins decide. The verdict and the reason are
    taken from the form; whether they are allowed is checked by the review desk."""

    section = "review"
    to_write = Ability.DECIDE
    template_name = "console/case.html"
    form_class = DecisionForm

    def assignment(self) -> Assignment:
        related = Assignment.objects.select_related(*RELATED)
        return get_object_or_404(related, pk=self.kwargs["assignment"])

    def place(self, assignment: Assignment) -> Place | None:
        """Where the case stands in the queue as it is filtered."""
        work = WorkFilter(self.request.GET).apply(Assignment.objects.all())
        return place_of(assignment, in_order(work))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        assignment = self.assignment()
        decisions = list(assignment.decisions.select_related("decided_by", "call").order_by("pk"))
        return super().get_context_data(
            assignment=assignment,
            batch=assignment.hit.item.batch,
            evidence=evidence(assignment),
            decisions=decisions,
            choice=choice(assignment, decisions),
            place=self.place(assignment),
            longest_reason=LONGEST_REASON,
            **kwargs,
        )

    def form_valid(self, form: DecisionForm) -> HttpResponse:
        assignment = self.assignment()
        place = self.place(assignment)
        try:
            decision = decide(
                assignment.pk,
                by=self.request.user,
                now=timezone.now(),
                evidence=evidence(assignment).as_stored(),
                **form.cleaned_data,
            )
        except DecisionError as error:
            is_rejection = form.cleaned_data["verdict"] == Decision.Verdict.REJECT
            form.add_error("reason" if is_rejection else None, str(error))
            return self.form_invalid(form)
        messages.success(self.request, in_words(decision))
        return redirect(self.after(place))

    def after(self, place: Place | None) -> str:
        """The next case of the same filter, or the queue when there is none."""
        following = place and place.after_deciding
        page = ("console:case", following) if following else ("console:review",)
        address, query = reverse(page[0], args=page[1:]), self.request.GET.urlencode()
        return f"{address}?{query}" if query else address


def in_words(decision: Decision) -> str:
    """What the decision means for the worker, said to whoever took it."""
    worker, batch = decision.assignment.worker, decision.assignment.hit.item.batch
    meaning = f"is paid {batch.reward_usd} USD"
    if decision.verdict == Decision.Verdict.REJECT:
        meaning = f"is not paid {batch.reward_usd} USD and reads your reason"
    return f"{worker} {meaning}. The endpoint is being told."
