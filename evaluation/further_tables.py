"""What a reviewer asks for beside the paper's tables, set out like them."""

from collections.abc import Sequence
from typing import Any

from evaluation.exclusions import RULES
from metrics.agreement_report import AgreementReport
from metrics.reliability import FORMS
from metrics.result_table import NO_FIGURE, Figure, PaperTable
from metrics.rounding import MISSING, rounded
from metrics.variance_shares import COMPONENTS

Row = dict[str, Any]

CRITERIA = ("precision", "recall", "fluency", "clarity")
CONTEXTS = ("highlights", "document", "reference")
ICCS = dict(zip(FORMS, ("ICC(1,1)", "ICC(1,k)", "ICC(2,1)", "ICC(2,k)"), strict=True))
OF_HIGHLIGHTS = {
    "fleiss_kappa": "Fleiss' kappa",
    "fleiss_kappa_words": "Fleiss' kappa without punctuation",
    "krippendorff_alpha": "Krippendorff's alpha",
    "coverage": "Share of the article marked by anybody",
    "second_half": "Share of what is marked that lies in the second half",
    "second_half_instances": "The same, counted once an annotator",
}


def whole(value: float | None) -> str:
    return MISSING if value is None else f"{value:.0f}"


def fine(value: float | None) -> str:
    return rounded(value, 3)


def probability(value: float | None) -> str:
    """No probability is 0."""
    return "<.0001" if value is not None and value < 5e-5 else rounded(value, 4)


def percent(value: float | None) -> str:
    return rounded(None if value is None else 100 * value, 1)


def in_order(rows: Sequence[Row], systems: Sequence[str] = ()) -> list[Row]:
    """Content before quality, contexts as in the paper, systems in theirs."""

    def place(row: Row) -> tuple[int, ...]:
        context = CONTEXTS.index(row["context"]) if row["context"] else 0
        named = [row["system"]] if "system" in row else row.get("systems", [])
        return CRITERIA.index(row["criterion"]), context, *map(systems.index, named)

    return sorted(rows, key=place)


def told(*names: str | None) -> str:
    """ "recall, document"."""
    return ", ".join(name for name in names if name)


def plain(name: str) -> str:
    """ "hrouge_1_recall" as people write it."""
    return name.replace("hrouge_", "HROUGE-").replace("_", " ")


def means_table(usable: Sequence[Row], saved: Sequence[Row]) -> PaperTable:
    """Means with their intervals; beside them those of all saved work."""
    every = {(r["criterion"], r["context"], r["system"]): r for r in saved}
    return PaperTable(
        "table-means",
        "Means by criterion, context and system with 95 % intervals, and without exclusions.",
        [("", "Usable work"), ("", "All saved work")],
        [
            (
                told(row["criterion"], row["context"], row["system"]),
                [_mean(row), _mean(every[row["criterion"], row["context"], row["system"]])],
            )
            for row in usable
        ],
        notes=["Intervals: bootstrap over documents and judges. n: ratings."],
    )


def comparisons_table(usable: Sequence[Row], saved: Sequence[Row]) -> PaperTable:
    """Differences of systems, tested; beside them the difference without exclusions."""
    every = {(r["criterion"], r["context"], *r["systems"]): r for r in saved}
    columns = {"p_holm": "p, Holm", "p_bh": "p, B-H", "p": "p", "p_model": "p, t"}
    rows = []
    for row in usable:
        first, second = row["systems"]
        n = row["n_documents"]
        again = every.get((row["criterion"], row["context"], first, second))
        figures = [
            Figure(row["difference"], n, row["low"], row["high"]),
            *(Figure(row[name]) for name in columns),
            Figure(row["effect"]),
            Figure(row["detectable"]),
            Figure(again["difference"], again["n_documents"]) if again else NO_FIGURE,
        ]
        rows.append((told(row["criterion"], row["context"], f"{first} - {second}"), figures))
    return PaperTable(
        "table-comparisons",
        "Differences of systems with 95 % intervals.",
        [
            ("", "Difference"),
            *(("", title) for title in columns.values()),
            ("", "Effect"),
            ("", "Detectable"),
            ("", "Without exclusions"),
        ],
        rows,
        [rounded, *[probability] * 4, rounded, rounded, rounded],
        notes=[
            "Mixed model, documents and judges random. p: sign flips; Holm and Benjamini-Hochberg "
            "over all rows; t: the model's own, to compare. Effect: in standard deviations of a "
            "document's difference. Detectable: smallest difference found with a power of 80 %. "
            "n: documents."
        ],
    )


