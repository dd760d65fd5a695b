"""The form of a batch of summaries to be rated against article, heat map or reference."""

from typing import Any

from django import forms

from annotation.models import Release
from console.forms.rating_batch import RatingBatchForm
from evaluation.checks import statement_in_words
from evaluation.content_batches import (
    EXPECTED_S,
    JUDGES,
    KEYWORDS,
    REWARD_USD,
    create_content_batch,
)
from evaluation.models import CONTENT, Context


class ContentBatchForm(RatingBatchForm):
    kind = CONTENT
    lead = "Summaries, of which judges say whether all that is important is in them, and only that."
    check = statement_in_words()
    create = staticmethod(create_content_batch)
    judged = [("context", "half"), ("release", "half"), ("systems", "")]
    numbers = [("seed", "half")]
    own = [*RatingBatchForm.own, "context", "release"]
    usual = {
        "keywords": KEYWORDS,
        "reward_usd": REWARD_USD,
        "judges": JUDGES,
        "expected_min": EXPECTED_S // 60,
    }
    when_empty = {
        "title": "The line workers see in the list of tasks. Empty: one that says what is read.",
        "description": "Empty: one sentence that says what is read and asked.",
        "seed": "For a replication; empty: drawn. It decides who is given what.",
    }
    every_system = "every system; beside the reference, all but the reference"

    context = forms.ChoiceField(
        choices=[("", "Choose what they read"), *Context.choices],
        label="Judges read the summary beside",
    )
    release = forms.ModelChoiceField(
        Release.objects.none(),
        required=False,
        empty_label="None",
        label="Release of the heat maps",
        help_text="For the article with its heat map, and only for that.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        releases = self.study.releases.order_by("-created_at")
        self.fields["release"].queryset = releases
        self.fields["release"].label_from_instance = lambda release: release.name
        self.fields["document_ids"].help_text = (
            "Ids, one a line. Empty: every document of the dataset; with a release, of those it "
            "holds."
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        release, context = data.get("release"), data.get("context")
        if context == Context.HIGHLIGHTS and not release and "release" in data:
            self.add_error("release", "Choose the release whose heat maps judges are to see.")
        elif context and context != Context.HIGHLIGHTS and release:
            self.add_error("release", "Nothing of a release is shown beside this. Choose none.")
        elif release and data.get("dataset") and data.get("document_ids", ()) is None:
            data["document_ids"] = self.documents_of(release)
        return data

    def documents_of(self, release: Release) -> list[str] | None:
        """Those of the dataset that it holds."""
        rows = release.documents.filter(document__dataset=self.cleaned_data["dataset"])
        names = list(rows.order_by("document").values_list("document__external_id", flat=True))
        if not names:
            self.add_error("release", "It holds no document of this dataset.")
        return names
