"""What a worker's browser may send: parsed and checked, with errors a person can act on."""

import json
from typing import Any

from django import forms

from annotation.drafts import Draft
from annotation.models import HighlightItem
from annotation.spans import Span, SpanError, TooManyWords, parse_spans
from crowd.drafts import counted

MAX_JSON_LENGTH = 100_000
MAX_NUMBER = 2**31 - 1


def read_json(text: str) -> Any:
    """Raises ValueError for whatever cannot be decoded, too deep nesting included."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


class DraftForm(forms.Form):
    """Unfinished marks: none yet is fine, more than the limit is not."""

    spans = forms.CharField(max_length=MAX_JSON_LENGTH)
    events = forms.CharField(required=False)
    version = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    page = forms.RegexField(r"^[a-z0-9]{1,20}\Z", required=False)
    turn = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)

    def __init__(self, data: Any, *, item: HighlightItem) -> None:
        super().__init__(data)
        self.item = item

    def clean_spans(self) -> list[Span]:
        try:
            raw = read_json(self.cleaned_data["spans"])
            return parse_spans(raw, self.item.document.n_tokens, self.item.word_limit)
        except TooManyWords as excess:
            raise forms.ValidationError(f"{excess}: remove {excess.excess}.") from None
        except SpanError as error:
            raise forms.ValidationError(f"The marks cannot be read: {error}.") from None
        except ValueError:
            raise forms.ValidationError("The marks cannot be read: they are not JSON.") from None

    def clean_events(self) -> dict[str, int]:
        return believed_events(self.cleaned_data["events"])

    @property
    def draft(self) -> Draft:
        data = self.cleaned_data
        return Draft(
            spans=data["spans"],
            events=data["events"],
            page=data["page"],
            turn=data["turn"] or 0,
        )


class MarksForm(DraftForm):
    """The finished marks: at least one word."""

    def clean_spans(self) -> list[Span]:
        spans = super().clean_spans()
        if not spans:
            raise forms.ValidationError("Mark at least one word of the article.")
        return spans


class AnswerForm(forms.Form):
    """The answer to the statement; nothing is preselected, so it may be missing."""

    answer = forms.TypedChoiceField(
        choices=[("true", "True"), ("false", "False")],
        coerce=lambda value: value == "true",
        error_messages={"required": "Please choose True or False."},
    )
    events = forms.CharField(required=False)

    def clean_events(self) -> dict[str, int]:
        return believed_events(self.cleaned_data["events"])


def believed_events(text: str) -> dict[str, int]:
    """Evidence only: nonsense in it never costs a worker the work."""
    try:
        return counted(read_json(text[:MAX_JSON_LENGTH]))
    except ValueError:
        return {}


def first_error(form: forms.Form) -> str:
    return next(message for messages in form.errors.values() for message in messages)
