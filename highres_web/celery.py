"""The Celery application: where tasks are queued and what runs by itself."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "highres_web.settings")

app = Celery("highres")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
