"""A whole day: python -m tests.flows.day --workers 300 --seed 1 --profile production."""

import argparse
import tempfile
from pathlib import Path

from tests.flows.day.script import Script
from tests.flows.day.stage import Stage
from tests.stack import PROFILES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", choices=PROFILES, default="production")
    parser.add_argument("--keep", metavar="FOLDER", help="where the logs stay; default: nowhere")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Stage(Path(options.keep or folder), profile=options.profile) as stage,
    ):
        print(Script(stage, workers=options.workers, seed=options.seed).play())


if __name__ == "__main__":
    main()
