"""Reports as plain text: columns of figures, what was undefined, the signature."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from metrics.agreement_report import FURTHER, MEASURES, AgreementReport
from metrics.hrouge_report import HrougeReport
from metrics.ratings import RatingsReport

UNDEFINED = "-"
RATINGS_NOTE = (
    "Means over summaries of each summary's mean. Intervals of means: bootstrap over documents\n"
    "and judges; of alpha (Krippendorff's, interval level): over documents. cv as in Hardy et al."
)
BLOCKS = {
    "ROUGE (document)": ("rouge_precision", "rouge_recall"),
    "HROUGE (highlights)": ("precision", "recall"),
}


def hrouge_table(report: HrougeReport) -> str:
    """Set out the means by system like Table 5 of the paper, x 100, to two decimals."""
    means = {(row["system"], row["n"]): row for row in report.systems}
    if not means:
        return f"no summaries\n{report.signature}"
    systems, orders = (list(dict.fromkeys(key[i] for key in means)) for i in (0, 1))
    lines = [
        ["", *(cell for n in orders for cell in ("", f"{n}-gram"))],
        ["System", *("Prec", "Rec") * len(orders)],
    ]
    for title, measures in BLOCKS.items():
        lines.append([title])
        for system in systems:
            values = [means[system, n][measure] for n in orders for measure in measures]
            lines.append([f"  {_plain(system)}", *map(_percent, values)])
    notes = [
        f"{_plain(row['system'])}, {row['n']}-gram: {note}"
        for row in report.systems
        for note in _undefined(row)
    ]
    used = (
        f"means over documents, x 100; a highlight has {_percent(report.limit_used)} % of the limit"
    )
    return "\n".join([*_aligned(lines), "", *notes, used, report.signature])


def agreement_table(report: AgreementReport) -> str:
    """Set out a line for each document, and the means with least and greatest kappa."""
    lines = [["Document", "tokens", "annotators", "kappa", "coverage %", "2nd half %"]]
    lines += [
        [
            _plain(row["document"]),
            str(row["n_tokens"]),
            str(row["n_annotators"]),
            _decimal(row["fleiss_kappa"]),
            _percent(row["coverage"]),
            _percent(row["second_half"]),
        ]
        for row in report.documents
    ]
    mean = report.mean
    kappa, coverage, second_half = (mean[measure] for measure in MEASURES)
    lines.append(["mean", "", "", _decimal(kappa), _percent(coverage), _percent(second_half)])
    kappas = [row["fleiss_kappa"] for row in report.documents if row["fleiss_kappa"] is not None]
    words, alpha, instances = (mean[measure] for measure in FURTHER)
    notes = [
        f"kappa from {_decimal(min(kappas, default=None))} to {_decimal(max(kappas, default=None))}"
        f"; without punctuation {_decimal(words)}; Krippendorff's alpha {_decimal(alpha)}",
        f"second half, each token counted once for each annotator: {_percent(instances)} %",
    ]
    return "\n".join([*_aligned(lines), "", *_undefined(mean), *notes, mean["signature"]])


def ratings_table(report: RatingsReport) -> str:
    """Set out means like Tables 2 to 4 of the paper, each with its interval and its numbers."""
    cells = [["Criterion, context, system", "summaries", "ratings", "mean", "95 % interval", "cv"]]
    cells += [
        [
            _named(row, "criterion", "context", "system"),
            str(row["n_summaries"]),
            str(row["n_ratings"]),
            _points(row["mean"]),
            f"{_points(row['low'])} to {_points(row['high'])}",
            _decimal(row["cv"]),
        ]
        for row in report.cells
    ]
    alphas = [["Agreement", "alpha", "95 % interval"]]
    alphas += [
        [
            _named(row, "criterion", "context"),
            _decimal(row["alpha"]),
            f"{_decimal(row['low'])} to {_decimal(row['high'])}",
        ]
        for row in report.agreement
    ]
    pairs = [["Correlation of summary means", "r", "summaries"]]
    pairs += [
        [" and ".join(map(_plain, row["criteria"])), _decimal(row["r"]), str(row["n"])]
        for row in report.correlations
    ]
    blocks = ["\n".join(_aligned(block)) for block in (cells, alphas, pairs) if len(block) > 1]
    return "\n\n".join([*blocks, RATINGS_NOTE]) if blocks else "no ratings"


def _named(row: Mapping[str, Any], *fields: str) -> str:
    return ", ".join(_plain(row[field]) for field in fields if row[field] is not None)


def _points(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.2f}"


def _undefined(means: Mapping[str, Any]) -> Iterator[str]:
    for measure, count in means["undefined"].items():
        if count:
            yield f"{measure} undefined for {count} of {count + means['used'][measure]} documents"


def _aligned(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first column to the left, figures to the right; a line of one cell is a heading."""
    rows = [line for line in lines if len(line) > 1]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *cells in lines:
        figures = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=False)]
        yield "  ".join([first.ljust(widths[0]), *figures]).rstrip()


def _percent(value: float | None) -> str:
    return UNDEFINED if value is None else f"{100 * value:.2f}"


def _decimal(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4f}"


def _plain(name: str) -> str:
    return name if name.isprintable() else repr(name)
