"""The heat map's levels are relative to the document."""

import pytest

from annotation.heat import heat_levels, legend, shade


@pytest.mark.parametrize(
    ("counts", "levels"),
    [
        ([], []),
        ([0, 0], [0, 0]),
        ([3, 3, 3], [1, 1, 1]),
        ([0, 3, 3], [0, 1, 1]),
        ([1, 10, 4, 0, 4], [1, 3, 2, 0, 2]),
    ],
)
def test_levels_are_the_distinct_positive_counts_in_order(
    counts: list[int], levels: list[int]
) -> None:
    assert heat_levels(counts) == levels


@pytest.mark.parametrize("n_levels", range(1, 40))
def test_shades_never_fall_and_the_highest_level_is_the_darkest(n_levels: int) -> None:
    shades = [shade(level, n_levels) for level in range(n_levels + 1)]
    assert shades == sorted(shades)
    assert (shades[0], shades[-1]) == (0, 10)
    assert min(shades[1:]) >= 1


@pytest.mark.parametrize("n_levels", range(1, 11))
def test_up_to_ten_levels_have_a_shade_each(n_levels: int) -> None:
    assert len({shade(level, n_levels) for level in range(1, n_levels + 1)}) == n_levels


def test_the_legend_says_in_words_what_each_shade_means() -> None:
    counts = [0, 1, 2, 3, 4, 7, 8, 9, 10, 8]
    assert [str(entry) for entry in legend(counts, n_shades=3)] == [
        "marked by 8 to 10 readers",
        "marked by 3 to 7 readers",
        "marked by 1 to 2 readers",
    ]


def test_a_document_nobody_marked_has_no_legend() -> None:
    assert legend([0, 0, 0]) == []
