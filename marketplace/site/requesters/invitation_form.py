"""The form of an invitation."""

from datetime import timedelta

from django import forms

from marketplace import clock
from marketplace.invitations import CONSENT, CONSENT_MAX, MOST_PLACES, NOTE_MAX
from marketplace.site.requesters.whole_number import WholeNumber

MOST_DAYS = 3650


class InvitationForm(forms.Form):
    """How many may come, until when, and what they agree to."""

    places = WholeNumber(
        label="People",
        initial=1,
        min_value=1,
        max_value=MOST_PLACES,
        help_text="1: the link can be used once. More: it is open until so many have come.",
    )
    days = WholeNumber(label="Ends after days", initial=30, min_value=1, max_value=MOST_DAYS)
    contact = forms.CharField(
        label="Contact",
        required=False,
        max_length=NOTE_MAX,
        help_text="Whom people may ask; they read it.",
    )
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=NOTE_MAX,
        help_text="For your own books; nobody else reads it.",
    )
    consent = forms.CharField(
        label="What people agree to",
        initial=CONSENT,
        required=False,
        max_length=CONSENT_MAX,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="Empty: the words that stand here at first. Paragraphs are kept.",
    )
    ticket = forms.CharField(required=False, widget=forms.HiddenInput)

    def terms(self) -> dict:
        """What `invitations.issue` is told."""
        told = {name: self.cleaned_data[name] for name in ("places", "contact", "note", "consent")}
        return {**told, "ends_at": clock.now() + timedelta(days=self.cleaned_data["days"])}
