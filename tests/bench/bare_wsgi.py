"""What gunicorn serves as the yardstick."""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.bare_settings"

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
