"""`manage.py marketplace_study ACCOUNT`: the address of a study for people whom a site sends."""

import json

from django.core.management.base import BaseCommand, CommandError

from marketplace import study_links
from marketplace.management.arguments import account_named, positive, read_text
from marketplace.models import Outcome, StudyLink
from marketplace.study_links import PRESETS, StudyLinkError, Wish

# Options that are fields of the link; without the option the preset or the model decides.
FIELDS = {
    "provider": "who sends and pays these people",
    "worker_parameter": "name of the parameter with the person's id",
    "study_parameter": "name of the parameter with the study's id",
    "session_parameter": "name of the parameter with the id of the visit",
    "study_value": "what the study parameter must say",
    "return_url": "where people go at the end; {code} becomes their code. Empty: they are shown it",
    "contact": "whom people may ask; they read it",
}
SILENCE = {"complete": Outcome.COMPLETE, "failed": Outcome.FAILED_CHECK}


class Command(BaseCommand):
    help = "Makes a study link and prints it with its codes as JSON; or pauses one, or resumes one."

    def add_arguments(self, parser):
        parser.add_argument("account", help="the requester account whose tasks these are")
        parser.add_argument("--hit-type", action="append", default=[], metavar="HIT_TYPE_ID")
        parser.add_argument("--preset", choices=sorted(PRESETS), default="prolific")
        for name, about in FIELDS.items():
            parser.add_argument(f"--{name.replace('_', '-')}", help=about)
        parser.add_argument("--consent-file", metavar="FILE", help="the text people agree to")
        parser.add_argument("--places", type=positive, help="how many people may come")
        parser.add_argument("--tasks", type=positive, help="how many tasks are one person's share")
        parser.add_argument("--only", action="store_true", help="nobody else is offered the tasks")
        for name in ("complete", "failed", "screened"):
            parser.add_argument(f"--{name}-code", help="instead of one that is drawn")
        parser.add_argument("--personal-codes", action="store_true", help="one for each person")
        parser.add_argument("--failed-by", default="", metavar="QUALIFICATION_TYPE_ID")
        parser.add_argument("--screened-by", default="", metavar="QUALIFICATION_TYPE_ID")
        parser.add_argument("--wait", type=positive, metavar="SECONDS", help="for your decision")
        parser.add_argument("--silence", choices=sorted(SILENCE), help="what no decision means")
        parser.add_argument("--pause", metavar="STUDY_ID", help="offer no further tasks")
        parser.add_argument("--resume", metavar="STUDY_ID", help="offer them again")

    def handle(self, *, account: str, pause: str | None, resume: str | None, **options):
        requester = account_named(account)
        if known := pause or resume:
            if not study_links.pause(requester, known, paused=bool(pause)):
                raise CommandError(f"account {account!r} has no study {known!r}")
            return
        try:
            link = study_links.make(requester, wish(options))
        except StudyLinkError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(describe(link)))


def wish(options: dict) -> Wish:
    fields = {name: options[name] for name in FIELDS if options[name] is not None}
    given = {
        "places": options["places"],
        "tasks": options["tasks"],
        "patience_s": options["wait"],
        "silence": SILENCE.get(options["silence"]),
        "consent": read_text(options["consent_file"], option="--consent-file"),
        "reserved": options["only"],
    }
    codes = {name: options[f"{name}_code"] for name in ("complete", "failed", "screened")}
    return Wish(
        hit_types=options["hit_type"],
        preset=options["preset"],
        fields={**fields, **{name: value for name, value in given.items() if value is not None}},
        codes={name: code for name, code in codes.items() if code is not None},
        personal_codes=options["personal_codes"],
        failed_by=options["failed_by"],
        screened_by=options["screened_by"],
    )


def describe(link: StudyLink) -> dict:
    return {
        "study_id": link.public_id,
        "study_url": study_links.address(link),
        "codes": {str(outcome): link.shared_code(outcome) or None for outcome in Outcome},
    }
