"""Wiring of the web application: settings, addresses, Celery. Decides nothing itself."""
