"""A whole number in a form of the requesters' pages."""

from typing import Any

from django import forms

LONGEST = 60
"""Characters of a refused value that are repeated; all of it stays in its field."""


class WholeNumber(forms.IntegerField):
    """Refuses with what was typed, and from where to where it may go. Needs both limits."""

    def clean(self, value: Any) -> int | None:
        try:
            return super().clean(value)
        except forms.ValidationError as problem:
            if value in self.empty_values:
                raise
            told = str(value)[:LONGEST]
            limits = f"from {self.min_value} to {self.max_value}"
            raise forms.ValidationError(f"A whole number {limits}, got “{told}”.") from problem
