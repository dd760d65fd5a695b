"""Every figure the project promises, measured on this machine: `make bench`.

One program after the other, so that none disturbs another. What cannot run here is named.
"""

import subprocess
import sys
import time

from highres_web.processes import BASE_DIR
from tests import browser
from tests.conftest import SHARED_DATA
from tests.stack import PROFILES, postgres_url, what_is_missing

REGRESSION = SHARED_DATA / "hrouge_regression"


def measurements() -> list[tuple[str, list[str], str]]:
    """Heading, arguments of Python, and why it cannot run here (empty when it can)."""
    data = ["--data", str(REGRESSION)] if REGRESSION.is_dir() else []
    no_chromium = "" if browser.program() else "there is no chromium program on this machine"
    load = ["-m", "tests.flows.load", "--articles", "50", "--workers", "10", "--profile"]
    return [
        (
            "Scores: HROUGE beside rouge-score and a dictionary",
            ["-m", "metrics", "bench", *data],
            "",
        ),
        ("The results of 3,300 ratings", ["-m", "tests.bench.report_bench"], ""),
        (
            "The worker's page at 5,000 and 50,000 tokens",
            ["-m", "tests.bench.page_bench"],
            no_chromium,
        ),
        (
            "The marketplace's calls beside a bare view, SQLite",
            ["-m", "tests.bench.market_bench"],
            "",
        ),
        (
            "The marketplace's calls beside a bare view, PostgreSQL",
            ["-m", "tests.bench.market_bench", "--postgres", postgres_url()],
            what_is_missing("production"),
        ),
        *(
            (f"500 assignments through HTTP, {profile}", [*load, profile], what_is_missing(profile))
            for profile in PROFILES
        ),
    ]


def main() -> int:
    failed = []
    for heading, arguments, missing in measurements():
        print(f"\n== {heading}", flush=True)
        if missing:
            print(f"not measured: {missing}")
            continue
        started = time.monotonic()
        if subprocess.run([sys.executable, *arguments], cwd=BASE_DIR, check=False).returncode:
            failed.append(heading)
        print(f"({time.monotonic() - started:.0f} s)", flush=True)
    if failed:
        print(f"\nfailed: {'; '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
