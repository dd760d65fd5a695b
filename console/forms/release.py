"""The forms of a release: the bar that proposes documents, and the researcher's choice."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from console.forms import short_name
from console.forms.saying import SaysValue
from console.gate import Bar, GateRow
from crowd.models import Study


class BarForm(SaysValue, forms.Form):
    """In the address bar; what makes no sense is said and asks for nothing."""

    annotators = forms.IntegerField(
        required=False, min_value=1, max_value=1000, label="Usable annotators"
    )
    kappa = forms.DecimalField(
        required=False, min_value=-1, max_value=1, decimal_places=4, label="Agreement (kappa)"
    )

    @property
    def bar(self) -> Bar:
        given = self.cleaned_data if self.is_valid() else {}
        kappa = given.get("kappa")
        return Bar(given.get("annotators"), None if kappa is None else float(kappa))


class ReleaseForm(SaysValue, forms.Form):
    """A name, and the documents whose weights are frozen."""

    name = forms.SlugField(
        max_length=80,
        label="Short name",
        help_text="For batches and commands: letters, digits, - and _.",
        error_messages=short_name.ERRORS,
    )
    documents = forms.MultipleChoiceField(
        error_messages={"required": "Tick at least one document."}
    )

    def __init__(self, *args: Any, study: Study, rows: Sequence[GateRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.study = study
        self.fields["documents"].choices = [(row.name, row.name) for row in rows]
        self.rows = rows

    @property
    def ticked(self) -> set[str]:
        """What was sent, else what the bar proposes."""
        if self.is_bound:
            return set(self.data.getlist("documents"))
        return {row.name for row in self.rows if row.is_proposed}

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if self.study.releases.filter(name=name).exists():
            raise ValidationError(f"The study has a release named “{name}” already.")
        return name
