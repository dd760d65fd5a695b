"""The form of a batch of summaries to be judged for fluency or clarity, with hidden controls."""

from django import forms

from console.forms.rating_batch import RatingBatchForm
from evaluation.checks import ranking_in_words
from evaluation.models import OF_QUALITY, QUALITY
from evaluation.quality_batches import (
    EXPECTED_S,
    JUDGES,
    KEYWORDS,
    MOST,
    N_EDITS,
    N_SUMMARIES,
    REWARD_USD,
    create_quality_batch,
)


class QualityBatchForm(RatingBatchForm):
    kind = QUALITY
    lead = (
        "Summaries without their articles, judged one after another for how fluent or how clear "
        "they are. Three control summaries hide on every sheet; you read them before launch."
    )
    check = ranking_in_words()
    create = staticmethod(create_quality_batch)
    judged = [("criterion", "half"), ("seed", "half"), ("systems", "")]
    numbers = [("n_summaries", "half"), ("n_edits", "half")]
    own = [*RatingBatchForm.own, "criterion", "n_summaries", "n_edits"]
    usual = {
        "keywords": KEYWORDS,
        "reward_usd": REWARD_USD,
        "judges": JUDGES,
        "expected_min": EXPECTED_S // 60,
    }
    when_empty = {
        "title": "The line workers see in the list of tasks. Empty: one that names the criterion.",
        "description": "Empty: one sentence that says how many summaries there are.",
        "seed": "Empty: that of the study’s other criterion, so that both have the same sheets.",
    }

    criterion = forms.ChoiceField(
        choices=[("", "Choose a criterion"), *((each.value, each.label) for each in OF_QUALITY)],
        label="Judged for",
    )
    n_summaries = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        initial=N_SUMMARIES,
        label="Summaries a sheet",
        help_text="At most; three controls come on top.",
    )
    n_edits = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        initial=N_EDITS,
        label="Mistakes in a mediocre control",
        help_text="Edits that break its grammar.",
    )
