#!/usr/bin/env python
"""Command line of the whole repository.

Two Django projects live here and only the wire joins them: the web application
(settings `highres_web.settings`) and the marketplace (`marketplace.settings`).
A command whose name begins with `marketplace` belongs to the second one.
"""

import os
import re
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError

# How SQLite and PostgreSQL say that a table or column has not been made.
NOT_MADE = re.compile(r"no such (table|column)|(relation|column) \S+ (of \S+ )?does not exist")


def settings_for(argv: list[str]) -> str:
    command = argv[1] if len(argv) > 1 else ""
    return "marketplace.settings" if command.startswith("marketplace") else "highres_web.settings"


def main(argv: list[str]) -> None:
    project = os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings_for(argv))
    try:
        execute_from_command_line(argv)
    except DatabaseError as error:
        if not NOT_MADE.search(str(error)):
            raise
        migrate = "marketplace_migrate" if project == "marketplace.settings" else "migrate"
        sys.exit(f"The tables are not up to date ({error}). Run: python manage.py {migrate}")


if __name__ == "__main__":
    main(sys.argv)
