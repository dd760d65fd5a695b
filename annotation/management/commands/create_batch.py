"""Makes a batch of highlight HITs, which costs nothing until it is published."""

from argparse import ArgumentParser
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.batches import DESCRIPTION, KEYWORDS, REWARD_USD, TITLE, create_highlight_batch
from corpus.models import Dataset
from crowd.batches import BatchError, plan_batch
from crowd.models import Study


class Command(BaseCommand):
    help = (
        "Offer the documents of a dataset for highlighting. Nothing is published and nothing "
        "costs money until publish_batch."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="its name")
        parser.add_argument("--dataset", required=True, help="its name, as given to load_corpus")
        parser.add_argument("--name", required=True, help="of the batch, unique in the study")
        parser.add_argument("--documents", nargs="+", metavar="ID", help="default: all")
        parser.add_argument("--judges", type=int, default=10, help="readers a document (10)")
        parser.add_argument("--word-limit", type=int, default=30, help="K, in tokens (30)")
        parser.add_argument("--reward", type=dollars, default=REWARD_USD, help="USD a HIT (0.50)")
        parser.add_argument("--title", default=TITLE, help="what workers see in the list")
        parser.add_argument("--description", default="", help=f"default: {DESCRIPTION}")
        parser.add_argument("--keywords", default=KEYWORDS)

    def handle(self, *, study: str, dataset: str, **options: Any) -> None:
        try:
            batch = create_highlight_batch(
                Study.objects.get(name=study),
                Dataset.objects.get(name=dataset),
                name=options["name"],
                judges=options["judges"],
                word_limit=options["word_limit"],
                document_ids=options["documents"],
                reward_usd=options["reward"],
                title=options["title"],
                description=options["description"],
                keywords=options["keywords"],
            )
        except Study.DoesNotExist as error:
            raise CommandError(f"there is no study {study!r}") from error
        except Dataset.DoesNotExist as error:
            raise CommandError(f"there is no dataset {dataset!r}") from error
        except BatchError as error:
            raise CommandError(str(error)) from error
        plan = plan_batch(batch)
        self.stdout.write(
            f"{batch}: {plan.n_items:,} documents, {plan.judges} readers each, "
            f"{plan.cost} USD at most. Next: manage.py publish_batch {batch}"
        )


def dollars(text: str) -> Decimal:
    """An amount of money as argparse wants it: any failure is a ValueError."""
    try:
        return Decimal(text)
    except InvalidOperation as error:
        raise ValueError(text) from error
