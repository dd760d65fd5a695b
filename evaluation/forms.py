"""What a worker's browser may send of ratings: parsed and checked, whichever kind of HIT it is."""

from collections.abc import Sequence
from typing import Any

from django import forms

from annotation.forms import MAX_JSON_LENGTH, MAX_NUMBER, believed_events, read_json
from evaluation.drafts import THRESHOLD, Draft
from evaluation.scales import Change, ScaleError, read_trails, read_values


class RatingsForm(forms.Form):
    """Ratings by name, perhaps not all of them, as JSON; `names` are those there are to rate.

    Trails and events are evidence: nonsense in them never costs a worker the work.
    """

    values = forms.CharField(max_length=MAX_JSON_LENGTH)
    trails = forms.CharField(required=False)
    events = forms.CharField(required=False)
    threshold = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    place = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    version = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    page = forms.RegexField(r"^[a-z0-9]{1,20}\Z", required=False)
    turn = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)

    def __init__(self, data: Any, *, names: Sequence[str]) -> None:
        super().__init__(data)
        self.names = names

    def clean_values(self) -> dict[str, int]:
        try:
            return read_values(read_json(self.cleaned_data["values"]), self.names)
        except ScaleError as error:
            raise forms.ValidationError(f"The ratings cannot be read: {error}.") from None
        except ValueError:
            raise forms.ValidationError("The ratings cannot be read: not JSON.") from None

    def clean_trails(self) -> dict[str, list[Change]]:
        try:
            raw = read_json(self.cleaned_data["trails"][:MAX_JSON_LENGTH])
        except ValueError:
            return {}
        return read_trails(raw, [*self.names, THRESHOLD])

    def clean_events(self) -> dict[str, int]:
        return believed_events(self.cleaned_data["events"])

    @property
    def draft(self) -> Draft:
        data = self.cleaned_data
        return Draft(
            values=data["values"],
            trails=data["trails"],
            events=data["events"],
            threshold=data["threshold"] or 0,
            place=data["place"] or 0,
            page=data["page"],
            turn=data["turn"] or 0,
        )
