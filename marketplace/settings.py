"""Settings of the marketplace, a Django project of its own beside the web application.

Chosen by environment variables only; the rules of the market are in `policy.py`. The control
interface (virtual clock, faults) exists for tests: never in the production profile, and only
where the marketplace is reached by a loopback address.
"""

import os
import secrets
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import quote, urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from marketplace.policy import read_switches

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
environ.Env.read_env(env.str("HIGHRES_ENV_FILE", str(BASE_DIR / ".env")))

PROFILE = env.str("HIGHRES_PROFILE", "embedded")
if PROFILE not in ("embedded", "production"):
    raise ImproperlyConfigured(
        f"HIGHRES_PROFILE must be 'embedded' or 'production', got {PROFILE!r}"
    )
PRODUCTION = PROFILE == "production"

VAR_DIR = Path(env.str("HIGHRES_VAR", str(BASE_DIR / "var")))
# What `make run` chose for this folder (ports, demonstration keys); the environment wins.
environ.Env.read_env(VAR_DIR / "run.env")


def local_secret(name: str) -> str:
    """A secret of this folder, made at first use: no default key stands in the source."""
    path = VAR_DIR / name
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        try:
            path.hardlink_to(draft)  # whoever comes second uses the first one's secret
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


# It signs page tokens and sessions and encrypts the access keys: changing it voids them all.
SECRET_KEY = env.str("MARKETPLACE_SECRET_KEY", "")
if PRODUCTION and (len(SECRET_KEY) < 40 or "change" in SECRET_KEY.lower()):
    raise ImproperlyConfigured(
        "MARKETPLACE_SECRET_KEY must be a secret of at least 40 characters in the production "
        "profile"
    )
SECRET_KEY = SECRET_KEY or local_secret("marketplace_secret_key")

DEBUG = env.bool("MARKETPLACE_DEBUG", False)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("MARKETPLACE_DEBUG must be off in the production profile")

# Where browsers reach the worker site, and the value of turkSubmitTo.
MARKETPLACE_ORIGIN = env.str(
    "MARKETPLACE_ORIGIN", "" if PRODUCTION else "http://127.0.0.1:8001"
).rstrip("/")
ORIGIN = urlsplit(MARKETPLACE_ORIGIN)
if ORIGIN.scheme not in ("http", "https") or not ORIGIN.hostname or ORIGIN.path:
    raise ImproperlyConfigured(
        f"MARKETPLACE_ORIGIN must be like https://market.example.org, got {MARKETPLACE_ORIGIN!r}"
    )


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:  # a name
        return False


ALLOWED_HOSTS = env.list(
    "MARKETPLACE_ALLOWED_HOSTS", default=[] if PRODUCTION else ["127.0.0.1", "localhost", "[::1]"]
)
if PRODUCTION and (not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS):
    raise ImproperlyConfigured(
        "MARKETPLACE_ALLOWED_HOSTS must name the hosts in the production profile"
    )
CSRF_TRUSTED_ORIGINS = [MARKETPLACE_ORIGIN]

# The requester API answers at / and, for those who want it apart from the site, at this path too.
MARKETPLACE_API_PREFIX = env.str("MARKETPLACE_API_PREFIX", "api").strip("/")

# Setting this secret enables /control/.
MARKETPLACE_CONTROL_SECRET = env.str("MARKETPLACE_CONTROL_SECRET", "")
if MARKETPLACE_CONTROL_SECRET and (PRODUCTION or not is_loopback(ORIGIN.hostname)):
    raise ImproperlyConfigured(
        "MARKETPLACE_CONTROL_SECRET enables the control interface, which is for tests: it cannot "
        "be set in the production profile, nor where MARKETPLACE_ORIGIN is not a loopback address "
        f"(got {MARKETPLACE_ORIGIN!r})"
    )

# The fee schedule, the limits, every open choice: MARKETPLACE_FEE_RATE and its siblings.
globals().update(
    read_switches(
        os.environ,
        MARKETPLACE_ALLOW_HTTP_TASKS=not PRODUCTION,
        MARKETPLACE_ALLOW_LOCAL_NOTIFICATIONS=not PRODUCTION,
        MARKETPLACE_OPEN_SIGNUP=not PRODUCTION,
    )
)

INSTALLED_APPS = [
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "marketplace",
]

MIDDLEWARE = [
    "marketplace.api.shortcut.straight_to_the_api",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "marketplace.urls"
WSGI_APPLICATION = "marketplace.wsgi.application"
# A redirect that adds a slash would lose the body of a POST to the API.
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["django.template.loaders.filesystem.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

LOCAL_DATABASE = quote(str(VAR_DIR / "marketplace.sqlite3"))
DATABASE_URL = env.str("MARKETPLACE_DATABASE_URL", "") or f"sqlite:///{LOCAL_DATABASE}"
DATABASES = {"default": env.db_url_config(DATABASE_URL)}
DATABASE = DATABASES["default"]
DATABASE["CONN_MAX_AGE"] = env.int("MARKETPLACE_CONN_MAX_AGE", 60)
if DATABASE["ENGINE"].endswith("sqlite3"):
    if PRODUCTION:
        raise ImproperlyConfigured(
            "MARKETPLACE_DATABASE_URL must name PostgreSQL in the production profile"
        )
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    # IMMEDIATE: a transaction that will write takes the lock at its start and waits for it, so two
    # writers queue instead of one failing half-way with "database is locked".
    DATABASE["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        # Rows go into many indexes: moving them to the main file seldom writes each page once.
        "PRAGMA wal_autocheckpoint=8000;",
    }
else:
    DATABASE["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A question of 65,535 bytes may arrive as six times as many bytes of ASCII JSON.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [("marketplace", BASE_DIR / "static" / "marketplace")]
STATIC_ROOT = VAR_DIR / "marketplace_static"
WHITENOISE_USE_FINDERS = True

# The session holds nothing but the worker's id: a signed cookie needs no table and no query.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_NAME = "marketplace_worker"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_NAME = "marketplace_csrf"
CSRF_FAILURE_VIEW = "marketplace.site.problems.csrf_failed"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = MARKETPLACE_ORIGIN.startswith("https://")
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("HIGHRES_BEHIND_PROXY", False) else None
)
# The task page adds the origin of its task to frame-src; externalSubmit's answer may be framed.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {
        "marketplace": {"handlers": ["console"], "level": "INFO"},
        # Django's own default writes the trace of a failed page nowhere unless DEBUG is on.
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
    },
}
