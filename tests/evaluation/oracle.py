"""The cells of a report, recomputed from the exports alone, as one would write them down.

Loops over ratings and over pairs of ratings, from the definitions; nothing of what the report
computes with, but for the bootstrap's draws, which are a matter of the seed.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev

import numpy as np

from metrics.bench.plain import score_document
from metrics.scorer import Judged

Cells = dict[tuple[str, str, str], float | None]
"""Table, label of the row, and column (with its heading where it has one) -> value."""
CRITERIA = {"precision": "Prec", "recall": "Rec", "fluency": "Fluency", "clarity": "Clarity"}
DRAWS = 2_000


def read_rows(path: Path) -> list[dict]:
    return [{"context": None, **json.loads(line)} for line in path.read_text().splitlines()]


def question(row: Mapping) -> str:
    return ", ".join(filter(None, (row["criterion"], row["context"])))


def expected_cells(rows: Sequence[dict], reference: str | None, seed: int = 0) -> Cells:
    """Tables 2 to 4 and 6, means, agreement, variance and r of the ratings exported."""
    cells: Cells = {}
    by_cell = grouped(rows, "criterion", "context", "system")
    for (criterion, context, system), own in by_cell.items():
        summaries = [[r["value"] for r in each] for each in grouped(own, "document").values()]
        mean, column = fmean(map(fmean, summaries)), CRITERIA[criterion]
        cells[
            "table-means", ", ".join(filter(None, (criterion, context, system))), "Usable work"
        ] = mean
        if context is None:
            cells["table-4", system, column] = mean
            continue
        column = f"{context.capitalize()} {column}"
        cells["table-2", system, column] = mean
        cells["table-3", system, column] = fmean(
            (1 + 1 / (4 * len(v))) * stdev(v) / fmean(v) for v in summaries
        )
    for (_, one, column), (_, other, again) in combinations(
        [key for key in cells if key[0] == "table-2" and key[1] != reference], 2
    ):
        if column == again:
            first, second = cells["table-2", one, column], cells["table-2", other, again]
            cells["table-2", f"{one} - {other}", column] = first - second
            cells["table-2", f"{other} - {one}", column] = second - first
    means = summary_means(rows)
    for document, system in {(d, s) for d, s, *_ in means}:
        for criterion in ("fluency", "clarity"):
            name = CRITERIA[criterion]
            cells["table-6", f"{system}: {document}", name] = means[
                document, system, criterion, None
            ]
    for key, own in grouped(rows, "criterion", "context").items():
        label = ", ".join(filter(None, key))
        cells |= {("table-reliability", label, name): v for name, v in agreement(own).items()}
        cells |= {("table-variance", label, name): v for name, v in variance(own).items()}
    pairs = [
        (means[d, s, c, x], means[d, s, "clarity", None], s)
        for d, s, c, x in means
        if c == "fluency"
    ]
    for system in (None, *{s for *_, s in pairs}):
        own = np.array([(x, y) for x, y, s in pairs if system in (None, s)])
        r = float(np.corrcoef(own.T)[0, 1])
        cells["table-correlations", f"fluency and clarity: {system or 'all'}", "r"] = r
    return cells


def expected_scores(folder: Path, word_limit: int) -> Cells:
    """Table 5 of the highlights exported."""
    documents, highlights, summaries = (
        [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]
        for name in ("documents", "highlights", "summaries")
    )
    found = defaultdict(list)
    for document in documents:
        marked = [h["spans"] for h in highlights if h["document"] == document["id"]]
        written = [s for s in summaries if s["document"] == document["id"]]
        judged = Judged(document["tokens"], marked, [s["tokens"] for s in written])
        for n, scores in score_document(judged, word_limit=word_limit).items():
            for summary, values in zip(written, scores, strict=True):
                for block, pair in (
                    ("HROUGE (highlights)", values[:2]),
                    ("ROUGE (document)", values[2:]),
                ):
                    for name, value in zip(("Prec", "Rec"), pair, strict=True):
                        order = {1: "Unigram", 2: "Bigram"}[n]
                        found[f"{block}: {summary['system']}", f"{order} {name}"].append(value)
    return {
        ("table-5", *key): fmean(v for v in values if v is not None)
        for key, values in found.items()
    }


def expected_intervals(rows: Sequence[dict], seed: int = 0) -> dict[str, tuple[float, float]]:
    """Ends of the intervals of the means: documents and judges drawn, a rating counts as often as
    its document and its judge both were."""
    documents, judges = (
        {n: i for i, n in enumerate(dict.fromkeys(r[k] for r in rows))}
        for k in ("document", "judge")
    )
    random = np.random.default_rng(seed)
    drawn = [
        random.multinomial(len(k), np.full(len(k), 1 / len(k)), DRAWS) for k in (documents, judges)
    ]
    ends = {}
    for key, own in grouped(rows, "criterion", "context", "system").items():
        told = [
            (documents[d], [(judges[r["judge"]], r["value"]) for r in each])
            for (d,), each in grouped(own, "document").items()
        ]
        sample = [
            mean
            for draw in zip(*drawn, strict=True)
            if (mean := drawn_mean(told, *draw)) is not None
        ]
        ends[", ".join(filter(None, key))] = tuple(np.quantile(sample, [0.025, 0.975]))
    return ends


def drawn_mean(told: list, documents: Sequence[int], judges: Sequence[int]) -> float | None:
    total = weight = 0.0
    for document, ratings in told:
        often = sum(judges[judge] for judge, _ in ratings)
        if often and documents[document]:
            mean = sum(judges[judge] * value for judge, value in ratings) / often
            total, weight = total + documents[document] * mean, weight + documents[document]
    return total / weight if weight else None


def agreement(own: Sequence[dict]) -> Cells:
    """Krippendorff's alpha and the ICCs, by pairs; ICC(1,.) by the mean squares."""
    summaries = grouped(own, "document", "system")
    values = [[r["value"] for r in each] for each in summaries.values()]
    n, k = sum(map(len, values)), len(values[0])
    observed = (
        sum(2 * (a - b) ** 2 / (len(v) - 1) for v in values for a, b in combinations(v, 2)) / n
    )
    every = [r["value"] for r in own]
    alpha = 1 - observed / (
        sum(2 * (a - b) ** 2 for a, b in combinations(every, 2)) / (n * (n - 1))
    )
    grand = fmean(every)
    between = sum(len(v) * (fmean(v) - grand) ** 2 for v in values) / (len(values) - 1)
    within = sum((x - fmean(v)) ** 2 for v in values for x in v) / (n - len(values))
    same, nothing = (
        half(own, lambda a, b: same_summary(a, b)),
        half(own, lambda a, b: not same_summary(a, b) and a["judge"] != b["judge"]),
    )
    return {
        "n Documents": len(grouped(own, "document")),
        "n Summaries": len(summaries),
        "n Judges": len(grouped(own, "judge")),
        "n Ratings": n,
        "Alpha": alpha,
        "ICC(1,1)": (between - within) / (between + (k - 1) * within),
        "ICC(1,k)": (between - within) / between,
        "ICC(2,1)": (nothing - same) / nothing,
        "ICC(2,k)": (nothing - same) / (nothing - same + same / k),
    }


