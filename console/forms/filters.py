"""The filters of the review lists; they live in the address bar."""

from datetime import timedelta

from django import forms
from django.db.models import Q, QuerySet
from django.utils import timezone

from console.judged_item import judging_key
from console.reasons import REASONS
from console.states import STATES
from crowd.models import Batch, Call, Decision, Study
from crowd.models.assignment import AssignmentQuerySet


class WorkFilter(forms.Form):
    """Narrows assignments, or decisions about them, to a study, a batch or a worker."""

    prefix_path = ""

    study = forms.ModelChoiceField(
        Study.objects.order_by("name"), to_field_name="name", required=False, empty_label="All"
    )
    batch = forms.ModelChoiceField(
        Batch.objects.filter(published_at__isnull=False)
        .select_related("study")
        .order_by("study__name", "name"),
        required=False,
        empty_label="All",
    )
    worker = forms.CharField(required=False, max_length=64)

    @property
    def is_narrow(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    def condition(self) -> Q:
        """What the rows must fulfil; nothing does when a filter makes no sense."""
        if not self.is_valid():
            return Q(pk__in=[])
        wanted = {
            "hit__item__batch__study": self.cleaned_data["study"],
            "hit__item__batch": self.cleaned_data["batch"],
            "worker__mturk_id": self.cleaned_data["worker"],
        }
        return Q(**{self.prefix_path + path: value for path, value in wanted.items() if value})

    def apply(self, rows: QuerySet) -> QuerySet:
        return rows.filter(self.condition())


class CaseFilter(WorkFilter):
    """Narrows the review queue by why the work is there, how old it is and how soon it is paid."""

    HOURS = (("1", "1 hour"), ("6", "6 hours"), ("24", "1 day"), ("72", "3 days"))

    reason = forms.ChoiceField(
        choices=[("", "All"), *((name, reason.label) for name, reason in REASONS.items())],
        required=False,
    )
    age = forms.ChoiceField(
        choices=[("", "Any"), *((n, f"over {label}") for n, label in HOURS)],
        required=False,
        label="Handed in",
    )
    deadline = forms.ChoiceField(
        choices=[("", "Any"), *((n, f"within {label}") for n, label in HOURS)],
        required=False,
        label="Paid by itself",
    )
    group = forms.ChoiceField(
        choices=[("", "Deadline"), ("worker", "Worker")], required=False, label="Order by"
    )

    @property
    def is_narrow(self) -> bool:
        return any(self.data.get(name) for name in self.fields if name != "group")

    @property
    def by_worker(self) -> bool:
        return self.is_valid() and self.cleaned_data["group"] == "worker"

    def condition(self) -> Q:
        condition = super().condition()
        if not self.is_valid():
            return condition
        now, wanted = timezone.now(), self.cleaned_data
        if wanted["reason"]:
            condition &= Q(REASONS[wanted["reason"]].condition)
        if wanted["age"]:
            condition &= Q(handed_in_at__lte=now - timedelta(hours=int(wanted["age"])))
        if wanted["deadline"]:
            condition &= Q(auto_approval_at__lte=now + timedelta(hours=int(wanted["deadline"])))
        return condition


class StateFilter(forms.Form):
    """Narrows a batch's assignments to a state and an item."""

    state = forms.ChoiceField(
        choices=[("", "All"), *((name, state.label) for name, state in STATES.items())],
        required=False,
    )
    item = forms.CharField(required=False, max_length=200)

    def apply(self, work: AssignmentQuerySet) -> AssignmentQuerySet:
        if not self.is_valid():
            return work.none()
        if self.cleaned_data["item"]:
            work = work.filter(judging_key(self.cleaned_data["item"]))
        state = self.cleaned_data["state"]
        return STATES[state].of(work) if state else work


class DecisionFilter(WorkFilter):
    """The same for decisions; by whom, which, and whether the endpoint knows."""

    prefix_path = "assignment__"
    BY = (("people", "People"), ("machine", "The machine"), ("all", "Everybody"))

    by = forms.ChoiceField(choices=BY, required=False)
    verdict = forms.ChoiceField(choices=[("", "All"), *Decision.Verdict.choices], required=False)
    delivery = forms.ChoiceField(choices=[("", "All"), *Call.State.choices], required=False)

    def condition(self) -> Q:
        condition = super().condition()
        if not self.is_valid():
            return condition
        by = self.cleaned_data["by"] or "people"
        if by != "all":
            condition &= Q(decided_by__isnull=by == "machine")
        if self.cleaned_data["verdict"]:
            condition &= Q(verdict=self.cleaned_data["verdict"])
        if self.cleaned_data["delivery"]:
            condition &= Q(call__state=self.cleaned_data["delivery"])
        return condition
