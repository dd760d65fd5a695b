"""What goes beyond one case: answering an appeal, voiding a statement, excluding a worker."""

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views import View
from django.views.generic import FormView

from console.forms.decision import ReasonForm
from console.page import StaffPage
from console.roles import Ability
from console.voiding import failed_by, void_statement
from corpus.models import SanityStatement
from crowd.appeals import let_stand
from crowd.due_process import DecisionError
from crowd.excluding import admit_worker, exclude_worker
from crowd.models import Appeal, Assignment, Exclusion, Study, Worker


class AnswerAppeal(StaffPage, View):
    """The rejection stands. Security: reviewers and admins, by POST, but not whoever rejected."""

    http_method_names = ["post"]
    to_read = to_write = Ability.DECIDE

    def post(self, request: HttpRequest, appeal: int) -> HttpResponse:
        found = get_object_or_404(Appeal, pk=appeal)
        answer = request.POST.get("answer", "").replace("\0", "")
        try:
            let_stand(found.pk, answer=answer, by=request.user, now=timezone.now())
        except DecisionError as error:
            messages.error(request, f"Not answered: {error}.")
        else:
            messages.success(request, "The rejection stands; your answer is kept with it.")
        return redirect("console:case", found.assignment_id)


class ReasonPage(StaffPage, FormView):
    """A page that says what would happen, and does it for a reason.

    Security: reviewers and admins, to look at and to post.
    """

    section = "review"
    to_read = to_write = Ability.DECIDE
    form_class = ReasonForm

    def form_valid(self, form: ReasonForm) -> HttpResponse:
        try:
            said = self.do(form.cleaned_data["reason"])
        except DecisionError as error:
            form.add_error("reason", str(error))
            return self.form_invalid(form)
        messages.success(self.request, said)
        return redirect("console:review")


class VoidStatement(ReasonPage):
    """Security: as ReasonPage; it shows a sanity answer, which only staff may see."""

    template_name = "console/void_statement.html"

    @cached_property
    def statement(self) -> SanityStatement:
        related = SanityStatement.objects.select_related("document", "voided_by")
        return get_object_or_404(related, pk=self.kwargs["statement"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        failed = failed_by(self.statement).order_by()
        by_status = dict(failed.values_list("status").annotate(Count("pk")))
        return super().get_context_data(
            statement=self.statement,
            n_failed=sum(by_status.values()),
            by_status=[
                (label, by_status[value])
                for value, label in Assignment.Status.choices
                if by_status.get(value)
            ],
            **kwargs,
        )

    def do(self, reason: str) -> str:
        done = void_statement(
            self.statement.pk, reason=reason, by=self.request.user, now=timezone.now()
        )
        late = f" {done.n_too_late} could not be paid any more." if done.n_too_late else ""
        return (
            f"The statement is void: {done.n_passed} assignments pass now, {done.n_paid} of them "
            f"are paid by this, {done.n_overturned} after a rejection.{late}"
        )


class ExcludeWorker(ReasonPage):
    """Security: as ReasonPage."""

    template_name = "console/exclude.html"

    @cached_property
    def study(self) -> Study:
        return get_object_or_404(Study, name=self.kwargs["study"])

    @cached_property
    def worker(self) -> Worker:
        return get_object_or_404(Worker, pk=self.kwargs["worker"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        work = Assignment.objects.filter(hit__item__batch__study=self.study, worker=self.worker)
        standing = Exclusion.objects.filter(study=self.study, worker=self.worker)
        return super().get_context_data(
            study=self.study,
            worker=self.worker,
            exclusion=standing.select_related("excluded_by").first(),
            n_usable=work.usable().count(),
            n_handed_in=work.saved().count(),
            **kwargs,
        )

    def do(self, reason: str) -> str:
        who = {"by": self.request.user, "now": timezone.now()}
        exclude_worker(self.study.pk, self.worker.pk, reason=reason, **who)
        return f"Nothing that {self.worker} did counts in {self.study} any more. Pay is untouched."


class AdmitWorker(StaffPage, View):
    """Lift an exclusion. Security: reviewers and admins, by POST."""

    http_method_names = ["post"]
    to_read = to_write = Ability.DECIDE

    def post(self, request: HttpRequest, study: str, worker: int) -> HttpResponse:
        found = get_object_or_404(Study, name=study)
        admitted = get_object_or_404(Worker, pk=worker)
        try:
            admit_worker(found.pk, admitted.pk, by=request.user, now=timezone.now())
        except DecisionError as error:
            messages.error(request, f"Not lifted: {error}.")
        else:
            messages.success(request, f"What {admitted} did in {found} counts again.")
        return redirect(reverse("console:review"))
