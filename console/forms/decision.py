"""The form of a decision about one assignment."""

from django import forms

from crowd.models import Decision


class DecisionForm(forms.Form):
    """Verdict and reason as typed; whether the reason will do is the review desk's to say."""

    verdict = forms.ChoiceField(
        choices=Decision.Verdict.choices,
        error_messages={
            "required": "Say whether to approve or to reject.",
            "invalid_choice": "The verdict must be approve or reject, got “%(value)s”.",
        },
    )
    reason = forms.CharField(required=False, widget=forms.Textarea, label="Reason the worker reads")
