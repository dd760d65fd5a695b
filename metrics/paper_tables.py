"""Tables 2 to 6 of Hardy et al. (2019) from their means.

Nothing is computed here but the differences of Table 2, and those from the means as they are, not
from the printed ones. `metrics.table_formats` sets the tables out as text, LaTeX and CSV.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from metrics.result_table import NO_FIGURE, Figure, Figures, PaperTable
from metrics.rounding import bare, rounded

CONTEXTS = {"highlights": "Highlights", "document": "Document", "reference": "Reference"}
MEASURES = {"precision": "Prec", "recall": "Rec"}
QUALITIES = {"fluency": "Fluency", "clarity": "Clarity"}
BLOCKS = {"rouge": "ROUGE (document)", "hrouge": "HROUGE (highlights)"}


def content_table(
    means: Figures, systems: Sequence[str], *, reference: str | None = None
) -> PaperTable:
    """Table 2: means of precision and recall by system and context, and what systems differ by.

    Parameters
    ----------
    means : (system, context, criterion) -> Figure
        Contexts without any figure are left out.
    systems : their order in the table
    reference : which of the systems is the reference, and takes part in no difference

    Examples
    --------
    >>> means = {("a", "document", "recall"): Figure(3.5), ("b", "document", "recall"): Figure(5.0)}
    >>> [(label, figures[1].value) for label, figures in content_table(means, ["a", "b"]).rows]
    [('a', 3.5), ('b', 5.0), ('a - b', -1.5)]
    """
    columns = _content_columns(means)
    rows = [(system, [means.get((system, *c), NO_FIGURE) for c in columns]) for system in systems]
    rivals = [row for row in rows if row[0] != reference]
    rows += [
        (f"{one} - {other}", [_difference(a, b) for a, b in zip(left, right, strict=True)])
        for (one, left), (other, right) in combinations(rivals, 2)
    ]
    return PaperTable(
        "table-2",
        "Mean precision and recall of content by system and context, and their differences.",
        [(CONTEXTS[context], MEASURES[criterion]) for context, criterion in columns],
        rows,
    )


def variation_table(variations: Figures, systems: Sequence[str]) -> PaperTable:
    """Table 3: coefficients of variation, (system, context, criterion) -> Figure.

    Examples
    --------
    >>> variation_table({("a", "document", "precision"): Figure(0.75)}, ["a"]).cells()
    [['.75', '--']]
    """
    columns = _content_columns(variations)
    return PaperTable(
        "table-3",
        "Coefficient of variation of the judges of a summary, mean over summaries.",
        [(CONTEXTS[context], MEASURES[criterion]) for context, criterion in columns],
        [
            (system, [variations.get((system, *c), NO_FIGURE) for c in columns])
            for system in systems
        ],
        bare,
        ["As in Hardy et al. 2019; it depends on the mean: see alpha and ICC for agreement."],
    )


def quality_table(
    means: Figures, systems: Sequence[str], *, pearson: Figure = NO_FIGURE
) -> PaperTable:
    """Table 4: means of fluency and clarity, (system, criterion) -> Figure, and their Pearson.

    Examples
    --------
    >>> table = quality_table({("a", "clarity"): Figure(67.19)}, ["a"], pearson=Figure(0.68, 150))
    >>> table.cells(), table.notes
    ([['--', '67.19']], ["Pearson's r of the two over summaries: .68 (n = 150)."])
    """
    rows = [(system, [means.get((system, q), NO_FIGURE) for q in QUALITIES]) for system in systems]
    return PaperTable(
        "table-4",
        "Mean fluency and clarity by system.",
        [("", title) for title in QUALITIES.values()],
        rows,
        notes=[f"Pearson's r of the two over summaries: {bare(pearson.value)} (n = {pearson.n})."],
    )


def overlap_table(scores: Figures, systems: Sequence[str]) -> PaperTable:
    """Table 5: ROUGE against the document and HROUGE, n = 1 and 2, x 100.

    Parameters
    ----------
    scores : ("rouge" or "hrouge", system, "1" or "2", "precision" or "recall") -> Figure
        In 0..1; printed x 100.

    Examples
    --------
    >>> scores = {("hrouge", "a", "1", "precision"): Figure(0.0794, 50)}
    >>> label, figures = overlap_table(scores, ["a"]).rows[1]
    >>> label, figures[0].value, figures[1].value
    ('HROUGE (highlights): a', 0.0794, None)
    """
    columns = [(n, measure) for n in ("1", "2") for measure in MEASURES]
    rows = [
        (f"{title}: {system}", [scores.get((block, system, *c), NO_FIGURE) for c in columns])
        for block, title in BLOCKS.items()
        for system in systems
    ]
    return PaperTable(
        "table-5",
        "ROUGE against the document and HROUGE by system, x 100.",
        [({"1": "Unigram", "2": "Bigram"}[n], MEASURES[measure]) for n, measure in columns],
        rows,
        lambda value: rounded(None if value is None else 100 * value),
    )


def disagreement_table(
    means: Figures, n_rows: int = 10, *, texts: Mapping[tuple[str, str], str] | None = None
) -> PaperTable:
    """Table 6: the summaries whose fluency and clarity differ most.

    Parameters
    ----------
    means : (document, system, criterion) -> Figure
        Summaries without both are left out. Equal differences stand by name.
    n_rows : int, 0 or more
    texts : (document, system) -> the summary itself, to stand below its row

    Examples
    --------
    >>> means = {("d", "a", "fluency"): Figure(92.8), ("d", "a", "clarity"): Figure(44.33)}
    >>> table = disagreement_table(means)
    >>> table.rows[0][0], table.cells()
    ('a: d', [['92.80', '44.33']])
    """
    pairs = [
        (document, system, figure, means[document, system, "clarity"])
        for (document, system, criterion), figure in means.items()
        if criterion == "fluency" and (document, system, "clarity") in means
    ]
    pairs.sort(key=lambda pair: (-abs(_gap(pair[2], pair[3])), pair[0], pair[1]))
    pairs = pairs[:n_rows]
    return PaperTable(
        "table-6",
        "Summaries with the largest difference between mean fluency and mean clarity.",
        [("", title) for title in QUALITIES.values()],
        [(f"{system}: {document}", [f, c]) for document, system, f, c in pairs],
        texts=[texts.get(pair[:2], "") for pair in pairs] if texts else [],
    )


def _content_columns(figures: Figures) -> list[tuple[str, str]]:
    told = {context for _, context, _ in figures}
    return [
        (context, criterion) for context in CONTEXTS if context in told for criterion in MEASURES
    ]


def _gap(one: Figure, other: Figure) -> float:
    return (one.value or 0) - (other.value or 0)


def _difference(one: Figure, other: Figure) -> Figure:
    if one.value is None or other.value is None:
        return NO_FIGURE
    n = None if one.n is None or other.n is None else one.n + other.n
    return Figure(one.value - other.value, n)
