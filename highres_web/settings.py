"""Settings of the web application, chosen by environment variables only (.env.example lists them).

Two profiles. `embedded`: SQLite in WAL, a broker in the file system, one web process, no account
and no service. `production`: PostgreSQL, Redis, Celery workers and beat, several web processes.
"""

import os
import secrets
from decimal import Decimal, InvalidOperation
from pathlib import Path
from urllib.parse import quote

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

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


def required_in_production(name: str, default: str) -> str:
    value = env.str(name, "" if PRODUCTION else default)
    if not value:
        raise ImproperlyConfigured(f"{name} must be set in the production profile")
    return value


def amount(name: str, default: str) -> Decimal:
    raw = env.str(name, default)
    try:
        value = Decimal(raw)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or value < 0:
        raise ImproperlyConfigured(f"{name} must be an amount like {default}, got {raw!r}")
    return value


def local_secret(name: str) -> str:
    """A secret of this folder, made at first use: no default key stands in the source."""
    path = VAR_DIR / name
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        try:
            path.hardlink_to(draft)  # of two processes that start together, both use the first's
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


SECRET_KEY = env.str("HIGHRES_SECRET_KEY", "")
if PRODUCTION and (len(SECRET_KEY) < 40 or "change" in SECRET_KEY.lower()):
    raise ImproperlyConfigured(
        "HIGHRES_SECRET_KEY must be a secret of at least 40 characters in the production profile"
    )
SECRET_KEY = SECRET_KEY or local_secret("secret_key")

DEBUG = env.bool("HIGHRES_DEBUG", False)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("HIGHRES_DEBUG must be off in the production profile")

# Where browsers reach this application; the marketplace frames its worker pages.
HIGHRES_ORIGIN = required_in_production("HIGHRES_ORIGIN", "http://localhost:8000").rstrip("/")
ALLOWED_HOSTS = env.list(
    "HIGHRES_ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1"]
)
if PRODUCTION and (not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS):
    raise ImproperlyConfigured(
        "HIGHRES_ALLOWED_HOSTS must name the hosts in the production profile"
    )
CSRF_TRUSTED_ORIGINS = [HIGHRES_ORIGIN]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "csp",
    "corpus",
    "crowd",
    "annotation",
    "evaluation",
    "console",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "highres_web.urls"
WSGI_APPLICATION = "highres_web.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

