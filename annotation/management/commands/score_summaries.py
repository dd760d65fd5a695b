"""Prints HROUGE of every summary of a study."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.scoring import score_study
from annotation.tables import StudyTables, TablesError
from crowd.models import Study
from metrics.tables import hrouge_table


class Command(BaseCommand):
    help = (
        "Score every summary of a study by its usable highlights (HROUGE-1 and -2) and against "
        "the whole article (ROUGE): a table of means by system, or with --json what "
        "python -m metrics hrouge --json says of the export."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="its name")
        parser.add_argument("--word-limit", type=int, help="K, where the study has several")
        parser.add_argument("--json", action="store_true", help="every score, as JSON")

    def handle(self, *, study: str, word_limit: int | None, **options: Any) -> None:
        try:
            tables = StudyTables(Study.objects.get(name=study), word_limit)
        except Study.DoesNotExist as error:
            raise CommandError(f"there is no study {study!r}") from error
        except TablesError as error:
            raise CommandError(str(error)) from error
        report = score_study(tables, self._show)
        self.stdout.write(report.to_json() if options["json"] else hrouge_table(report))

    def _show(self, name: str, n_rows: int) -> None:
        self.stderr.write(f"{name}: {n_rows:,} rows", str)
