"""Loads documents, summaries and sanity statements into a dataset."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Sum

from corpus.formats import csv_table, highres, jsonl
from corpus.loading import LoadResult, load_corpus
from corpus.models import ControlSummary, SanityStatement, Summary
from corpus.problems import LoadError

FORMATS = "\n\n".join(module.__doc__.strip() for module in (jsonl, csv_table, highres))


class Command(BaseCommand):
    help = f"""Load documents into a dataset, all of PATH or nothing.

Every problem is told with its row and field. Loading the same file twice changes nothing. A
document that HITs show must stay as it is; any other is brought to what the file says.

{FORMATS}"""

    def create_parser(self, *args: Any, **kwargs: Any) -> ArgumentParser:
        return super().create_parser(*args, formatter_class=RawDescriptionHelpFormatter, **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="a .jsonl or .csv file, or a HighRES folder")
        parser.add_argument("--name", required=True, help="the dataset, made if there is none")

    def handle(self, *, path: Path, name: str, **options: Any) -> None:
        try:
            result = load_corpus(path, name, self._show)
        except LoadError as error:
            n = len(error.problems) + error.n_more
            raise CommandError(
                f"{error}\n{n:,} problem{'s' if n > 1 else ''}; nothing was written."
            ) from error
        for field, n in sorted(result.ignored_fields.items()):
            self.stderr.write(f"ignored: field '{field}' (in {n} rows), which nothing reads", str)
        self.stdout.write(_summed_up(result))

    def _show(self, stage: str, n_documents: int) -> None:
        self.stderr.write(f"{stage} {n_documents:,} documents", str)


def _summed_up(result: LoadResult) -> str:
    """What changed, and what the dataset holds now."""
    if result.is_unchanged:
        change = "unchanged"
    else:
        change = (
            f"{result.n_added:,} documents added, {result.n_updated:,} updated, "
            f"{result.n_unchanged:,} unchanged"
        )
    dataset = result.dataset
    of_dataset = {"document__dataset": dataset}
    n_tokens = dataset.documents.aggregate(n=Sum("n_tokens"))["n"]
    return (
        f"{dataset}: {change}. It holds {dataset.documents.count():,} documents "
        f"({n_tokens:,} tokens), {Summary.objects.filter(**of_dataset).count():,} summaries by "
        f"{dataset.systems.count():,} systems, "
        f"{SanityStatement.objects.filter(**of_dataset).count():,} statements, "
        f"{ControlSummary.objects.filter(**of_dataset).count():,} control summaries."
    )
