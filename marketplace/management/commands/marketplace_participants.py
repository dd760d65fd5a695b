"""`manage.py marketplace_participants ACCOUNT STUDY_ID`: who came, and with what code they left."""

import json

from django.core.management.base import BaseCommand, CommandError

from marketplace import outcomes
from marketplace.management.arguments import account_named


class Command(BaseCommand):
    help = "Prints one JSON line a visit: external id, worker id, outcome, code, times."

    def add_arguments(self, parser):
        parser.add_argument("account")
        parser.add_argument("study", metavar="STUDY_ID")

    def handle(self, *, account: str, study: str, **_):
        link = account_named(account).study_links.filter(public_id=study).first()
        if link is None:
            raise CommandError(f"account {account!r} has no study {study!r}")
        visits = link.participations.select_related("link", "guest__worker").order_by("id")
        for visit in visits:
            settled = outcomes.settle(visit)
            shown = {
                "external_id": visit.guest.external_id,
                "session": visit.session_value or None,
                "worker_id": visit.guest.worker.public_id,
                "outcome": settled.outcome or None,
                "code": settled.code or None,
                "consented_at": visit.consented_at.isoformat(timespec="seconds"),
                "decided_at": settled.decided_at
                and settled.decided_at.isoformat(timespec="seconds"),
            }
            self.stdout.write(json.dumps(shown))
