"""No behaviour is without a test that says which it holds."""

from tests.marketplace.behaviours import N_BEHAVIOURS, by_behaviour


def test_every_behaviour_has_a_test_that_names_it():
    assert sorted(by_behaviour()) == list(range(1, N_BEHAVIOURS + 1))
