"""The form that makes a batch, of whatever kind: what all kinds ask for.

A kind adds what is judged, its own numbers, and what it is usually called and paid.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.db.models import Count, Q, QuerySet
from django.forms import BoundField

from annotation.batches import chosen_documents
from console.forms import short_name
from console.forms.saying import SaysValue
from corpus.models import Dataset
from crowd.batches import BatchError
from crowd.models import Batch, Study
from crowd.models.study import MOST_PASSES
from evaluation.checks import passing_in_words, strengths_in_words

MINUTE_S, DAY_S = 60, 24 * 3600
# Fields of a batch that the form shows as they are.
PLAIN = (
    "name",
    "title",
    "description",
    "keywords",
    "reward_usd",
    "judges",
    "assignments_per_hit",
    "bonus_pool_usd",
)

# Who may take it, and whom it admits elsewhere.
AUDIENCE = ("not_for", "only_for", "passes_wanted")


class EarlierBatches(forms.ModelMultipleChoiceField):
    """Batches by study and name, with what one wants to know of them here."""

    def label_from_instance(self, batch: Batch) -> str:
        workers = "nobody yet" if not batch.n_workers else f"{batch.n_workers} so far"
        return f"{batch} ({workers})"


class TestBatch(forms.ModelChoiceField):
    """A qualification test, with how strong it is."""

    def label_from_instance(self, batch: Batch) -> str:
        strength = passing_in_words(batch.kind, batch.passes_wanted)
        return f"{batch}: {strength} ({batch.n_qualified} people so far)"


class BatchForm(SaysValue, forms.ModelForm):
    """What workers are told, paid and given time for; times in minutes and days.

    A kind gives `kind`, `create` (the desk that makes the batch), `lead` (the line under the
    heading), `check` (how strong the check of the work is), `judged` and `numbers` (its fields by
    group, with their widths), `own` (those the desk is asked for), `usual` (initial values) and,
    for fields that may stay empty, what is then said.
    """

    kind: str
    create: Callable[..., Batch]
    lead = check = ""
    judged: Sequence[tuple[str, str]] = ()
    numbers: Sequence[tuple[str, str]] = ()
    own: Sequence[str] = ()
    usual: dict[str, Any] = {}
    when_empty: dict[str, str] = {}
    laws: dict[str, Callable[[Dataset, list[str]], Any]] = {"document_ids": chosen_documents}

    dataset = forms.ModelChoiceField(
        Dataset.objects.order_by("name"), empty_label="Choose a dataset"
    )
    document_ids = forms.CharField(
        required=False,
        label="Only these documents",
        help_text="Ids, one a line. Empty: every document of the dataset.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    expected_min = forms.IntegerField(
        min_value=1,
        max_value=600,
        initial=5,
        label="Expected minutes",
        help_text="Workers read it.",
    )
    duration_min = forms.IntegerField(
        min_value=1,
        max_value=1440,
        initial=60,
        label="Minutes allowed",
        help_text="From accepting.",
    )
    lifetime_d = forms.IntegerField(
        min_value=1, max_value=365, initial=7, label="Days on the market"
    )
    auto_approval_d = forms.IntegerField(
        min_value=1,
        max_value=30,
        initial=5,
        label="Days until paid by itself",
        help_text="The time you have to decide.",
    )

    passes_wanted = forms.IntegerField(
        min_value=0,
        max_value=MOST_PASSES,
        required=False,
        label="As a test: works that must pass",
    )
    only_for = TestBatch(
        Batch.objects.none(),
        required=False,
        empty_label="Everybody",
        label="Only for who passed",
        help_text="Hidden from everybody else. A test is a small paid batch, made like this one.",
    )
    not_for = EarlierBatches(
        Batch.objects.none(),
        required=False,
        label="Not for who took part in",
        help_text="It is hidden from whoever did work in these, also from now on.",
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Batch
        fields = PLAIN
        labels = {
            "name": "Short name",
            "reward_usd": "Reward in USD",
            "judges": "Judges an item",
            "assignments_per_hit": "Judges a HIT",
            "bonus_pool_usd": "Pool for bonuses in USD",
        }
        help_texts = {
            "name": "For commands and addresses: letters, digits, - and _.",
            "title": "The line workers see in the list of tasks.",
            "keywords": "Separated by commas.",
            "reward_usd": "For one assignment, without the endpoint’s fee.",
            "judges": "Different workers whose usable work is wanted.",
            "assignments_per_hit": "At most; from ten on the endpoint’s fee doubles.",
            "bonus_pool_usd": "Set aside with its fee; what is left comes back at the end.",
        }
        error_messages = {"name": short_name.ERRORS}
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.study = study
        self.fields["not_for"].queryset = earlier_batches()
        self.fields["only_for"].queryset = published_tests()
        self.fields["passes_wanted"].help_text = (
            "Empty: no test. Else whoever has so many works pass, and none fail, may take batches "
            f"that are only for them. {strengths_in_words(self.kind)}"
        )
        self.fields["bonus_pool_usd"].required = False
        for name, said in self.when_empty.items():
            self.fields[name].required = False
            self.fields[name].help_text = said
        self.initial = {"assignments_per_hit": 9} | self.usual | self.initial

    @property
    def groups(self) -> list[tuple[str, list[tuple[BoundField, str]]]]:
        """The fields as the page shows them: legend, and each field with its width."""
        half = "half"
        groups = [
            (
                "What is judged",
                [("dataset", half), ("name", half), *self.judged, ("document_ids", "")],
            ),
            ("What workers read", [("title", ""), ("description", ""), ("keywords", "")]),
            (
                "How many, for how much",
                [
                    ("judges", half),
                    ("reward_usd", half),
                    *self.numbers,
                    ("assignments_per_hit", half),
                    ("bonus_pool_usd", half),
                ],
            ),
            (
                "Time",
                [
                    (name, half)
                    for name in ("expected_min", "duration_min", "lifetime_d", "auto_approval_d")
                ],
            ),
        ]
        chosen = [name for name in ("only_for", "not_for") if self.fields[name].queryset.exists()]
        groups.append(
            ("Who may take it", [*((name, "") for name in chosen), ("passes_wanted", "")])
        )
        return [(legend, [(self[name], width) for name, width in row]) for legend, row in groups]

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if self.study.batches.filter(name=name).exists():
            raise forms.ValidationError(f"The study has a batch named “{name}” already.")
        return name

    def clean_bonus_pool_usd(self) -> Decimal:
        """None is meant by an empty field."""
        return self.cleaned_data["bonus_pool_usd"] or Decimal("0.00")

    def clean_passes_wanted(self) -> int:
        """No test is meant by an empty field."""
        return self.cleaned_data["passes_wanted"] or 0

    def clean_document_ids(self) -> list[str] | None:
        """None stands for every document."""
        return lines_of(self.cleaned_data["document_ids"])

    def clean(self) -> dict[str, Any]:
        """What is named is looked up in the dataset, so that all that is wrong is said at once."""
        data = super().clean()
        for name, law in self.laws.items():
            if data.get("dataset") and data.get(name):
                try:
                    law(data["dataset"], data[name])
                except BatchError as error:
                    self.add_problems(error)
        return data

    def add_problems(self, error: BatchError) -> None:
        """What the desk refused, each problem at its field."""
        for argument, text in error.by_argument:
            self.add_error(argument if argument in self.fields else None, sentence(text))

    def details(self) -> dict[str, Any]:
        """What the batch desk is asked for."""
        data = self.cleaned_data
        told = {name: data[name] for name in (*PLAIN, *AUDIENCE, *self.own, "document_ids")}
        return told | {
            "expected_duration_s": data["expected_min"] * MINUTE_S,
            "assignment_duration_s": data["duration_min"] * MINUTE_S,
            "lifetime_s": data["lifetime_d"] * DAY_S,
            "auto_approval_delay_s": data["auto_approval_d"] * DAY_S,
        }


def earlier_batches() -> QuerySet[Batch]:
    """The published ones of all studies, with how many did work in each."""
    done = Q(items__hits__assignments__confirmed_at__isnull=False)
    workers = Count("items__hits__assignments__worker", done, distinct=True)
    published = Batch.objects.exclude(published_at=None).select_related("study")
    return published.annotate(n_workers=workers).order_by("study__name", "pk")


def published_tests() -> QuerySet[Batch]:
    """Those of all studies, with how many are qualified by each."""
    held = Count("qualifications", Q(qualifications__revoked_at=None))
    tests = Batch.objects.exclude(published_at=None).filter(passes_wanted__gt=0)
    return tests.select_related("study").annotate(n_qualified=held).order_by("study__name", "pk")


def lines_of(text: str) -> list[str] | None:
    """
    >>> lines_of(" a \\n\\n b"), lines_of(" ")
    (['a', 'b'], None)
    """
    return [line.strip() for line in text.splitlines() if line.strip()] or None


def sentence(text: str) -> str:
    """A desk's message as a page says it."""
    return f"{text[:1].upper()}{text[1:]}."
