"""A whole simulated study: python -m tests.flows.study --articles 50 --profile production."""

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path

from highres_web.processes import BASE_DIR
from tests.conftest import SHARED_DATA
from tests.flows.study.checks import check_all, planted_mean
from tests.flows.study.simulation import Played, Size, play_study
from tests.stack import PROFILES, Stack

SAMPLE = BASE_DIR / "corpus" / "sample" / "news.jsonl"


def corpus(n: int) -> tuple[Path, list[str]]:
    """The first articles of the optional folder where it is, else of the bundled sample."""
    real = SHARED_DATA / "highres_bbc"
    if real.is_dir():
        return real, sorted(path.stem for path in (real / "documents").iterdir())[:n]
    rows = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    return SAMPLE, [row["id"] for row in rows][:n]


def told(played: Played, caught: dict) -> str:
    usable = sum(row["usable"] for row in played.work)
    careless = sum(rater.is_careless for rater in played.raters)
    reasons = Counter(why for rater in played.raters for why in rater.told.values())
    lines = [
        f"{len(played.raters)} people, {careless} of them careless, handed in "
        f"{len(played.done)} tasks in {played.played_s:.0f} s, "
        f"{len(played.done) / played.played_s:.1f} a second; {usable} are usable",
        *(f"careless work, {check}: {each}" for check, each in caught.items()),
        *(f"{n} times told: {why}" for why, n in sorted(reasons.items())),
        f"{len(played.ratings)} ratings; planted means, and what the report says:",
    ]
    for cell in played.report["cells"]:
        lines.append(
            f"  {cell['criterion']:9} {cell['context'] or '-':10} {cell['system']:16} "
            f"{planted_mean(cell, played.truth.planted):5.1f}  {cell['mean']:6.2f} "
            f"[{cell['low']:.2f}, {cell['high']:.2f}] of {cell['n_ratings']}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=50)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--profile", choices=PROFILES, default="embedded")
    options = parser.parse_args()
    path, articles = corpus(options.articles)
    size = Size(corpus=path, articles=articles, seed=options.seed)
    with (
        tempfile.TemporaryDirectory() as folder,
        Stack(Path(folder), profile=options.profile, MARKETPLACE_OPEN_SIGNUP="true") as stack,
    ):
        played = play_study(stack, size)
        print(told(played, check_all(played, size)))


if __name__ == "__main__":
    main()
