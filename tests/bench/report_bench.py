"""Measures the report of a study of the paper's shape: python -m tests.bench.report_bench

50 articles, 3 systems, 3 contexts, 3 judges, fluency and clarity, 10 highlighters an article, in a
database of its own. Measured is the command as it is run, once the libraries are imported.
"""

import os
import tempfile
import time
from io import StringIO
from pathlib import Path

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.core.management import call_command  # noqa: E402

from tests.evaluation.whole_study import make_whole_study  # noqa: E402

MOST_S = 10
ROUNDS = 3


def measure(folder: Path) -> None:
    times, busy = [], []
    for number in range(ROUNDS):
        told, began, worked = StringIO(), time.perf_counter(), time.process_time()
        out = ("--out", str(folder / str(number)))
        call_command("report", "whole", *out, stdout=told, stderr=StringIO())
        times.append(time.perf_counter() - began)
        busy.append(time.process_time() - worked)
    size = sum(path.stat().st_size for path in (folder / "0").iterdir())
    print(told.getvalue().partition(";")[0])
    print(f"report, tables, plots     {min(times):8.2f} s (to reach: {MOST_S})")
    print(f"  of which computing      {min(busy):8.2f} s")
    print(f"files written             {size / 1e6:8.2f} MB")


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    make_whole_study(50)
    with tempfile.TemporaryDirectory() as name:
        measure(Path(name))
