"""How strong the check of a batch is, in words: whom it keeps out, and whom it lets through."""

from crowd.models import Batch
from evaluation.checks import ranking_in_words, statement_in_words
from evaluation.visits import QUALITY


def check_of(batch: Batch) -> str:
    return ranking_in_words() if batch.kind == QUALITY else statement_in_words()
