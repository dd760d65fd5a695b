"""The Celery application: where tasks are queued and what runs by itself."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "highres_web.settings")

TRANSPORT_ALIASES["filesystem"] = "highres_web.broker:Transport"

app = Celery("highres")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
