"""Where our books and the endpoint's differ: look, look again, repair."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views import View
from django.views.generic import ListView

from console.page import StaffPage, refused
from console.roles import Ability
from crowd.budget import BudgetExceeded
from crowd.models import Finding, Reconciliation, Study
from crowd.repairs import REPAIRS, repair
from crowd.review import DecisionError
from crowd.tasks import reconcile_study

Kind = Finding.Kind
# Who may press it: paying for work is a decision, all else is planning.
PAYS = {Kind.LATE, Kind.WRONG_WORKER}


def needed_for(finding: Finding) -> Ability:
    return Ability.DECIDE if finding.kind in PAYS else Ability.PLAN


class Reconciling(StaffPage, ListView):
    """Security: every role may look and ask for another look, which is enqueued and only reads at
    the endpoint."""

    template_name = "console/reconciliation.html"
    paginate_by = 50
    to_write = Ability.LOOK

    @property
    def study(self) -> Study:
        return get_object_or_404(Study, name=self.kwargs["study"])

    def get_queryset(self) -> QuerySet[Finding]:
        related = ("hit__item__batch", "assignment__hit__item__batch", "assignment__worker")
        return Finding.objects.filter(study=self.study).open().select_related(*related)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(study=self.study, **kwargs)
        rows = [
            (finding, REPAIRS[finding.kind].label, needed_for(finding) in self.abilities)
            for finding in context["page_obj"]
        ]
        done = self.study.findings.exclude(repaired_at=None).select_related("repaired_by")
        run = Reconciliation.objects.filter(study=self.study).first()
        return context | {"rows": rows, "run": run, "repaired": done.order_by("-repaired_at")[:20]}

    def post(self, request: HttpRequest, study: str) -> HttpResponse:
        reconcile_study.delay(self.study.pk)
        messages.success(request, "Both sides are being compared. Reload in a moment.")
        return redirect("console:reconciliation", study)


class RepairFinding(StaffPage, View):
    """Security: by POST; what pays for work needs the ability to decide, all else to plan."""

    http_method_names = ["post"]
    to_write = Ability.LOOK

    def post(self, request: HttpRequest, finding: int) -> HttpResponse:
        found = get_object_or_404(Finding.objects.select_related("study"), pk=finding)
        if (needed := needed_for(found)) not in self.abilities:
            return refused(request, needed)
        try:
            repair(found.pk, by=request.user, now=timezone.now())
        except (BudgetExceeded, DecisionError) as error:
            messages.error(request, f"Not repaired: {error}")
        else:
            messages.success(request, f"{REPAIRS[found.kind].label}: done.")
        return redirect("console:reconciliation", found.study.name)
