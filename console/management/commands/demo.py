"""demo: publish the sample corpus, so that there is something to try."""

import json
import time
from argparse import ArgumentParser, FileType
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from console.demonstration import ensure_staff, open_demonstration
from corpus.problems import LoadError
from crowd.batches import BatchError
from crowd.budget import BudgetExceeded
from crowd.progress import batch_progress


class Command(BaseCommand):
    help = (
        "Load the sample corpus, publish it in a study named demo and print what was made as "
        "JSON. Running it again changes nothing as long as the batch is on offer."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--staff-password",
            type=FileType(),
            metavar="FILE",
            help="make an account for staff named admin with the password in FILE (- reads it)",
        )
        parser.add_argument(
            "--wait",
            type=float,
            default=0.0,
            metavar="SECONDS",
            help="until background workers have told the endpoint of every HIT",
        )

    def handle(self, *, staff_password: TextIO | None, wait: float, **options: Any) -> None:
        try:
            batch = open_demonstration(timezone.now())
        except (LoadError, BatchError, BudgetExceeded) as error:
            raise CommandError(str(error)) from error
        deadline = time.monotonic() + wait
        while batch_progress(batch).n_waiting and time.monotonic() < deadline:
            time.sleep(0.2)
        progress = batch_progress(batch)
        made = {"batch": str(batch), "title": batch.title, "hits": progress.n_created}
        if staff_password:
            made["staff"] = ensure_staff("admin", staff_password.read().strip()).username
        self.stdout.write(json.dumps(made))
