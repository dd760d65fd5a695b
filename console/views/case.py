"""One case of the review queue: the evidence, the decision, and at once the next case."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.generic import FormView

from console.choice import choice
from console.evidence import evidence
from console.forms.decision import DecisionForm
from console.forms.filters import CaseFilter
from console.page import StaffPage
from console.queue import RELATED, Place, in_order, place_of, reasons_of, undoable, waiting_for
from console.roles import Ability
from crowd.due_process import LONGEST_REASON, CapReached, DecisionError
from crowd.models import Assignment, Decision
from crowd.review import decide
from crowd.second_reading import ask_second_reader


class CasePage(StaffPage, FormView):
    """Security: every role may look, reviewers and admins decide. The verdict and the reason are
    taken from the form; whether they are allowed is checked by the review desk. A second reader is
    shown nothing of the first one's view."""

    section = "review"
    to_write = Ability.DECIDE
    template_name = "console/case.html"
    form_class = DecisionForm
    asks_cap = False

    def assignment(self) -> Assignment:
        related = Assignment.objects.select_related(*RELATED)
        return get_object_or_404(related, pk=self.kwargs["assignment"])

    def place(self, assignment: Assignment) -> Place | None:
        """Where the case stands in the queue as it is filtered."""
        cases = CaseFilter(self.request.GET)
        work = in_order(waiting_for(self.request.user), by_worker=cases.by_worker)
        return place_of(assignment, cases.apply(work))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        assignment = self.assignment()
        decisions = list(assignment.decisions.select_related("decided_by", "call").order_by("pk"))
        return super().get_context_data(
            assignment=assignment,
            batch=assignment.hit.item.batch,
            evidence=evidence(assignment),
            decisions=decisions,
            appeals=assignment.appeals.select_related("closed_by"),
            choice=choice(assignment, decisions, self.request.user),
            place=self.place(assignment),
            undoable=undoable(self.request.user),
            my_reasons=reasons_of(self.request.user),
            asks_cap=self.asks_cap,
            longest_reason=LONGEST_REASON,
            **kwargs,
        )

    def form_valid(self, form: DecisionForm) -> HttpResponse:
        assignment = self.assignment()
        place = self.place(assignment)
        try:
            said = self.decide(assignment, form.cleaned_data)
        except DecisionError as error:
            self.asks_cap = isinstance(error, CapReached)
            is_rejection = form.cleaned_data["verdict"] == Decision.Verdict.REJECT
            form.add_error("reason" if is_rejection else None, str(error))
            return self.form_invalid(form)
        messages.success(self.request, said)
        return redirect(self.after(place))

    def decide(self, assignment: Assignment, said: dict[str, Any]) -> str:
        """What was decided, in words. Raises DecisionError."""
        common = {
            "verdict": said["verdict"],
            "reason": said["reason"],
            "by": self.request.user,
            "now": timezone.now(),
            "evidence": evidence(assignment).as_stored(),
        }
        if said["second"]:
            ask_second_reader(assignment.pk, **common)
            return f"A second reader decides about {assignment.worker}, without your view."
        undo_for = timedelta(seconds=settings.REVIEW_UNDO_S)
        decision = decide(assignment.pk, beyond_cap=said["beyond_cap"], undo_for=undo_for, **common)
        return in_words(decision)

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
    if decision.verdict == Decision.Verdict.SOFT_REJECT:
        meaning += ", and the work is not used"
    return f"{worker} {meaning}. The endpoint is being told."
