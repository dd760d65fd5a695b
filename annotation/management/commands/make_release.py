"""Freezes the weights of a study's documents under a name, for raters to be shown."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotation.quality import DocumentQuality, highlight_quality
from annotation.releases import ReleaseError, make_release
from crowd.models import Study


class Command(BaseCommand):
    help = (
        "Print how good the highlights of each document are and freeze the weights of those "
        "named, or of all that have enough annotators. A release never changes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="its name")
        parser.add_argument("name", help="of the release: letters, digits, - and _")
        parser.add_argument(
            "--documents", nargs="+", metavar="ID", help="default: all with enough annotators"
        )
        parser.add_argument(
            "--min-annotators", type=int, default=1, metavar="N", help="usable ones, each (1)"
        )

    def handle(
        self,
        *,
        study: str,
        name: str,
        documents: list[str] | None,
        min_annotators: int,
        **options: Any,
    ) -> None:
        try:
            found = Study.objects.get(name=study)
        except Study.DoesNotExist as error:
            raise CommandError(f"there is no study {study!r}") from error
        qualities = highlight_quality(found)
        for quality in qualities:
            self.stdout.write(line_about(quality))
        enough = [each for each in qualities if each.n_annotators >= max(1, min_annotators)]
        names = documents or [each.document.external_id for each in enough]
        try:
            release = make_release(
                found,
                name=name,
                documents=names,
                by=None,
                now=timezone.now(),
                min_annotators=min_annotators,
            )
        except ReleaseError as error:
            raise CommandError(str(error)) from error
        left_out = len(qualities) - len(names)
        self.stdout.write(f"{release}: {len(names):,} documents frozen, {left_out:,} left out")


def line_about(quality: DocumentQuality) -> str:
    lowest = quality.lowest_peer
    return (
        f"{quality.document.external_id}: {quality.n_annotators} of {quality.n_wanted} annotators, "
        f"kappa {told(quality.kappa)}, coverage {told(quality.coverage)}, "
        f"lowest agreement with the others {told(lowest.kappa if lowest else None)}"
    )


def told(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"
