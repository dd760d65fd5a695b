"""`manage.py marketplace_worker`: a worker and the link by which that person signs in."""

import json

from django.conf import settings
from django.core.management.base import BaseCommand

from marketplace import workers


class Command(BaseCommand):
    help = "Creates a worker and prints the sign-in link as JSON; it is shown this once."

    def add_arguments(self, parser):
        parser.add_argument("--name", default="", help="shown to the worker only")

    def handle(self, *, name: str, **_):
        worker, secret = workers.create(name[:80])
        link = f"{settings.MARKETPLACE_ORIGIN}/sign-in/{secret}"
        self.stdout.write(json.dumps({"worker_id": worker.public_id, "sign_in_url": link}))
