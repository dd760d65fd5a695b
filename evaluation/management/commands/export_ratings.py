"""Writes a study's usable ratings to a file for `python -m metrics ratings`."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.exporting import write_whole
from crowd.models import Study
from evaluation.rating_rows import RatingRowsError, rating_rows, usable_ratings


class Command(BaseCommand):
    help = (
        "Write the usable ratings of a study as JSONL. Judges are keyed hashes, the same for a "
        "person throughout the study; control summaries are never in it. Read it with: "
        "python -m metrics ratings --ratings F"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="its name")
        parser.add_argument("--out", required=True, type=Path, metavar="F")

    def handle(self, *, study: str, out: Path, **options: Any) -> None:
        try:
            found = Study.objects.get(name=study)
            rows = rating_rows(found, usable_ratings(found))
            out.parent.mkdir(parents=True, exist_ok=True)
            write_whole(out, (json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
        except Study.DoesNotExist as error:
            raise CommandError(f"there is no study {study!r}") from error
        except RatingRowsError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}") from error
        judges = {row["judge"] for row in rows}
        self.stdout.write(f"{study}: {len(rows):,} ratings by {len(judges):,} judges in {out}")
