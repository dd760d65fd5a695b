"""clear_batch: delete a batch's finished HITs at the endpoint."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from crowd.clearing import clear_batch
from crowd.management.named import batch_named


class Command(BaseCommand):
    help = (
        "Delete at the endpoint the HITs of a batch that were finished 30 days ago, when no "
        "rejection can be overturned any more. Nothing of ours is deleted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("batch", metavar="STUDY/BATCH")

    def handle(self, *args: Any, **options: Any) -> None:
        batch = batch_named(options["batch"])
        n_hits = clear_batch(batch.pk, now=timezone.now())
        self.stdout.write(f"{n_hits} HITs of {batch} will be deleted at {batch.endpoint_url}")