def variance(own: Sequence[dict]) -> Cells:
    """Shares of the variance, each pair of ratings put where it belongs."""
    halves = defaultdict(list)
    for a, b in combinations(own, 2):
        key = tuple(a[name] == b[name] for name in ("document", "system", "judge"))
        halves[key].append((a["value"] - b["value"]) ** 2 / 2)
    g = {key: fmean(found) for key, found in halves.items()}
    judges = [
        (g[d, s, False] - g[d, s, True], len(halves[d, s, True]))
        for d, s, j in g
        if j and (d, s, False) in g
    ]
    pairs = sum(n for _, n in judges)
    judge = sum(x * n for x, n in judges) / pairs if pairs else None
    parts = {
        "Document": g[False, False, False] - g[True, False, False],
        "System": g[False, False, False] - g[False, True, False],
        "Residual": g[True, True, False] - (judge or 0),
    }
    parts["Summary"] = g[True, False, False] - g[True, True, False] - parts["System"]
    if judge is not None:
        parts["Judge"] = judge
    whole = sum(max(0, part) for part in parts.values())
    return {name: max(0, part) / whole for name, part in parts.items()}


def half(own: Sequence[dict], belongs) -> float:
    return fmean(
        (a["value"] - b["value"]) ** 2 / 2 for a, b in combinations(own, 2) if belongs(a, b)
    )


def same_summary(a: Mapping, b: Mapping) -> bool:
    return (a["document"], a["system"]) == (b["document"], b["system"])


def summary_means(rows: Sequence[dict]) -> dict[tuple, float]:
    names = ("document", "system", "criterion", "context")
    return {key: fmean(r["value"] for r in own) for key, own in grouped(rows, *names).items()}


def grouped(rows: Sequence[dict], *names: str) -> dict[tuple, list[dict]]:
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in names)].append(row)
    return groups


def printed(report: Mapping) -> Iterator[tuple[tuple[str, str, str], dict]]:
    """Every cell of the report's tables."""
    for name, table in report["tables"].items():
        for row in table["rows"]:
            for column, cell in zip(table["columns"], row["cells"], strict=True):
                yield (name, row["label"], " ".join(column).strip()), cell
