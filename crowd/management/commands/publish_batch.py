"""publish_batch: offer a batch at the endpoint; it commits money."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from crowd import mturk
from crowd.balances import ask_balance
from crowd.batches import BatchError, plan_batch, publish_batch
from crowd.budget import BudgetExceeded
from crowd.delivery import deliver_due
from crowd.management.named import batch_named
from crowd.models import Batch, Call
from crowd.port import EndpointError
from crowd.progress import batch_progress
from crowd.retries import retry_batch

PAUSE_S = 0.5


class Command(BaseCommand):
    help = (
        "Publish a batch at the configured MTurk-compatible endpoint. This commits money: what it "
        "costs is printed first, and refused if budget or balance do not cover it. Run it again "
        "to continue after a crash or to retry what failed; nothing is published twice."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("batch", metavar="STUDY/BATCH")
        parser.add_argument(
            "--wait", action="store_true", help="send from here until every HIT exists, or failed"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        batch = batch_named(options["batch"])
        try:
            if batch.published_at is None:
                self.check_balance(batch)
                batch = publish_batch(batch.pk)
            elif n_retried := retry_batch(batch):
                self.stdout.write(f"retrying {n_retried} failed calls")
        except (BatchError, BudgetExceeded, EndpointError) as error:
            raise CommandError(str(error)) from error
        if options["wait"]:
            self.send(batch)
        self.report(batch)

    def check_balance(self, batch: Batch) -> None:
        """Before anything is committed, and outside of any transaction."""
        plan = plan_batch(batch)
        self.stdout.write(
            f"{plan.n_hits} HITs for {plan.n_items} items, {plan.judges} judges each: "
            f"{plan.rewards} USD rewards + {plan.fees} USD fees = {plan.cost} USD at most"
        )
        endpoint = mturk.endpoint()
        self.stdout.write(f"{endpoint.url} is {endpoint.mode}")
        balance = ask_balance(timezone.now()).available_usd
        if balance < plan.cost:
            raise CommandError(f"the account at {endpoint.url} holds only {balance} USD")

    def send(self, batch: Batch) -> None:
        """Beside the background workers, if any run: they never send the same call at once."""
        told = None
        while Call.objects.open().filter(hit__item__batch=batch).exists():
            if not deliver_due(timezone.now(), batch=batch, limit=10):
                time.sleep(PAUSE_S)
            progress = batch_progress(batch)
            if progress != told:
                self.stdout.write(f"{progress.n_created} of {progress.n_hits} HITs created")
                told = progress

    def report(self, batch: Batch) -> None:
        progress = batch_progress(batch)
        self.stdout.write(
            f"{batch} at {batch.endpoint_url}: {progress.n_hits} HITs, {progress.n_created} "
            f"created, {progress.n_waiting} to be created, {progress.n_failed} failed"
        )
        failed = Call.objects.filter(hit__item__batch=batch, state=Call.State.FAILED)
        for call in failed:
            self.stderr.write(f"{call.key}: {call.last_error}")
        if failed:
            raise CommandError("some calls failed; put right what is wrong and run this again")
