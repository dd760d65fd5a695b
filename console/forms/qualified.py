"""The form by which a worker is qualified by hand, or not any more."""

from django import forms

from crowd.models import Qualification


class QualifiedForm(forms.Form):
    """Worker and reason; what is done with them is the button that was pressed."""

    worker = forms.CharField(
        max_length=64, label="Worker id", help_text="As the endpoint names them: A1B2C3…"
    )
    reason = forms.CharField(
        max_length=Qualification._meta.get_field("reason").max_length,
        label="Reason for the record",
        help_text="Who decides on it later reads it; the worker does not.",
    )
