"""What must be true of a simulated study, whoever was at it and in what order."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from statistics import fmean, stdev

from tests.evaluation.oracle import (
    expected_cells,
    expected_intervals,
    expected_scores,
    printed,
)
from tests.flows.study.planted import Planted
from tests.flows.study.rater import MARKS
from tests.flows.study.simulation import CONTENT, QUALITY, Played, Size

GUESSER = Fraction(1, 2)
RANDOM_RATER = Fraction(comb(100, 3), 100**3)
SO_UNLIKELY = 1e-6
MAY_MISS = Fraction(1, 8)
CLOSE = 1e-9
N_TABLES = 9
"""That say something of ratings and scores: 2 to 6, means, agreement, variance, correlations."""
WORD_LIMIT = 30


@dataclass(frozen=True)
class Caught:
    """How much careless work was handed in, and how much of it passed its check all the same."""

    handed_in: int
    passed: int
    chance: Fraction

    def __str__(self) -> str:
        share = self.passed / self.handed_in if self.handed_in else 0.0
        told = f"{self.passed} of {self.handed_in} passed, {share:.1%}"
        return f"{told} (by chance {float(self.chance):.2%})"


def check_all(played: Played, size: Size) -> dict[str, Caught]:
    check_quotas(played, size)
    check_meetings(played)
    check_balance(played)
    check_export(played)
    check_cells(played)
    check_report(played, size)
    check_planted(played)
    return check_careless(played)


def check_quotas(played: Played, size: Size) -> None:
    """Every item has its judges and not one more; every summary its ratings by as many judges."""
    for row in played.quotas:
        assert row["usable"] == row["wanted"], row
    n_articles = len(played.truth.planted.articles)
    rated = Counter((row.get("context") or row["criterion"]) for row in played.ratings)
    expected = {
        name: n_articles * len(systems_of(name, played)) * size.judges * (1 + (name in CONTENT))
        for name in (*CONTENT, *QUALITY)
    }
    assert rated == expected, f"{rated} ratings, not {expected}"
    judges = defaultdict(list)
    for row in played.ratings:
        key = (row["document"], row["system"], row["criterion"], row.get("context"))
        judges[key].append(row["judge"])
    assert all(len(set(names)) == len(names) == size.judges for names in judges.values())
    usable = Counter(row["batch"] for row in played.work if row["usable"])
    assert usable[MARKS] == n_articles * size.highlighters
    for context in CONTENT:
        assert usable[context] == expected[context] // 2


def systems_of(batch: str, played: Played) -> set[str]:
    """Those rated; the reference is not rated against itself."""
    unrated = played.truth.references if batch == "reference" else []
    return set(played.truth.planted.systems) - set(unrated)


def check_meetings(played: Played) -> None:
    """Nobody met an article twice, in whatever context, or after marking it."""
    met = Counter(
        (row["worker_id"], document) for row in played.work for document in row["documents"]
    )
    twice = [key for key, n in met.items() if n > 1]
    assert not twice, f"worker and article met twice: {twice}"


def check_balance(played: Played) -> None:
    """Of no system was anybody given two summaries more than of another, under one question."""
    given = defaultdict(Counter)
    for row in played.work:
        given[row["worker_id"], row["batch"]].update(row["systems"])
    for (worker, batch), counts in given.items():
        numbers = [counts[system] for system in systems_of(batch, played)]
        assert max(numbers) - min(numbers) <= 1, (worker, batch, counts)


def check_careless(played: Played) -> dict[str, Caught]:
    """Careful work always passes; careless work as often as chance lets it."""
    passed = {row["assignment_id"]: row["passed"] for row in played.work}
    failed = [done for done in played.done if not (done.is_careless or passed[done.assignment_id])]
    assert not failed, f"careful work that failed its check: {failed}"
    caught = {
        "True/False": count(played, (MARKS, *CONTENT), passed, GUESSER),
        "bad < mediocre < good": count(played, QUALITY, passed, RANDOM_RATER),
    }
    for check, each in caught.items():
        assert is_likely(each), f"{check}: {each}"
    return caught


def count(
    played: Played, batches: tuple[str, ...], passed: dict[str, bool], chance: Fraction
) -> Caught:
    ids = [d.assignment_id for d in played.done if d.is_careless and d.batch in batches]
    return Caught(len(ids), sum(passed[one] for one in ids), chance)


def is_likely(caught: Caught) -> bool:
    """Neither so few nor so many, by the binomial distribution."""
    n, p = caught.handed_in, float(caught.chance)
    weights = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    return min(sum(weights[: caught.passed + 1]), sum(weights[caught.passed :])) > SO_UNLIKELY


def check_export(played: Played) -> None:
    """What was exported, judge by judge, is what usable work sent; controls are not in it."""
    usable = {row["assignment_id"]: row for row in played.work if row["usable"]}
    sent, exported = defaultdict(list), defaultdict(list)
    for done in played.done:
        if done.assignment_id in usable:
            # A good control may have the words of a summary of an article that is elsewhere.
            articles = usable[done.assignment_id]["documents"]
            sent[done.worker_id] += [rated for rated in done.rated if rated[0] in articles]
    for row in played.ratings:
        names = (row["document"], row["system"], row["criterion"], row.get("context", ""))
        exported[row["judge"]].append((*names, row["value"]))
    assert in_any_order(exported) == in_any_order(sent)


def in_any_order(by_judge: dict[str, list]) -> Counter:
    """Judges have another name in the export."""
    return Counter(tuple(sorted(rated)) for rated in by_judge.values() if rated)


def check_cells(played: Played) -> None:
    """Every cell of the report, recomputed here from the rows exported."""
    values = defaultdict(lambda: defaultdict(list))
    for row in played.ratings:
        cell = (row["criterion"], row.get("context"), row["system"])
        values[cell][row["document"]].append(row["value"])
    cells = {
        (each["criterion"], each["context"], each["system"]): each for each in cells_of(played)
    }
    assert set(cells) == set(values)
    for key, by_summary in values.items():
        summaries = by_summary.values()
        mean = fmean(fmean(each) for each in summaries)
        cv = fmean((1 + 1 / (4 * len(each))) * stdev(each) / fmean(each) for each in summaries)
        assert abs(cells[key]["mean"] - mean) <= CLOSE, (key, cells[key], mean)
        assert abs(cells[key]["cv"] - cv) <= CLOSE, (key, cells[key], cv)
        counts = (len(summaries), sum(map(len, summaries)))
        assert (cells[key]["n_summaries"], cells[key]["n_ratings"]) == counts


def check_report(played: Played, size: Size) -> None:
    """Every cell that `manage.py report` prints of ratings and scores, and the intervals of means,
    recomputed from the exports."""
    rows = [{"context": None, **row} for row in played.ratings]
    reference = next(iter(played.truth.references), None)
    expected = expected_cells(rows, reference) | expected_scores(played.exported, WORD_LIMIT)
    ends = expected_intervals(rows, size.seed)
    compared = 0
    for key, cell in printed(played.results):
        if key in expected and cell["value"] is not None:
            assert abs(cell["value"] - expected[key]) <= CLOSE, (key, cell, expected[key])
            compared += 1
        if key[0] == "table-means" and key[2] == "Usable work":
            low, high = ends[key[1]]
            assert abs(cell["low"] - low) <= CLOSE >= abs(cell["high"] - high), (key, cell)
    tables = {key[0] for key, _ in printed(played.results)} & {key[0] for key in expected}
    assert len(tables) == N_TABLES, sorted(tables)
    assert compared > N_TABLES * len(played.truth.planted.systems), compared


def check_planted(played: Played) -> None:
    """The planted means lie in the printed intervals; of 95 % intervals some few may miss."""
    cells = cells_of(played)
    outside = [cell for cell in cells if not is_recovered(cell, played.truth.planted)]
    assert len(outside) <= len(cells) * MAY_MISS, f"outside their intervals: {outside}"


def cells_of(played: Played) -> list[dict]:
    return played.report["cells"]


def is_recovered(cell: dict, planted: Planted) -> bool:
    return cell["low"] <= planted_mean(cell, planted) <= cell["high"]


def planted_mean(cell: dict, planted: Planted) -> float:
    return planted.mean((cell["criterion"], cell["context"] or ""), cell["system"])
