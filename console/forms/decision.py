"""The form of a decision about one assignment."""

from django import forms
from django.http import QueryDict

from crowd.models import Decision
from crowd.together import MOST


class DecisionForm(forms.Form):
    """Verdict and reason as typed; whether the reason will do is the review desk's to say."""

    verdict = forms.ChoiceField(
        choices=Decision.Verdict.choices,
        error_messages={
            "required": "Say whether to approve or to reject.",
            "invalid_choice": "The verdict must be approve, soft or reject, got “%(value)s”.",
        },
    )
    reason = forms.CharField(required=False, widget=forms.Textarea, label="Reason the worker reads")
    second = forms.BooleanField(required=False, label="Ask a second reader")
    beyond_cap = forms.BooleanField(required=False, label="Reject although the cap is reached")


class TogetherForm(forms.Form):
    """One decision about several cases, or `all` of the filter; `agreed` is what the dry run asks
    for."""

    verdict = DecisionForm.base_fields["verdict"]
    reason = DecisionForm.base_fields["reason"]
    all = forms.BooleanField(required=False)
    agreed = forms.BooleanField(required=False)
    beyond_cap = forms.BooleanField(required=False)


def chosen(data: QueryDict) -> list[int]:
    """The keys of the cases that were ticked, in the order of the list, as many as may be."""
    keys = (int(key) for key in data.getlist("case") if key.isascii() and key.isdecimal())
    return [key for key in dict.fromkeys(keys) if key < 2**63][: MOST + 1]


class ReasonForm(forms.Form):
    """Why something is done, for the record."""

    reason = forms.CharField(
        max_length=1024, widget=forms.Textarea(attrs={"rows": 4}), label="Reason for the record"
    )
