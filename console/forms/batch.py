"""The form that makes a batch."""

from typing import Any

from django import forms

from annotation.batches import KEYWORDS, REWARD_USD, TITLE
from corpus.models import Dataset
from crowd.models import Batch, Study

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
)


class BatchForm(forms.ModelForm):
    """What workers are told, paid and given time for; times in minutes and days."""

    dataset = forms.ModelChoiceField(
        Dataset.objects.order_by("name"), empty_label="Choose a dataset"
    )
    document_ids = forms.CharField(
        required=False,
        label="Only these documents",
        help_text="Ids, one a line. Empty: every document of the dataset.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    word_limit = forms.IntegerField(
        min_value=1,
        max_value=1000,
        initial=30,
        label="Word limit, K",
        help_text="The most words one judge may mark.",
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

    class Meta:
        model = Batch
        fields = PLAIN
        labels = {
            "name": "Short name",
            "reward_usd": "Reward in USD",
            "judges": "Judges an item",
            "assignments_per_hit": "Judges a HIT",
        }
        help_texts = {
            "name": "For commands and addresses: letters, digits, - and _.",
            "title": "The line workers see in the list of tasks.",
            "description": "Empty: one sentence that names the word limit.",
            "keywords": "Separated by commas.",
            "reward_usd": "For one assignment, without the endpoint’s fee.",
            "judges": "Different workers whose usable work is wanted.",
            "assignments_per_hit": "At most; from ten on the endpoint’s fee doubles.",
        }
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.study = study
        self.fields["description"].required = False
        self.initial = {
            "title": TITLE,
            "keywords": KEYWORDS,
            "reward_usd": REWARD_USD,
            "judges": 10,
            "assignments_per_hit": 9,
        } | self.initial

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if self.study.batches.filter(name=name).exists():
            raise forms.ValidationError(f"The study has a batch named “{name}” already.")
        return name

    def clean_document_ids(self) -> list[str] | None:
        """None stands for every document."""
        lines = self.cleaned_data["document_ids"].splitlines()
        return [line.strip() for line in lines if line.strip()] or None

    def details(self) -> dict[str, Any]:
        """What the batch desk is asked for."""
        data = self.cleaned_data
        return {name: data[name] for name in (*PLAIN, "word_limit", "document_ids")} | {
            "expected_duration_s": data["expected_min"] * MINUTE_S,
            "assignment_duration_s": data["duration_min"] * MINUTE_S,
            "lifetime_s": data["lifetime_d"] * DAY_S,
            "auto_approval_delay_s": data["auto_approval_d"] * DAY_S,
        }
