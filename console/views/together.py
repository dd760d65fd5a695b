"""One decision about many cases: the dry run that lists who is hit, then the decision."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.generic.base import ContextMixin, View

from console.evidence import evidence
from console.forms.decision import TogetherForm, chosen
from console.forms.filters import CaseFilter
from console.page import StaffPage
from console.queue import RELATED, in_order, waiting_for
from console.roles import Ability
from crowd.models import Assignment
from crowd.together import MOST, DryRun, decide_together, dry_run


class Together(StaffPage, ContextMixin, View):
    """Security: reviewers and admins, by POST. The cases are taken from the form, as far as they
    wait for this person; every single one is checked by the review desk."""

    http_method_names = ["post"]
    section = "review"
    to_read = to_write = Ability.DECIDE

    def post(self, request: HttpRequest) -> HttpResponse:
        form = TogetherForm(request.POST)
        work = self.chosen(form) if form.is_valid() else []
        if not 0 < len(work) <= MOST:
            problem = f"Choose a verdict, and from 1 to {MOST} cases that wait for you."
            messages.error(request, problem)
            return redirect(self.queue())
        said = {name: form.cleaned_data[name] for name in ("verdict", "reason")}
        said |= {"by": request.user, "now": timezone.now()}
        run = dry_run(work, **said)
        beyond_cap = form.cleaned_data["beyond_cap"]
        if not form.cleaned_data["agreed"] or (run.caps and not beyond_cap) or not run.hit:
            return self.show(run, form)
        return self.decide(run.hit, said, beyond_cap=beyond_cap)

    def chosen(self, form: TogetherForm) -> list[Assignment]:
        """The cases of the form that wait for this person, as they stood in the list."""
        waiting = waiting_for(self.request.user).select_related(*RELATED)
        if form.cleaned_data["all"]:
            cases = CaseFilter(self.request.GET)
            work = cases.apply(in_order(waiting, by_worker=cases.by_worker))
            return list(work[: MOST + 1])
        keys = chosen(self.request.POST)
        found = waiting.in_bulk(keys[: MOST + 1])
        return [found[key] for key in keys if key in found]

    def queue(self) -> str:
        query = self.request.GET.urlencode()
        return reverse("console:review") + (f"?{query}" if query else "")

    def show(self, run: DryRun, form: TogetherForm) -> HttpResponse:
        context = self.get_context_data(
            run=run, form=form, reason=form.cleaned_data["reason"], queue=self.queue()
        )
        return render(self.request, "console/together.html", context)

    def decide(
        self, work: list[Assignment], said: dict[str, Any], *, beyond_cap: bool
    ) -> HttpResponse:
        done = decide_together(
            work,
            evidence=lambda assignment: evidence(assignment).as_stored(),
            beyond_cap=beyond_cap,
            undo_for=timedelta(seconds=settings.REVIEW_UNDO_S),
            **said,
        )
        messages.success(self.request, f"{len(done.decisions)} cases decided.")
        for problem in [*done.problems[:5], *([done.stopped] if done.stopped else [])]:
            messages.warning(self.request, problem)
        return redirect(self.queue())
