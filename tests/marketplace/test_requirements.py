"""When a requirement holds: every comparator, by hand."""

import doctest

import pytest

from marketplace import requirements
from marketplace.requirements import ACCEPT, DISCOVER, PREVIEW, approval_percent, guards, holds

GB, US = {"Country": "GB"}, {"Country": "US", "Subdivision": "CA"}
# comparator, the requirement's values, those who meet it, those who do not
INTEGERS = [
    ("LessThan", [5], [4, -1], [5, 6, None]),
    ("LessThanOrEqualTo", [5], [4, 5], [6, None]),
    ("GreaterThan", [5], [6], [5, 4, None]),
    ("GreaterThanOrEqualTo", [5], [5, 6], [4, None]),
    ("EqualTo", [5], [5], [4, 6, None]),
    ("NotEqualTo", [5], [4, 6, 0], [5, None]),
    ("In", [1, 3], [1, 3], [2, 0, None]),
    ("NotIn", [1, 3], [2, 0], [1, 3, None]),
    ("Exists", [], [0, 1], [None]),
    ("DoesNotExist", [], [None], [0, 1]),
]
LOCALES = [
    ("EqualTo", [GB], [("GB", ""), ("GB", "LN")], [("US", ""), None]),
    ("EqualTo", [US], [("US", "CA")], [("US", ""), ("US", "NY"), None]),
    ("NotEqualTo", [US], [("US", ""), ("US", "NY"), ("GB", "")], [("US", "CA"), None]),
    ("In", [GB, US], [("GB", ""), ("US", "CA")], [("US", "NY"), ("FR", ""), None]),
    ("NotIn", [GB, US], [("US", "NY"), ("FR", "")], [("GB", ""), ("US", "CA"), None]),
]


@pytest.mark.parametrize(("comparator", "values", "met", "unmet"), INTEGERS)
def test_whole_numbers_are_compared(comparator, values, met, unmet):
    requirement = {"Comparator": comparator, "IntegerValues": values}
    assert [value for value in [*met, *unmet] if holds(requirement, value)] == met


@pytest.mark.parametrize(("comparator", "values", "met", "unmet"), LOCALES)
def test_places_are_compared_and_a_country_covers_its_parts(comparator, values, met, unmet):
    requirement = {"Comparator": comparator, "LocaleValues": values}
    assert [value for value in [*met, *unmet] if holds(requirement, value)] == met


@pytest.mark.parametrize(("comparator", "values"), [(row[0], row[1]) for row in INTEGERS])
def test_what_is_missing_differs_from_everything_where_the_switch_says_so(comparator, values):
    requirement = {"Comparator": comparator, "IntegerValues": values}
    met = holds(requirement, None, missing_differs=True)
    assert met == (comparator in ("NotEqualTo", "NotIn", "DoesNotExist"))


def test_every_comparator_is_in_the_tables():
    assert {row[0] for row in INTEGERS} == requirements.COMPARATORS


@pytest.mark.parametrize(
    ("guard", "guarded"),
    [(DISCOVER, [DISCOVER, PREVIEW, ACCEPT]), (PREVIEW, [PREVIEW, ACCEPT]), (ACCEPT, [ACCEPT])],
)
def test_a_guard_holds_for_all_that_follows(guard, guarded):
    row = {"ActionsGuarded": guard}
    assert [action for action in requirements.ACTIONS if guards(row, action)] == guarded


@pytest.mark.parametrize(
    ("approved", "rejected", "waiting", "percent"),
    [(0, 0, 0, 100), (0, 99, 0, 100), (0, 100, 0, 0), (94, 6, 0, 94), (95, 5, 0, 95),
     (50, 50, 0, 50), (189, 11, 0, 94), (0, 0, 100, 100), (1, 1, 98, 50)],
)  # fmt: skip
def test_the_approval_rate_counts_from_a_hundred_assignments(approved, rejected, waiting, percent):
    """189 of 200 are 94.5 %, which is not 95."""
    assert approval_percent(approved, rejected=rejected, waiting=waiting) == percent


def test_the_examples_of_the_module_are_right():
    assert doctest.testmod(requirements).failed == 0
