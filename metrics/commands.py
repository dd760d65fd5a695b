"""The commands of `python -m metrics`: read files and print a report, or say what is wrong."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict

from metrics.agreement_report import agreement_report
from metrics.draws import checked_seed
from metrics.formula import VARIANTS
from metrics.hrouge_report import hrouge_report
from metrics.jsonl import STDIN
from metrics.matching import checked_n
from metrics.normalize import MODES
from metrics.problems import BadFiles, Problems
from metrics.rating_files import read_ratings
from metrics.ratings import ratings_report
from metrics.scorer import Scorer
from metrics.study import Study
from metrics.tables import agreement_table, hrouge_table, ratings_table
from metrics.weights import WORD_LIMIT, checked_word_limit

FAILED = 2
"""Exit status for bad files, as argparse's for bad options."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if list(vars(options).values()).count(STDIN) > 1:
        parser.error("only one file can be the standard input")
    try:
        return _print(options.run(options))
    except BadFiles as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130


def _hrouge(options: argparse.Namespace) -> str:
    scorer = Scorer(
        n=options.n,
        word_limit=options.word_limit,
        normalize=options.normalize,
        variant=options.variant,
    )
    report = hrouge_report(_study(options), scorer)
    return report.to_json() if options.json else hrouge_table(report)


def _agreement(options: argparse.Namespace) -> str:
    report = agreement_report(_study(options))
    return json.dumps(asdict(report), allow_nan=False) if options.json else agreement_table(report)


def _ratings(options: argparse.Namespace) -> str:
    problems = Problems([options.ratings])
    ratings = read_ratings(options.ratings, problems)
    problems.raise_if_any()
    report = ratings_report(ratings, seed=options.seed)
    return json.dumps(asdict(report), allow_nan=False) if options.json else ratings_table(report)


def _bench(options: argparse.Namespace) -> str:
    # The rival, rouge-score, is installed for development only; the other commands do without it.
    try:
        from metrics.bench.report import bench_report, bench_table
    except ModuleNotFoundError as error:
        raise BadFiles(f"bench needs {error.name}, see requirements/dev.lock") from error
    report = bench_report(options.data)
    return json.dumps(report) if options.json else bench_table(report)


def _study(options: argparse.Namespace) -> Study:
    return Study(options.documents, options.highlights, getattr(options, "summaries", None))


def _print(text: str) -> int:
    """Print a report; whoever reads it may stop reading."""
    try:
        sys.stdout.buffer.write(f"{text}\n".encode(sys.stdout.encoding, "backslashreplace"))
        sys.stdout.flush()
    except OSError as error:
        # Python flushes once more when it ends, and must not fail then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"standard output: cannot be written: {error.strerror}", file=sys.stderr)
        return FAILED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m metrics",
        description="HROUGE, agreement and ratings from JSONL files, without a database.",
        epilog="F is a JSONL file, - the standard input; a row may have 'text' for 'tokens'.",
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    hrouge = commands.add_parser("hrouge", help="score summaries by the highlights")
    _add_files(hrouge, summaries='rows {"document", "system", "tokens": [...]}')
    hrouge.add_argument(
        "--n",
        nargs="+",
        type=_integer(checked_n),
        default=[1, 2],
        metavar="N",
        help="lengths of the n-grams (default: 1 2)",
    )
    hrouge.add_argument(
        "--word-limit",
        type=_integer(checked_word_limit),
        default=WORD_LIMIT,
        metavar="K",
        help="most tokens an annotator may highlight (default: %(default)s)",
    )
    hrouge.add_argument(
        "--normalize",
        choices=MODES,
        default="both",
        help="on which sides to lower-case and to map quotes and brackets (default: %(default)s)",
    )
    hrouge.add_argument(
        "--variant",
        choices=VARIANTS,
        default="highres",
        help="harness: precision over the weights of the summary's words (default: %(default)s)",
    )
    hrouge.set_defaults(run=_hrouge)

    agreement = commands.add_parser("agreement", help="measure how far annotators agree")
    _add_files(agreement)
    agreement.set_defaults(run=_agreement)

    ratings = commands.add_parser("ratings", help="means, agreement and correlations of ratings")
    ratings.add_argument(
        "--ratings",
        required=True,
        metavar="F",
        help='rows {"document", "system", "context"?, "criterion", "judge", "value"}',
    )
    ratings.add_argument(
        "--seed",
        type=_integer(checked_seed),
        default=0,
        metavar="S",
        help="of the bootstrap intervals (default: %(default)s)",
    )
    ratings.set_defaults(run=_ratings)

    bench = commands.add_parser("bench", help="measure speed and memory")
    bench.add_argument("--data", metavar="DIR", help="folder with documents.jsonl and the others")
    bench.set_defaults(run=_bench)
    for command in (hrouge, agreement, ratings, bench):
        command.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser


def _add_files(command: argparse.ArgumentParser, **more: str) -> None:
    files = {
        "documents": 'rows {"id", "tokens": [...]}',
        "highlights": 'rows {"document", "annotator", "spans": [[start, end), ...]}',
        **more,
    }
    for name, rows in files.items():
        command.add_argument(f"--{name}", required=True, metavar="F", help=rows)


def _integer(check: Callable[[int], int]) -> Callable[[str], int]:
    def convert(text: str) -> int:
        try:
            return check(int(text))
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert
