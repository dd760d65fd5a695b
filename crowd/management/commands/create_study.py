"""create_study: a study to put batches in."""

from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from crowd.models import Study


class Command(BaseCommand):
    help = "Create a study: its budget guards every batch, its contact stands on every HIT."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="letters, digits and hyphens; unique")
        parser.add_argument("--title", required=True, help="what workers are told it is about")
        parser.add_argument("--contact", required=True, help="e-mail address for workers")
        parser.add_argument("--budget", required=True, help="the most it may cost, in USD")
        parser.add_argument(
            "--literal", action="store_true", help="the paper's wording, sliders preset to 50"
        )
        parser.add_argument(
            "--may-rate-highlighted",
            action="store_true",
            help="let workers rate summaries of articles they highlighted",
        )
        parser.add_argument("--consent", default="", help="text workers agree to before the HIT")

    def handle(self, *args: object, **options: Any) -> None:
        study = Study(
            name=options["name"],
            title=options["title"],
            contact_email=options["contact"],
            budget_usd=dollars(options["budget"]),
            consent_text=options["consent"],
            is_literal=options["literal"],
            may_rate_highlighted=options["may_rate_highlighted"],
        )
        try:
            study.full_clean()
        except ValidationError as error:
            problems = [f"{name}: {' '.join(why)}" for name, why in error.message_dict.items()]
            raise CommandError("; ".join(problems)) from error
        study.save()
        self.stdout.write(f"study {study} with a budget of {study.budget_usd} USD")


def dollars(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise CommandError(f"--budget is an amount in USD, got {text!r}") from None
