"""An article as runs: nothing lost, nothing added, marks where they belong."""

import re

from hypothesis import given
from hypothesis import strategies as st

from annotation.runs import Run, paragraphs
from console.phrases import marked_phrases, phrase
from corpus.models import Document


def document(text: str) -> Document:
    tokens = [list(m.span()) for m in re.finditer(r"\S+", text)]
    ends = [m.start() for m in re.finditer(r"\n\n", text)] + [len(text)]
    counts = sorted({sum(1 for token in tokens if token[1] <= end) for end in ends})
    return Document(
        text=text,
        tokens=tokens,
        n_tokens=len(tokens),
        paragraph_ends=[end for end in counts if end],
    )


def test_words_marked_by_as_many_readers_are_one_run():
    shown = paragraphs(document("a b c d"), counts=[0, 2, 2, 1])
    assert shown == [[Run("a "), Run("b c", 2, 10, 2), Run(" "), Run("d", 1, 5, 1)]]


def test_a_workers_own_marks_stand_beside_those_of_others():
    shown = paragraphs(document("a b c"), counts=[1, 1, 0], theirs={1, 2})
    assert [(run.text, run.heat, run.is_theirs) for run in shown[0] if run.text.strip()] == [
        ("a", 10, False),
        ("b", 10, True),
        ("c", 0, True),
    ]


def test_an_article_without_marks_is_plain():
    shown = paragraphs(document("One.\n\nTwo words."))
    assert shown == [[Run("One.")], [Run("Two words.")]]


texts = st.lists(
    st.lists(st.text("aé😀ж.,“", min_size=1, max_size=6), min_size=1, max_size=8),
    min_size=1,
    max_size=4,
)


@given(texts, st.data())
def test_the_runs_of_a_paragraph_joined_are_the_paragraph(words, data):
    lines = ["  ".join(line) for line in words]
    article = document("\n\n".join(lines))
    counts = data.draw(
        st.lists(st.integers(0, 12), min_size=article.n_tokens, max_size=article.n_tokens)
    )
    theirs = data.draw(st.sets(st.integers(0, article.n_tokens - 1)))
    shown = paragraphs(article, counts=counts, theirs=theirs)
    assert ["".join(run.text for run in runs) for runs in shown] == lines


def test_a_phrase_is_the_text_between_its_first_and_last_word():
    assert phrase(document("The  night\ntrain runs."), (0, 3)) == "The night train"


def test_phrases_that_most_readers_share_come_first():
    article = document("a b c d")
    found = marked_phrases(article, [[(0, 2)], [(0, 2)], [(2, 3)]], counts=[2, 2, 1, 0])
    assert [(p.text, p.n_exact, p.mean_readers) for p in found] == [("a b", 2, 2.0), ("c", 1, 1.0)]
