"""sync_assignments: ask the endpoint who handed in what."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from crowd.delivery import deliver
from crowd.kinds import kind_named
from crowd.management.named import batch_named
from crowd.models import Assignment, Batch
from crowd.sync import sync_assignments


class Command(BaseCommand):
    help = (
        "Confirm at the endpoint who handed in what, for one batch or for all open ones, and tell "
        "it what follows: work that passed its check is approved, lost work is replaced."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("batch", nargs="?", metavar="STUDY/BATCH")

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["batch"]
        batches = [batch_named(path)] if path else Batch.objects.open().select_related("study")
        failures = [self.sync(batch) for batch in batches]
        if any(failures):
            raise CommandError("some of it could not be done, see above")

    def sync(self, batch: Batch) -> bool:
        news = sync_assignments(batch, timezone.now())
        for call_id in news.calls:
            deliver(call_id, timezone.now())
        if news.changed_items:
            kind_named(batch.kind).refresh(sorted(news.changed_items))
        work = Assignment.objects.filter(hit__item__batch=batch)
        self.stdout.write(
            f"{batch}: {news.n_confirmed} newly confirmed, {news.n_ingested} of them taken from "
            f"the endpoint's answers, {news.n_voided} voided; {work.usable().count()} usable, "
            f"{work.awaiting_decision().count()} awaiting a decision, "
            f"{work.unaccounted(timezone.now()).count()} saved here but unknown there"
        )
        for problem in news.problems:
            self.stderr.write(f"{batch}: {problem}")
        return bool(news.problems)
