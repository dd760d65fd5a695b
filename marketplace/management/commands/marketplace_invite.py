"""`manage.py marketplace_invite ACCOUNT`: a link by which people become workers."""

import json
from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError

from marketplace import clock, invitations
from marketplace.management.arguments import account_named, positive, read_text


class Command(BaseCommand):
    help = (
        "Makes an invitation and prints its link as JSON; it is shown this once. Without --places "
        "it can be used once."
    )

    def add_arguments(self, parser):
        parser.add_argument("account", help="the requester account that invites")
        parser.add_argument(
            "--places", type=positive, default=1, help="how many people (default: %(default)s)"
        )
        parser.add_argument(
            "--days", type=positive, default=30, help="until it ends (default: %(default)s)"
        )
        parser.add_argument("--contact", default="", help="whom people may ask; they read it")
        parser.add_argument("--note", default="", help="for your own books; nobody else reads it")
        parser.add_argument(
            "--consent-file", metavar="FILE", help="the text people agree to, instead of ours"
        )
        parser.add_argument(
            "--withdraw", metavar="INVITATION_ID", help="close one of the account's invitations"
        )

    def handle(self, *, account: str, places: int, days: int, withdraw: str | None, **options):
        requester = account_named(account)
        if withdraw:
            if not invitations.withdraw(requester, withdraw):
                raise CommandError(f"account {account!r} has no open invitation {withdraw!r}")
            return
        invitation, secret = invitations.issue(
            requester,
            places=places,
            ends_at=clock.now() + timedelta(days=days),
            consent=read_text(options["consent_file"], option="--consent-file"),
            contact=options["contact"],
            note=options["note"],
        )
        shown = {
            "invitation_id": invitation.public_id,
            "invitation_url": invitations.address(secret),
            "places": invitation.places,
            "ends_at": invitation.ends_at.isoformat(timespec="seconds"),
        }
        self.stdout.write(json.dumps(shown))
