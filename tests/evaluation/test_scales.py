"""A rating is a whole number from 1 to 100; a trail is evidence and never an obstacle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.scales import (
    MOST_CHANGES,
    Missing,
    ScaleError,
    read_trails,
    read_values,
    require_all,
)

NAMES = ["recall", "precision"]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@pytest.mark.parametrize("value", [1, 50, 100])
def test_the_scale_includes_its_ends(value):
    assert read_values({"recall": value}, NAMES) == {"recall": value}


@pytest.mark.parametrize("value", [0, 101, -1, 50.0, "50", True, None, [50], 10**30, float("nan")])
def test_nothing_else_is_a_rating(value):
    with pytest.raises(ScaleError, match="whole number from 1 to 100, got "):
        read_values({"recall": value}, NAMES)


def test_an_unknown_name_is_told():
    with pytest.raises(ScaleError, match="nothing named 'fluency'"):
        read_values({"fluency": 5}, NAMES)


@given(json_values)
def test_whatever_is_sent_is_read_or_refused(raw):
    try:
        values = read_values(raw, NAMES)
    except ScaleError:
        return
    assert all(1 <= value <= 100 for value in values.values())


def test_all_that_is_missing_is_named_in_the_pages_order():
    with pytest.raises(Missing) as missing:
        require_all({"b": 1}, ["c", "b", "a"])
    assert missing.value.names == ["c", "a"]
    require_all({"b": 1}, ["b"])


@given(json_values)
def test_no_trail_is_an_obstacle(raw):
    for trails in (read_trails(raw, NAMES), read_trails({"recall": raw}, NAMES)):
        assert trails.keys() <= set(NAMES)
        assert all(len(change) == 2 for trail in trails.values() for change in trail)


def test_changes_that_are_none_are_left_out():
    raw = {"recall": [[5, 50], [6], "x", [7, 51.5], [-1, 3], [True, 3], [8, 52]], "other": [[1, 1]]}
    assert read_trails(raw, NAMES) == {"recall": [[5, 50], [8, 52]]}


def test_of_a_long_trail_the_last_change_is_kept():
    trail = [[number, 1] for number in range(1000)]
    kept = read_trails({"recall": trail}, NAMES)["recall"]
    assert len(kept) == MOST_CHANGES
    assert (kept[0], kept[-1]) == ([0, 1], [999, 1])
