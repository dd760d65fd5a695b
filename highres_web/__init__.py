"""Wiring of the web application: settings, addresses, Celery. Decides nothing itself."""

from highres_web.celery import app as celery_app

__all__ = ["celery_app"]
