"""reconcile: compare a study with the endpoint, and repair where they differ."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from crowd.budget import BudgetExceeded
from crowd.models import Study
from crowd.reconciling import reconcile
from crowd.repairs import REPAIRS, repair
from crowd.review import DecisionError


class Command(BaseCommand):
    help = (
        "List what we have and the endpoint does not, what it has and we do not, and what was paid "
        "twice, late or to another worker. With --repair each is put right in its one safe way."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", metavar="STUDY")
        parser.add_argument("--repair", action="store_true", help="put right what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        study = Study.objects.filter(name=options["study"]).first()
        if study is None:
            known = ", ".join(Study.objects.values_list("name", flat=True)[:20])
            raise CommandError(f"there is no study {options['study']!r}; known: {known or 'none'}")
        run = reconcile(study, timezone.now())
        if run.problem:
            raise CommandError(f"the endpoint could not be asked: {run.problem}")
        self.stdout.write(
            f"{study}: the endpoint has paid {run.rewards_usd} USD rewards and {run.bonuses_usd} "
            "USD bonuses"
        )
        open_ = list(study.findings.open())
        for finding in open_:
            self.stdout.write(f"{finding.get_kind_display()}: {finding.text}")
            if options["repair"]:
                self.put_right(finding.pk, REPAIRS[finding.kind].label)
        if not open_:
            self.stdout.write("nothing differs")

    def put_right(self, finding_id: int, label: str) -> None:
        try:
            repair(finding_id, by=None, now=timezone.now())
        except (BudgetExceeded, DecisionError) as error:
            self.stderr.write(f"  not repaired: {error}")
        else:
            self.stdout.write(f"  {label}: done")