def reliability_table(rows: Sequence[Row], agreement: Sequence[Row]) -> PaperTable:
    """Alpha and ICC of each criterion and context, and what they rest on."""
    alphas = {(r["criterion"], r["context"]): r for r in agreement}
    counts = ("n_documents", "n_summaries", "n_judges", "n_ratings")
    return PaperTable(
        "table-reliability",
        "Agreement of judges: Krippendorff's alpha (interval level) and ICC, 95 % intervals.",
        [
            *(("n", name.removeprefix("n_").capitalize()) for name in counts),
            *(("", title) for title in ("Alpha", *ICCS.values())),
        ],
        [
            (
                told(row["criterion"], row["context"]),
                [
                    *(Figure(row[name]) for name in counts),
                    _between(alphas[row["criterion"], row["context"]], "alpha"),
                    *(_between(row[form], "icc") for form in FORMS),
                ],
            )
            for row in rows
        ],
        [*[whole] * len(counts), *[fine] * (1 + len(FORMS))],
        notes=["Intervals: bootstrap over documents. k: mean number of judges of a summary."],
    )


def variance_table(rows: Sequence[Row]) -> PaperTable:
    """What ratings vary by, in per cent."""
    return PaperTable(
        "table-variance",
        "Shares of the variance of ratings, in %, with 95 % intervals.",
        [("", name.capitalize()) for name in COMPONENTS],
        [
            (
                told(row["criterion"], row["context"]),
                [Figure(s["share"], row["n_ratings"], s["low"], s["high"]) for s in row["shares"]],
            )
            for row in rows
        ],
        percent,
        notes=[
            "Summary: system and document together. Residual: all else, a judge's view of single "
            "summaries included. Estimates below 0 count as 0. n: ratings."
        ],
    )


def distribution_table(steps: Sequence[str], rows: Sequence[Row]) -> PaperTable:
    """How often judges gave which values, in per cent."""
    return PaperTable(
        "table-distribution",
        "Distribution of ratings over the scale, in %.",
        [("", step) for step in steps],
        [
            (
                told(row["criterion"], row["context"], row["system"]),
                [Figure(count / sum(row["counts"]), count) for count in row["counts"]],
            )
            for row in rows
        ],
        percent,
        notes=["n: ratings in the step."],
    )


def highlights_table(report: AgreementReport) -> PaperTable:
    """Agreement on highlights: means over documents, least and most."""
    rows = []
    for measure, title in OF_HIGHLIGHTS.items():
        each = [r[measure] for r in report.documents if r.get(measure) is not None]
        ends = [Figure(min(each)), Figure(max(each))] if each else [NO_FIGURE] * 2
        mean = Figure(report.mean[measure], report.mean["used"][measure])
        rows.append((title, [mean, *ends, Figure(report.mean["undefined"][measure])]))
    return PaperTable(
        "table-highlights",
        "Agreement of annotators on highlights, by document.",
        [("", "Mean"), ("", "Least"), ("", "Most"), ("", "Undefined")],
        rows,
        [fine, fine, fine, whole],
        notes=["n: documents."],
    )


def correlations_table(rows: Sequence[Row]) -> PaperTable:
    """Pearson's r of two measures of summaries."""
    return PaperTable(
        "table-correlations",
        "Pearson's r of measures of summaries, with 95 % intervals.",
        [("", "r")],
        [
            (
                f"{plain(row['pair'][0])} and {plain(row['pair'][1])}: {row['system'] or 'all'}",
                [Figure(row["r"], row["n"], row["low"], row["high"])],
            )
            for row in rows
        ],
        notes=["Intervals: bootstrap over documents. n: summaries."],
    )


def exclusions_table(rows: Sequence[Row]) -> PaperTable:
    """Work handed in, and by which rule it does not count."""
    columns = ("handed_in", *RULES, "usable")
    return PaperTable(
        "table-exclusions",
        "Assignments handed in, excluded by rule, and usable.",
        [("", name.replace("_", " ").capitalize()) for name in columns],
        [(told(r["kind"], r["judged"]), [Figure(r[c]) for c in columns]) for r in rows],
        whole,
        notes=["Work that several rules exclude stands under the first of them."],
    )


def wages_table(rows: Sequence[Row]) -> PaperTable:
    """Effective wages by the hour."""
    return PaperTable(
        "table-wages",
        "Effective wage in USD an hour of active time.",
        [("USD an hour", "Median"), ("USD an hour", "10th percentile"), ("A task", "Median s")],
        [
            (
                told(row["kind"], row["judged"]),
                [
                    Figure(row["median_usd"], row["n"]),
                    Figure(row["p10_usd"], row["n"]),
                    Figure(row["median_s"], row["n"]),
                ],
            )
            for row in rows
        ],
        [rounded, rounded, whole],
        notes=["Rejected work earned nothing; bonuses are left out. n: assignments with a time."],
    )


def _mean(row: Row) -> Figure:
    return Figure(row["mean"], row["n_ratings"], row["low"], row["high"])


def _between(row: Row, name: str) -> Figure:
    return Figure(row[name], None, row["low"], row["high"])
