"""What the commands that make batches have in common."""

from argparse import ArgumentParser
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from corpus.models import Dataset
from crowd.batches import BatchError, plan_batch
from crowd.models import Batch, Study


class BatchCommand(BaseCommand):
    """A subclass adds its arguments, and makes the batch of them."""

    def add_usual_arguments(
        self, parser: ArgumentParser, *, judges: int, reward_usd: Decimal
    ) -> None:
        parser.add_argument("study", help="its name")
        parser.add_argument("--dataset", required=True, help="its name, as given to load_corpus")
        parser.add_argument("--name", required=True, help="of the batch, unique in the study")
        parser.add_argument("--documents", nargs="+", metavar="ID", help="default: all")
        parser.add_argument("--judges", type=int, default=judges, help=f"of each item ({judges})")
        parser.add_argument(
            "--reward", type=dollars, default=reward_usd, help=f"USD a HIT ({reward_usd})"
        )
        parser.add_argument("--title", default="", help="what workers see in the list")
        parser.add_argument("--description", default="", help="what they read before accepting")
        parser.add_argument("--keywords", default="")
        parser.add_argument(
            "--not-for",
            nargs="+",
            default=[],
            metavar="STUDY[/BATCH]",
            help="hide it from whoever took part in these published batches",
        )
        parser.add_argument(
            "--only-for",
            metavar="STUDY/BATCH",
            help="hide it from whoever has not passed this test (a batch with --passes-wanted)",
        )
        parser.add_argument(
            "--passes-wanted",
            type=int,
            default=0,
            metavar="N",
            help="make it a qualification test: so many works must pass and none fail",
        )

    def make(
        self,
        create: Callable[..., Batch],
        options: dict[str, Any],
        **details: Any,
    ) -> None:
        """Make the batch with the usual options and these details, and say what it will cost."""
        if options["only_for"]:
            details["only_for"] = published_test(options["only_for"])
        for name in ("title", "description", "keywords"):
            if options[name]:
                details[name] = options[name]
        try:
            batch = create(
                Study.objects.get(name=options["study"]),
                dataset=Dataset.objects.get(name=options["dataset"]),
                name=options["name"],
                document_ids=options["documents"],
                judges=options["judges"],
                reward_usd=options["reward"],
                not_for=[batch for name in options["not_for"] for batch in published(name)],
                passes_wanted=options["passes_wanted"],
                **details,
            )
        except Study.DoesNotExist as error:
            raise CommandError(f"there is no study {options['study']!r}") from error
        except Dataset.DoesNotExist as error:
            raise CommandError(f"there is no dataset {options['dataset']!r}") from error
        except BatchError as error:
            raise CommandError(str(error)) from error
        plan = plan_batch(batch)
        self.stdout.write(
            f"{batch}: {plan.n_items:,} items, {plan.judges} judges each, "
            f"{plan.cost} USD at most. Next: manage.py publish_batch {batch}"
        )


def published(name: str) -> list[Batch]:
    """A batch, or all of a study. Raises CommandError."""
    batches = Batch.objects.named(name) if "/" in name else Batch.objects.filter(study__name=name)
    if found := list(batches.exclude(published_at=None)):
        return found
    raise CommandError(f"--not-for {name!r}: no published batch is called so")


def published_test(name: str) -> Batch:
    """Raises CommandError."""
    tests = Batch.objects.named(name).exclude(published_at=None).filter(passes_wanted__gt=0)
    if found := tests.first():
        return found
    raise CommandError(f"--only-for {name!r}: no published qualification test is called so")


def dollars(text: str) -> Decimal:
    """An amount of money as argparse wants it: any failure is a ValueError."""
    try:
        return Decimal(text)
    except InvalidOperation as error:
        raise ValueError(text) from error
