"""manage.py staff_account NAME --role ROLE: open an account for the staff pages."""

import json

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from console.accounts import AccountError, link_worker, open_account, renew_account
from console.roles import Role


class Command(BaseCommand):
    help = "Open an account for the staff pages and print its one-time password, once."

    def add_arguments(self, parser) -> None:
        parser.add_argument("name")
        parser.add_argument(
            "--role",
            dest="roles",
            action="append",
            choices=Role.values,
            default=[],
            help="what the account may do; may be given several times",
        )
        parser.add_argument(
            "--renew", action="store_true", help="a new one-time password for an existing account"
        )
        parser.add_argument(
            "--works-as",
            metavar="WORKER_ID",
            help="the worker id under which they work for pay: they decide nothing about it",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(
        self, *, name: str, roles: list[str], renew: bool, works_as: str | None, **options
    ) -> None:
        if not roles and not renew:
            raise CommandError(f"say what {name!r} may do: --role {'|'.join(Role.values)}")
        try:
            password = (renew_account if renew else open_account)(name, [Role(r) for r in roles])
            if works_as:
                link_worker(name, works_as)
        except AccountError as error:
            raise CommandError(str(error)) from error
        facts = {
            "name": name,
            "roles": roles,
            "password": password,
            "sign_in": settings.HIGHRES_ORIGIN + reverse("console:sign-in"),
        }
        self.stdout.write(json.dumps(facts) if options["json"] else as_lines(facts))


def as_lines(facts: dict) -> str:
    return "\n".join(
        [
            f"account   {facts['name']}",
            f"may       {', '.join(facts['roles']) or 'what it could before'}",
            f"password  {facts['password']}   (works until the first sign-in, then choose one)",
            f"sign in   {facts['sign_in']}",
        ]
    )
