"""The form of a batch of articles to be highlighted."""

from django import forms

from annotation.batches import KEYWORDS, REWARD_USD, TITLE, create_highlight_batch
from annotation.models import KIND
from console.forms.batch import BatchForm
from evaluation.checks import statement_in_words


class HighlightBatchForm(BatchForm):
    kind = KIND
    lead = "Articles of one dataset, in which judges mark the most important words."
    check = statement_in_words()
    create = staticmethod(create_highlight_batch)
    numbers = [("word_limit", "half")]
    own = ["word_limit"]
    usual = {"title": TITLE, "keywords": KEYWORDS, "reward_usd": REWARD_USD, "judges": 10}
    when_empty = {"description": "Empty: one sentence that names the word limit."}

    word_limit = forms.IntegerField(
        min_value=1,
        max_value=1000,
        initial=30,
        label="Word limit, K",
        help_text="The most words one judge may mark.",
    )
