"""The marketplace's settings without its middleware, around the bare view."""

from marketplace.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.bare_market"
WSGI_APPLICATION = None
MIDDLEWARE = []