LOCAL_DATABASE = quote(str(VAR_DIR / "highres.sqlite3"))
DATABASE_URL = env.str("DATABASE_URL", "") or f"sqlite:///{LOCAL_DATABASE}"
DATABASES = {"default": env.db_url_config(DATABASE_URL)}
DATABASE = DATABASES["default"]
if DATABASE["ENGINE"].endswith("sqlite3"):
    if PRODUCTION:
        raise ImproperlyConfigured("DATABASE_URL must name PostgreSQL in the production profile")
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    # IMMEDIATE: a transaction that will write takes the lock at its start and waits for it, so two
    # writers queue instead of one failing half-way with "database is locked".
    DATABASE["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # Tests use threads and processes of their own: a file, not one connection's memory.
    DATABASE["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
else:
    DATABASE["CONN_MAX_AGE"] = env.int("HIGHRES_CONN_MAX_AGE", 60)
    DATABASE["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "filesystem://")
if PRODUCTION and not CELERY_BROKER_URL.startswith("redis"):
    raise ImproperlyConfigured("CELERY_BROKER_URL must name Redis in the production profile")

CELERY_TASK_IGNORE_RESULT = True  # the state of work lives in our own tables
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
if CELERY_BROKER_URL.startswith("filesystem"):
    BROKER_DIR = VAR_DIR / "broker"
    BROKER_DIR.mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR),
        "data_folder_out": str(BROKER_DIR),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.02,  # the default costs one second a task
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # nobody asks, and its answers would be files
# What runs by itself: work a killed process left is found again within these seconds.
CELERY_BEAT_SCHEDULE = {
    "deliver": {
        "task": "crowd.tasks.deliver_pending",
        "schedule": 15.0,
        "options": {"expires": 15},
    },
    "sync": {
        "task": "crowd.tasks.sync_open_batches",
        "schedule": 15.0,
        "options": {"expires": 15},  # a sweep that had to wait is done by the next one
    },
    "overdue": {
        "task": "crowd.tasks.approve_unconfirmed",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "appeals": {
        "task": "crowd.tasks.hear_appeals",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "balance": {
        "task": "crowd.tasks.ask_account",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "reconcile": {
        "task": "crowd.tasks.reconcile_running",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "release": {
        "task": "crowd.tasks.release_money",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "aggregate": {"task": "annotation.tasks.aggregate_stale", "schedule": 30.0},
    "results": {
        "task": "evaluation.tasks.compute_waiting",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
}
CELERY_BEAT_MAX_LOOP_INTERVAL = 1  # seconds; asked to stop, it notices when it next wakes
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "highres_web.storage.HashedFiles"},
}

SESSION_COOKIE_NAME = "highres_session"
CSRF_COOKIE_NAME = "highres_csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HIGHRES_ORIGIN.startswith("https://")
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Every page: only our own files, nothing inline, no framing. Worker pages widen frame-ancestors
# and form-action for the endpoint's worker site, and nothing else.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("HIGHRES_BEHIND_PROXY", False) else None
)

# The endpoint that speaks Mechanical Turk's protocol. Only crowd/mturk.py calls it.
MTURK_ENDPOINT_URL = env.str("MTURK_ENDPOINT_URL", "http://127.0.0.1:8001")
MTURK_ALLOWED_ENDPOINTS = env.list("MTURK_ALLOWED_ENDPOINTS", default=["http://127.0.0.1:8001"])
MTURK_REGION = env.str("MTURK_REGION", "us-east-1")
MTURK_ACCESS_KEY_ID = env.str("MTURK_ACCESS_KEY_ID", "")
MTURK_SECRET_ACCESS_KEY = env.str("MTURK_SECRET_ACCESS_KEY", "")
# Origins of the worker site: they may frame our worker pages and receive externalSubmit.
MTURK_SUBMIT_ORIGINS = env.list("MTURK_SUBMIT_ORIGINS", default=["http://127.0.0.1:8001"])
# Calls a second and process. Amazon throttled above one or two; our marketplace does not.
MTURK_REQUESTS_PER_S = env.float("MTURK_REQUESTS_PER_S", 50.0)
if not MTURK_REQUESTS_PER_S > 0:
    raise ImproperlyConfigured(f"MTURK_REQUESTS_PER_S must be above 0, got {MTURK_REQUESTS_PER_S}")
# What the endpoint charges: must agree with the endpoint's own schedule.
MTURK_FEE_RATE = amount("MTURK_FEE_RATE", "0.20")
MTURK_FEE_LARGE_RATE = amount("MTURK_FEE_LARGE_RATE", "0.20")
MTURK_FEE_LARGE_FROM = env.int("MTURK_FEE_LARGE_FROM", 10)
MTURK_FEE_MASTERS_RATE = amount("MTURK_FEE_MASTERS_RATE", "0.05")
MTURK_FEE_MINIMUM = amount("MTURK_FEE_MINIMUM", "0.01")

# Whose role commands of manage.py need (console.command_roles); empty: the operator's.
STAFF_ACCOUNT = env.str("HIGHRES_STAFF", "")
# So many seconds a reviewer may undo a decision: the endpoint is told of it only then.
REVIEW_UNDO_S = env.int("HIGHRES_REVIEW_UNDO_S", 20)

CSRF_FAILURE_VIEW = "console.views.problems.csrf_failed"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "/console/sign-in/"
LOGIN_REDIRECT_URL = "/console/"
