"""The console application."""

from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    name = "console"
