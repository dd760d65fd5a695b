"""The published means come out as the paper prints them."""

import csv
from io import StringIO

import pytest

from metrics.paper_tables import (
    Figure,
    PaperTable,
    content_table,
    disagreement_table,
    overlap_table,
    quality_table,
    variation_table,
)
from metrics.table_formats import as_csv, as_latex, as_text

SYSTEMS = ("TConvS2S", "PtGen", "Reference")
MISSING = "--"


def by_context(published: str, contexts: tuple[str, ...]) -> dict:
    """A line a system: precision and recall for each context."""
    columns = [
        (context, criterion) for context in contexts for criterion in ("precision", "recall")
    ]
    return {
        (system, *column): Figure(float(value))
        for system, line in zip(SYSTEMS, published.strip().splitlines(), strict=True)
        for column, value in zip(columns, line.split(), strict=False)
    }


TABLE_2 = """
57.42 49.95 52.55 41.04 46.75 36.45
50.94 44.41 48.57 39.21 44.24 38.24
67.90 56.83 66.01 52.45
"""
TABLE_3 = """
.67 .80 .75 .83
.73 .86 .73 .90
.49 .63 .48 .67
"""


def test_table_2_with_its_differences():
    means = by_context(TABLE_2, ("highlights", "document", "reference"))
    table = content_table(means, SYSTEMS, reference="Reference")
    assert table.cells() == [
        "57.42 49.95 52.55 41.04 46.75 36.45".split(),
        "50.94 44.41 48.57 39.21 44.24 38.24".split(),
        ["67.90", "56.83", "66.01", "52.45", MISSING, MISSING],
        "6.48 5.54 3.98 1.83 2.51 -1.79".split(),
    ]
    assert table.rows[-1][0] == "TConvS2S - PtGen"


def test_table_3():
    table = variation_table(by_context(TABLE_3, ("highlights", "document")), SYSTEMS)
    assert table.cells() == [line.split() for line in TABLE_3.strip().splitlines()]


def test_table_4():
    published = {"TConvS2S": (69.51, 67.19), "PtGen": (55.24, 52.49), "Reference": (77.03, 75.83)}
    means = {
        (system, criterion): Figure(value)
        for system, values in published.items()
        for criterion, value in zip(("fluency", "clarity"), values, strict=True)
    }
    table = quality_table(means, SYSTEMS, pearson=Figure(0.68, 150))
    assert table.cells() == [["69.51", "67.19"], ["55.24", "52.49"], ["77.03", "75.83"]]
    assert ".68 (n = 150)" in table.notes[0]


def test_table_5():
    published = {
        "rouge": ["77.17 4.20 26.12 1.21", "77.09 4.99 28.75 1.64", "73.65 4.42 22.42 1.17"],
        "hrouge": ["7.94 5.42 3.30 2.11", "7.90 6.46 3.37 2.64", "7.31 5.73 2.39 1.84"],
    }
    columns = [(n, measure) for n in "12" for measure in ("precision", "recall")]
    scores = {
        (block, system, *column): Figure(float(value) / 100)
        for block, lines in published.items()
        for system, line in zip(SYSTEMS, lines, strict=True)
        for column, value in zip(columns, line.split(), strict=True)
    }
    wanted = [line.split() for lines in published.values() for line in lines]
    assert overlap_table(scores, SYSTEMS).cells() == wanted


def test_table_6_has_the_largest_difference_first():
    published = {
        ("d2", "PtGen"): (41.33, 6.00),
        ("d3", "PtGen"): (50, 50),
        ("d1", "TConvS2S"): (92.80, 44.33),
    }
    means = {
        (*summary, criterion): Figure(value, 3)
        for summary, values in published.items()
        for criterion, value in zip(("fluency", "clarity"), values, strict=True)
    }
    table = disagreement_table({**means, ("d4", "PtGen", "fluency"): Figure(99)}, n_rows=2)
    assert table.cells() == [["92.80", "44.33"], ["41.33", "6.00"]]


def test_a_difference_is_of_the_means_and_not_of_the_printed_ones():
    means = {("a", "document", "recall"): Figure(1.004), ("b", "document", "recall"): Figure(0.995)}
    assert [row[1] for row in content_table(means, ["a", "b"]).cells()] == ["1.00", "1.00", "0.01"]


def test_a_difference_rests_on_the_ratings_of_both():
    means = {("a", "document", "recall"): Figure(5, 9), ("b", "document", "recall"): Figure(3, 6)}
    assert content_table(means, ["a", "b"]).rows[-1][1][1] == Figure(2, 15)


@pytest.fixture
def hostile() -> PaperTable:
    rows = [('a,"b"\n& 50 %', [Figure(2 / 3, 3), Figure(None, 0)])]
    return PaperTable("t", "A_b.", [("Doc", "Prec"), ("Doc", "Rec")], rows)


def test_text_keeps_a_row_a_line_and_tells_n(hostile):
    assert as_text(hostile).splitlines()[2:] == [
        r"                  Doc  Doc",
        r"                 Prec  Rec",
        r"""'a,"b"\n& 50 %'  0.67   --""",
        r"  n                 3    0",
    ]


def test_latex_escapes_names_and_tells_n(hostile):
    told = as_latex(hostile)
    assert r"""'a,"b"\textbackslash{}n\& 50 \%' & 0.67 & -- \\""" in told
    assert r"\quad\scriptsize $n$ & \scriptsize 3 & \scriptsize 0 \\" in told
    assert r"\multicolumn{2}{c}{Doc}" in told
    assert r"\caption{A\_b.}" in told


def test_csv_has_the_whole_value(hostile):
    _, first, second = csv.reader(StringIO(as_csv(hostile)))
    assert float(first[3]) == 2 / 3
    assert first[4:] == ["0.67", "3"]
    assert second == ['a,"b"\n& 50 %', "Doc", "Rec", "", MISSING, "0"]
