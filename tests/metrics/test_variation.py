"""The paper's cv by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.variation import variation


@pytest.mark.parametrize(
    "ratings, cv",
    [
        ([50, 60, 70], 0.18056),  # 13/12 * 10 / 60
        ([10, 20, 90], 1.18054),  # 13/12 * sqrt(1900) / 40
        ([40, 40], 0),
    ],
)
def test_by_hand(ratings, cv):
    assert variation(ratings) == pytest.approx(cv, abs=5e-6)


@pytest.mark.parametrize("ratings", [[], [50], [0, 0]])
def test_too_few_ratings_and_a_mean_of_0_are_undefined(ratings):
    assert variation(ratings) is None


def test_a_negative_rating_is_named():
    with pytest.raises(ValueError, match="0 or more, got -5"):
        variation([5, -5])


@given(st.lists(st.integers(1, 100), min_size=3, max_size=3))
def test_three_ratings_on_the_scale_stay_in_its_range(ratings):
    assert 0 <= variation(ratings) < 1.83
