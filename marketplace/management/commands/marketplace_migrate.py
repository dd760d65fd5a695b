"""`manage.py marketplace_migrate`: bring the marketplace's own database up to date."""

from django.core.management.commands.migrate import Command as Migrate


class Command(Migrate):
    help = "Creates or updates the tables of the marketplace."
