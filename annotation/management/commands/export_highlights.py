"""Writes a study's usable highlights to files for `python -m metrics`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.exporting import export_study
from annotation.tables import StudyTables, TablesError
from crowd.models import Study


class Command(BaseCommand):
    help = (
        "Write documents.jsonl, summaries.jsonl, highlights.jsonl and manifest.json of a study. "
        "Only usable work is in it; annotators are keyed hashes, the same for a person throughout "
        "the study. Read it with: python -m metrics hrouge --documents F --highlights F "
        "--summaries F --word-limit K"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="its name")
        parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="made if needed")
        parser.add_argument("--word-limit", type=int, help="K, where the study has several")

    def handle(self, *, study: str, out: Path, word_limit: int | None, **options: Any) -> None:
        try:
            tables = StudyTables(Study.objects.get(name=study), word_limit)
            manifest = export_study(tables, out, self._show)
        except Study.DoesNotExist as error:
            raise CommandError(f"there is no study {study!r}") from error
        except TablesError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}") from error
        counts = manifest["counts"]
        self.stdout.write(
            f"{study}: {counts['highlights']:,} highlights by {counts['annotators']:,} annotators "
            f"of {counts['documents']:,} documents in {out} (K={manifest['word_limit']})"
        )

    def _show(self, name: str, n_rows: int) -> None:
        self.stderr.write(f"{name}: {n_rows:,} rows", str)
