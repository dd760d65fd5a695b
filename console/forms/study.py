"""The form of a study."""

from decimal import Decimal

from django import forms

from crowd.budget import committed_usd
from crowd.models import Study


class StudyForm(forms.ModelForm):
    """Creates or changes a study; the name stays, because commands and exports use it."""

    class Meta:
        model = Study
        fields = (
            "title",
            "name",
            "contact_email",
            "budget_usd",
            "rejection_reason_min_length",
            "consent_text",
            "is_literal",
            "may_rate_highlighted",
        )
        labels = {
            "name": "Short name",
            "contact_email": "Contact",
            "budget_usd": "Budget in USD",
            "rejection_reason_min_length": "Shortest reason for a rejection",
            "consent_text": "Consent text",
            "is_literal": "Literal replication",
            "may_rate_highlighted": "Highlighters may rate",
        }
        help_texts = {
            "is_literal": "The paper's wording, slips included, and sliders that stand at 50.",
            "may_rate_highlighted": (
                "Whoever highlighted an article may also be given its summaries to rate."
            ),
            "title": "What staff and workers read.",
            "name": "For commands, exports and addresses: letters, digits, - and _.",
            "contact_email": "Workers see it beside their task.",
            "budget_usd": "Nothing is published beyond it, fees included.",
            "rejection_reason_min_length": "Characters the worker gets to read at least.",
            "consent_text": "Empty: the usual words. Changed, everybody is asked again.",
        }
        widgets = {"consent_text": forms.Textarea(attrs={"rows": 6})}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            del self.fields["name"]

    def clean_budget_usd(self) -> Decimal:
        """What is set aside already cannot be taken from under it."""
        budget = self.cleaned_data["budget_usd"]
        committed = committed_usd(self.instance) if self.instance.pk else Decimal(0)
        if 0 <= budget < committed:
            raise forms.ValidationError(f"{committed} USD of it are set aside already.")
        return budget
