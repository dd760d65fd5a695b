"""check_endpoint: which endpoint would be called, and may it be."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from crowd import mturk
from crowd.port import EndpointError
from crowd.prices import schedule


class Command(BaseCommand):
    help = "Show the configured MTurk-compatible endpoint, whether it answers, and its balance."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"configured: {settings.MTURK_ENDPOINT_URL}")
        self.stdout.write(f"allowed: {', '.join(settings.MTURK_ALLOWED_ENDPOINTS)}")
        self.stdout.write(f"hand-back to: {', '.join(settings.MTURK_SUBMIT_ORIGINS)}")
        try:
            endpoint = mturk.endpoint()
            balance = endpoint.balance_usd()
        except EndpointError as error:
            raise CommandError(str(error)) from error
        fees = schedule()
        self.stdout.write(f"answers at: {endpoint.url}")
        self.stdout.write(f"mode: {endpoint.mode}")
        self.stdout.write(f"balance: {balance} USD")
        self.stdout.write(
            f"fees counted with: {fees.rate:%} of the reward, {fees.rate + fees.large_rate:%} from "
            f"{fees.large_from} assignments a HIT on, at least {fees.minimum} USD"
        )
