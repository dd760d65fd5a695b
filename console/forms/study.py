"""The form of a study."""

from decimal import Decimal

from django import forms

from console.forms import short_name
from console.forms.saying import SaysValue
from crowd.budget import committed_usd
from crowd.models import Study


class StudyForm(SaysValue, forms.ModelForm):
    """Creates or changes a study; the name stays, because commands and exports use it."""

    class Meta:
        model = Study
        fields = (
            "title",
            "name",
            "contact_email",
            "budget_usd",
            "rejection_reason_min_length",
            "rejection_cap_percent",
            "rejections_need_two",
            "hourly_floor_usd",
            "consent_text",
            "is_literal",
            "may_rate_highlighted",
            "qualifies_out",
        )
        labels = {
            "name": "Short name",
            "contact_email": "Contact",
            "budget_usd": "Budget in USD",
            "rejection_reason_min_length": "Shortest reason for a rejection",
            "rejection_cap_percent": "Cap on rejections in percent",
            "rejections_need_two": "Rejections take two readers",
            "consent_text": "Consent text",
            "is_literal": "Literal replication",
            "may_rate_highlighted": "Highlighters may rate, raters may highlight",
            "hourly_floor_usd": "Least pay in USD an hour",
            "qualifies_out": "Hide an item's other HITs",
        }
        help_texts = {
            "is_literal": "The paper's wording, slips included, and sliders that stand at 50.",
            "may_rate_highlighted": (
                "The same worker may be given an article to highlight and its summaries to rate."
            ),
            "hourly_floor_usd": "You are warned when work pays less, and can top it up.",
            "qualifies_out": (
                "By a qualification, from whoever has begun one of them; each such item becomes a "
                "group of its own in the workers' list. Without it they are turned away here."
            ),
            "title": "What staff and workers read.",
            "name": "For commands, exports and addresses: letters, digits, - and _.",
            "contact_email": "Workers see it beside their task.",
            "budget_usd": "Nothing is published beyond it, fees included.",
            "rejection_reason_min_length": "Characters the worker gets to read at least.",
            "rejection_cap_percent": (
                "Of the work handed in; whoever would reject more is asked whether it is meant."
            ),
            "rejections_need_two": "The second does not see what the first one thought.",
            "consent_text": "Empty: the usual words. Changed, everybody is asked again.",
        }
        error_messages = {"name": short_name.ERRORS}
        widgets = {"consent_text": forms.Textarea(attrs={"rows": 6})}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rejection_cap_percent"].required = False
        if self.instance.pk:
            del self.fields["name"]

    def clean_rejection_cap_percent(self) -> int:
        """Left empty, it stays as it is."""
        percent = self.cleaned_data["rejection_cap_percent"]
        return self.instance.rejection_cap_percent if percent is None else percent

    def clean_budget_usd(self) -> Decimal:
        """What is set aside already cannot be taken from under it."""
        budget = self.cleaned_data["budget_usd"]
        committed = committed_usd(self.instance) if self.instance.pk else Decimal(0)
        if 0 <= budget < committed:
            raise forms.ValidationError(f"{committed} USD of it are set aside already.")
        return budget
