"""How often guessing passes: hand-worked, and against counting every outcome."""

from itertools import product

import pytest

from metrics.checks import ranking_chance, statements_chance


def test_the_papers_ranking_lets_sixteen_in_a_hundred_random_raters_pass():
    """C(100, 3) / 100^3 = 161,700 / 1,000,000."""
    assert ranking_chance() == 0.1617
    assert round(ranking_chance() ** 2, 3) == 0.026


@pytest.mark.parametrize(("n_controls", "n_values"), [(1, 5), (2, 5), (3, 7), (3, 2), (4, 6)])
def test_the_chance_is_that_of_counting_every_outcome(n_controls, n_values):
    outcomes = list(product(range(n_values), repeat=n_controls))
    right = [each for each in outcomes if list(each) == sorted(set(each))]
    assert ranking_chance(n_controls, n_values) == len(right) / len(outcomes)


@pytest.mark.parametrize(("n", "chance"), [(0, 1), (1, 0.5), (3, 0.125)])
def test_each_statement_halves_the_guessers(n, chance):
    assert statements_chance(n) == chance


@pytest.mark.parametrize("bad", [0, -1])
def test_what_is_no_check_is_named(bad):
    with pytest.raises(ValueError, match=f"n_controls must be at least 1, got {bad}"):
        ranking_chance(bad)
    with pytest.raises(ValueError, match=f"n_values must be at least 1, got {bad}"):
        ranking_chance(3, bad)
    with pytest.raises(ValueError, match="n_statements must be at least 0, got -1"):
        statements_chance(-1)
