"""Makes a batch of highlight HITs, which costs nothing until it is published."""

from argparse import ArgumentParser
from typing import Any

from annotation.batches import REWARD_USD, create_highlight_batch
from annotation.management.batch_command import BatchCommand


class Command(BatchCommand):
    help = (
        "Offer the documents of a dataset for highlighting. Nothing is published and nothing "
        "costs money until publish_batch."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_usual_arguments(parser, judges=10, reward_usd=REWARD_USD)
        parser.add_argument("--word-limit", type=int, default=30, help="K, in tokens (30)")

    def handle(self, **options: Any) -> None:
        self.make(create_highlight_batch, options, word_limit=options["word_limit"])
