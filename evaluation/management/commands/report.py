"""Writes the results of a study: the paper's tables, and what stands beside them."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from crowd.models import Study
from evaluation.rating_rows import RatingRowsError
from evaluation.report import study_report
from evaluation.report_files import write_report
from metrics.draws import checked_seed


class Command(BaseCommand):
    help = (
        "Write the results of a study to a folder: report.json, and Tables 2 to 6 of Hardy et al. "
        "2019 as text, CSV and LaTeX with the n of each cell; intervals, agreement, what was "
        "excluded by which rule, and the means without exclusions. Run twice, it writes the same "
        "bytes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="its name")
        parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="made if needed")
        parser.add_argument("--seed", type=_seed, default=0, help="of the bootstrap intervals")
        parser.add_argument("--word-limit", type=int, help="K, where the study has several")

    def handle(self, *, study: str, out: Path, seed: int, **options: Any) -> None:
        try:
            report = study_report(
                Study.objects.get(name=study),
                seed=seed,
                word_limit=options["word_limit"],
                say=self._show,
            )
            files = write_report(report, out)
        except Study.DoesNotExist as error:
            raise CommandError(f"there is no study {study!r}") from error
        except RatingRowsError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}") from error
        counts = report.data["counts"]
        self.stdout.write(
            f"{study}: {counts['ratings']:,} ratings of {counts['summaries']:,} summaries by "
            f"{counts['judges']:,} judges; {len(files)} files in {out}"
        )

    def _show(self, doing: str) -> None:
        self.stderr.write(f"{doing} ...", str)


def _seed(text: str) -> int:
    try:
        return checked_seed(int(text))
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error
