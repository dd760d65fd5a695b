"""`manage.py marketplace_tick`: let what is due happen, also while nobody looks."""

import time

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from marketplace import delivering, market, outcomes


class Command(BaseCommand):
    help = "Settles what is due and delivers notifications, until it is stopped."

    def add_arguments(self, parser):
        parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS")
        parser.add_argument("--once", action="store_true", help="settle what is due and end")

    def handle(self, *, every: float, once: bool, **_):
        self.tick()
        while not once:
            try:
                time.sleep(every)
            except KeyboardInterrupt:
                return
            close_old_connections()
            self.tick()

    def tick(self) -> None:
        if settled := market.catch_up():
            self.stdout.write(f"settled what was due for {settled} HITs")
        if decided := outcomes.settle_due():
            self.stdout.write(f"decided {decided} visits")
        if delivered := delivering.deliver_due():
            self.stdout.write(f"delivered {delivered} notifications")
