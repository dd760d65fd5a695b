"""expire_batch: take a batch off the market."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from crowd.batches import BatchError, expire_batch
from crowd.management.named import batch_named


class Command(BaseCommand):
    help = (
        "Take a batch off the market: nobody can begin any more, whoever began may finish and is "
        "paid, and lost work is no longer replaced."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("batch", metavar="STUDY/BATCH")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            batch = expire_batch(batch_named(options["batch"]).pk)
        except BatchError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{batch} is closed; the endpoint is told in the background")
