"""Makes a batch of content HITs, which costs nothing until it is published."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotation.management.batch_command import BatchCommand
from annotation.models import Release
from evaluation.checks import statement_in_words
from evaluation.content_batches import JUDGES, REWARD_USD, create_content_batch
from evaluation.models import Context


class Command(BatchCommand):
    help = (
        "Offer the summaries of a dataset for rating against the heat-mapped article, the plain "
        "article or the reference. Nothing is published and nothing costs money until "
        "publish_batch. " + statement_in_words()
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_usual_arguments(parser, judges=JUDGES, reward_usd=REWARD_USD)
        parser.add_argument("--context", required=True, choices=Context.values)
        parser.add_argument("--release", help="of the highlights (manage.py make_release)")
        parser.add_argument("--systems", nargs="+", metavar="NAME", help="default: all")
        parser.add_argument("--seed", type=int, help="of the allocation; default: drawn")

    def handle(self, **options: Any) -> None:
        self.make(
            create_content_batch,
            options,
            context=options["context"],
            release=release_named(options["study"], options["release"]),
            systems=options["systems"],
            seed=options["seed"],
        )


def release_named(study: str, name: str | None) -> Release | None:
    if name is None:
        return None
    release = Release.objects.filter(study__name=study, name=name).first()
    if release is None:
        known = ", ".join(Release.objects.filter(study__name=study).values_list("name", flat=True))
        raise CommandError(f"study {study!r} has no release {name!r}; known: {known or 'none'}")
    return release
