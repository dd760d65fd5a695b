"""Who may take a batch, and whom it admits elsewhere, in words."""

from crowd.models import Batch
from evaluation.checks import passing_in_words


def audience_of(batch: Batch) -> str:
    """Empty where everybody may, and it is no test."""
    earlier = [str(each) for each in batch.not_for.select_related("study").order_by("pk")]
    told = [
        f"only who passed {batch.only_for}" if batch.only_for else "",
        f"nobody who took part in {', '.join(earlier)}" if earlier else "",
        qualification_of(batch),
    ]
    sentence = "; ".join(filter(None, told))
    return sentence[:1].upper() + sentence[1:]


def qualification_of(batch: Batch) -> str:
    if not batch.passes_wanted:
        return ""
    n_held = batch.qualifications.held().count()
    passed = f"{n_held} {'person has' if n_held == 1 else 'people have'} passed"
    return f"a qualification test: {passing_in_words(batch.kind, batch.passes_wanted)}; {passed}"
