"""What the forms of both kinds of rating batches ask for: systems, and the seed of the draws."""

from typing import Any

from django import forms

from console.forms.batch import BatchForm, lines_of
from evaluation.choosing import chosen_systems

LARGEST_SEED = 2**63 - 1


class RatingBatchForm(BatchForm):
    """A kind gives `every_system` too: what no system at all stands for."""

    own = ["systems", "seed"]
    laws = {**BatchForm.laws, "systems": chosen_systems}
    every_system = "every system, the reference among them"

    systems = forms.CharField(
        required=False,
        label="Only these systems",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    seed = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST_SEED, label="Seed of the draws"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["systems"].help_text = f"Names, one a line. Empty: {self.every_system}."

    def clean_systems(self) -> list[str] | None:
        """None stands for every system."""
        return lines_of(self.cleaned_data["systems"])
