"""Makes a batch of fluency or clarity HITs, which costs nothing until it is published."""

from argparse import ArgumentParser
from typing import Any

from annotation.management.batch_command import BatchCommand
from evaluation.checks import ranking_in_words
from evaluation.models import OF_QUALITY
from evaluation.quality_batches import (
    JUDGES,
    N_EDITS,
    N_SUMMARIES,
    REWARD_USD,
    create_quality_batch,
)


class Command(BatchCommand):
    help = (
        "Offer the summaries of a dataset for judging their fluency or clarity, several at once "
        "and with hidden controls. Nothing is published and nothing costs money until "
        "publish_batch. " + ranking_in_words()
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_usual_arguments(parser, judges=JUDGES, reward_usd=REWARD_USD)
        parser.add_argument("--criterion", required=True, choices=[*OF_QUALITY])
        parser.add_argument(
            "--n-summaries", type=int, default=N_SUMMARIES, help=f"a HIT ({N_SUMMARIES})"
        )
        parser.add_argument(
            "--n-edits", type=int, default=N_EDITS, help=f"in a mediocre control ({N_EDITS})"
        )
        parser.add_argument("--systems", nargs="+", metavar="NAME", help="default: all")
        parser.add_argument(
            "--seed", type=int, help="default: that of the study's other criterion, else drawn"
        )

    def handle(self, **options: Any) -> None:
        details = ("criterion", "n_summaries", "n_edits", "systems", "seed")
        self.make(create_quality_batch, options, **{name: options[name] for name in details})
