#!/usr/bin/env python
"""Command line of the whole repository.

Two Django projects live here and only the wire joins them: the web application
(settings `highres_web.settings`) and the marketplace (`marketplace.settings`).
A command whose name begins with `marketplace` belongs to the second one.

With HIGHRES_STAFF the command is run in the name of that account, and needs its role
(console.command_roles).
"""

import os
import re
import sys

from django.conf import settings
from django.core.management import BaseCommand, CommandError, ManagementUtility
from django.db import DatabaseError

# How SQLite and PostgreSQL say that a table or column has not been made.
NOT_MADE = re.compile(r"no such (table|column)|(relation|column) \S+ (of \S+ )?does not exist")


def settings_for(argv: list[str]) -> str:
    command = argv[1] if len(argv) > 1 else ""
    return "marketplace.settings" if command.startswith("marketplace") else "highres_web.settings"


class RoleUtility(ManagementUtility):
    """Django's command line; in the name of an account it asks for the role first."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        command = super().fetch_command(subcommand)
        if settings.configured and settings.STAFF_ACCOUNT:
            from console.command_roles import refuse_command  # its tables wait for the setup

            refuse_command(subcommand, settings.STAFF_ACCOUNT)
        return command


def main(argv: list[str]) -> None:
    project = os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings_for(argv))
    try:
        if project == "marketplace.settings" and os.environ.get("HIGHRES_STAFF"):
            raise CommandError("the marketplace's commands are the operator's: no HIGHRES_STAFF")
        utility = ManagementUtility if project == "marketplace.settings" else RoleUtility
        utility(argv).execute()
    except CommandError as error:
        sys.exit(f"CommandError: {error}")
    except DatabaseError as error:
        if not NOT_MADE.search(str(error)):
            raise
        migrate = "marketplace_migrate" if project == "marketplace.settings" else "migrate"
        sys.exit(f"The tables are not up to date ({error}). Run: python manage.py {migrate}")


if __name__ == "__main__":
    main(sys.argv)
