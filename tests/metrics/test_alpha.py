"""Krippendorff's alpha: published tables and its interval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.alpha import alpha_interval, krippendorff_alpha
from metrics.coincidences import alpha_of, coincidences, one_hot


def table(text):
    rows = [[float("nan") if c == "." else float(c) for c in row.split()] for row in text]
    return np.array(rows)


KRIPPENDORFF_2011 = table(
    [
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    ]
)
WIKIPEDIA = table(
    [
        ". . . . . 3 4 1 2 1 1 3 3 . 3",
        "1 . 2 1 3 3 4 3 . . . . . . .",
        ". . 2 1 3 4 4 . 2 1 1 3 3 . 4",
    ]
)
LEVELS = ("nominal", "ordinal", "interval", "ratio")
RATINGS = st.lists(
    st.lists(st.sampled_from([0, 1, 2, 5, float("nan")]), min_size=6, max_size=6),
    min_size=1,
    max_size=4,
)


@pytest.mark.parametrize(
    "level, alpha", list(zip(LEVELS, (0.7434, 0.8154, 0.8491, 0.7974), strict=True))
)
def test_krippendorff_2011(level, alpha):
    assert krippendorff_alpha(KRIPPENDORFF_2011, level) == pytest.approx(alpha, abs=5e-5)


@pytest.mark.parametrize("level, alpha", [("nominal", 0.691), ("interval", 0.811)])
def test_the_table_of_wikipedia(level, alpha):
    assert krippendorff_alpha(WIKIPEDIA, level) == pytest.approx(alpha, abs=5e-4)


def test_two_coders_of_ten_units():
    coders = table(["0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"])
    assert krippendorff_alpha(coders, "nominal") == pytest.approx(0.095, abs=5e-4)


@pytest.mark.parametrize("level", LEVELS)
def test_perfect_agreement_is_1(level):
    assert krippendorff_alpha([[1, 2, 3], [1, 2, 3]], level) == 1


@pytest.mark.parametrize(
    "ratings", [[[1, 1], [1, 1]], [[1, 2]], [[1, np.nan], [np.nan, 2]], np.empty((2, 0))]
)
def test_without_two_values_to_compare_alpha_is_undefined(ratings):
    assert krippendorff_alpha(ratings, "interval") is None
    interval = alpha_interval(
        ratings, range(np.shape(ratings)[1]), level="interval", seed=1, draws=5
    )
    assert (interval.alpha, interval.low, interval.high, interval.undefined) == (None,) * 3 + (5,)


@pytest.mark.parametrize(
    "arguments, named",
    [
        ({"ratings": [1, 2]}, "two dimensions"),
        ({"ratings": [[1, np.inf]]}, "infinity"),
        ({"ratings": [[1, -2]], "level": "ratio"}, "0 or more, got -2"),
        ({"level": "nominl"}, "level must be one of nominal, .* got 'nominl'"),
        ({"documents": "a"}, "documents must name 2 units, got 1"),
        ({"draws": 0}, "got 0"),
        ({"confidence": 1}, "and 1"),
    ],
)
def test_a_bad_argument_is_named(arguments, named):
    good = {"ratings": [[1, 2], [1, 3]], "documents": "ab", "level": "nominal", "seed": 1}
    with pytest.raises(ValueError, match=named):
        alpha_interval(**{**good, **arguments})


@given(RATINGS, st.sampled_from(LEVELS))
def test_the_coincidences_give_what_the_package_gives(ratings, level):
    ratings = np.array(ratings)
    values, marks = one_hot(ratings)
    once = np.ones(ratings.shape[0]), np.ones(ratings.shape[1])
    alpha = krippendorff_alpha(ratings, level)
    ours = alpha_of(coincidences(marks, *once), values, level)
    assert ours == pytest.approx(float("nan") if alpha is None else alpha, nan_ok=True)


@given(RATINGS, st.randoms(use_true_random=False))
def test_alpha_ignores_the_order_of_judges(ratings, random):
    alpha = krippendorff_alpha(ratings, "ordinal")
    random.shuffle(ratings)
    assert krippendorff_alpha(ratings, "ordinal") == (alpha and pytest.approx(alpha))


@given(RATINGS)
def test_a_judge_drawn_twice_is_not_compared_with_herself(ratings):
    _, marks = one_hot(np.array(ratings))
    only_one = np.zeros(len(ratings))
    only_one[0] = 2
    assert coincidences(marks, only_one, np.ones(6)).sum() == pytest.approx(0)


@given(RATINGS)
def test_a_document_drawn_twice_is_its_units_twice(ratings):
    _, marks = one_hot(np.array(ratings))
    judges = np.ones(len(ratings))
    weighted = coincidences(marks, judges, np.array([2, 2, 0, 1, 0, 1]))
    copied = marks[:, [0, 0, 1, 1, 3, 5]]
    assert weighted == pytest.approx(coincidences(copied, judges, np.ones(6)))


DOCUMENTS = list("aaabbbcccddd")


@pytest.mark.parametrize("judges", [False, True])
def test_the_same_seed_gives_the_same_interval_around_alpha(judges):
    options = {"level": "ordinal", "draws": 300, "judges": judges}
    one = alpha_interval(KRIPPENDORFF_2011, DOCUMENTS, seed=7, **options)
    assert alpha_interval(KRIPPENDORFF_2011, DOCUMENTS, seed=7, **options) == one
    assert alpha_interval(KRIPPENDORFF_2011, DOCUMENTS, seed=8, **options) != one
    assert one.low < one.alpha < one.high
    assert (one.draws, one.seed, one.confidence) == (300, 7, 0.95)


def test_more_confidence_is_wider():
    options = {"level": "interval", "seed": 3, "draws": 300}
    wide = alpha_interval(KRIPPENDORFF_2011, DOCUMENTS, confidence=0.99, **options)
    narrow = alpha_interval(KRIPPENDORFF_2011, DOCUMENTS, confidence=0.5, **options)
    assert wide.low <= narrow.low < narrow.high <= wide.high


def test_one_document_has_no_spread():
    one = alpha_interval(KRIPPENDORFF_2011, ["a"] * 12, level="interval", seed=1, draws=20)
    assert one.low == pytest.approx(one.alpha) == one.high
