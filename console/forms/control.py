"""The form that replaces a control summary."""

from django import forms

from evaluation.control_texts import LONGEST


class ControlForm(forms.Form):
    """A text as typed; whether it will do is the control desk's to say."""

    text = forms.CharField(
        max_length=LONGEST,
        label="Text the judges read",
        help_text="It is given the case and spacing of the real summaries, so that it does not "
        "stand out.",
        widget=forms.Textarea(attrs={"rows": 3, "lang": "en"}),
    )
