#!/usr/bin/env python
"""Command line of the whole repository.

Two Django projects live here and only the wire joins them: the web application
(settings `highres_web.settings`) and the marketplace (`marketplace.settings`).
A command whose name begins with `marketplace` belongs to the second one.
"""

import os
import sys

from django.core.management import execute_from_command_line


def settings_for(argv: list[str]) -> str:
    command = argv[1] if len(argv) > 1 else ""
    return "marketplace.settings" if command.startswith("marketplace") else "highres_web.settings"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings_for(sys.argv))
    execute_from_command_line(sys.argv)
