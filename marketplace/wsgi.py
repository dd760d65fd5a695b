"""The marketplace as a WSGI application: `gunicorn marketplace.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ["DJANGO_SETTINGS_MODULE"] = "marketplace.settings"
application = get_wsgi_application()
