"""A signature tells apart whatever must not be compared."""

import pytest

from metrics.signature import signature


def test_it_holds_all_that_a_score_depends_on():
    assert signature(
        "hrouge",
        n=[2, 1],
        word_limit=30,
        n_annotators=[10, 10],
        tokenizer=["nltk-treebank-1"],
        normalize="both",
        variant="highres",
    ) == ("hrouge|n:1,2|K:30|N:10|tok:nltk-treebank-1|case:lower|norm:both|variant:highres|v:1.0")


def test_documents_without_annotators_show():
    assert "|N:0-10|" in signature("hrouge", n_annotators=[10, 0, 3])


def test_what_does_not_apply_is_left_out():
    assert signature("agreement") == "agreement|tok:given|v:1.0"


@pytest.mark.parametrize("name", ["", "a|b", "a:b", "a b"])
def test_a_name_that_breaks_the_line_is_refused(name):
    with pytest.raises(ValueError, match="one word"):
        signature("hrouge", tokenizer=[name])
