"""Settings of the tests: the web application's own, in a folder that nothing else uses.

The profile comes from the environment as everywhere, so that the same tests run on both; a
developer's .env and what `make run` wrote stay out.
"""

import atexit
import os
import shutil
import tempfile

os.environ["HIGHRES_ENV_FILE"] = os.devnull
if "HIGHRES_VAR" not in os.environ:
    os.environ["HIGHRES_VAR"] = tempfile.mkdtemp(prefix="highres-tests-")
    atexit.register(shutil.rmtree, os.environ["HIGHRES_VAR"], ignore_errors=True)

from highres_web.settings import *  # noqa: F403

# Hashed names exist only after collectstatic, which the processes' tests run and these do not need.
STORAGES = {
    **STORAGES,  # noqa: F405
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405  # its absence would be warned of
