"""The settings of Tavolo. Values that differ between machines are read from the environment."""

import os
import sys
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF

from . import environment, logs

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = "0.1.0"

# Settings that differ between machines

env = environment.Environment(os.environ)
DATA_DIR = env.read("TAVOLO_DATA_DIR", environment.folder, BASE_DIR / "data")
STATIC_ROOT = env.read("TAVOLO_STATIC_DIR", environment.folder, DATA_DIR / "static")
ADDRESS_FILE = DATA_DIR / "address"  # the address that `serve` stores for commands that print a link
TAVOLO_URL = env.read(
    "TAVOLO_URL", environment.site, environment.stored_site(ADDRESS_FILE, default="http://localhost:8000")
)
TRUSTED_PROXIES = env.read("TAVOLO_TRUSTED_PROXIES", environment.proxies, list[str]())
DEBUG = env.read("TAVOLO_DEBUG", environment.flag, False)  # noqa: FBT003
LANGUAGES = [("en", "English"), ("it", "Italiano"), ("es", "Español"), ("pt", "Português"), ("nl", "Nederlands")]
LANGUAGE_CODE = env.read("TAVOLO_LANGUAGE", environment.one_of(*(code for code, _ in LANGUAGES)), "en")
TIME_ZONE = env.read("TAVOLO_TIME_ZONE", environment.time_zone, "Europe/Rome")
LOG_LEVEL = env.read("TAVOLO_LOG_LEVEL", environment.one_of("DEBUG", "INFO", "WARNING", "ERROR"), "WARNING")
LOG_FORMAT = env.read("TAVOLO_LOG_FORMAT", environment.one_of("text", "json"), "text")
LOG_FILE = env.read("TAVOLO_LOG_FILE", environment.file, None)
LOG_REQUESTS = env.read("TAVOLO_LOG_REQUESTS", environment.flag, LOG_LEVEL == "DEBUG")
METRICS = env.read("TAVOLO_METRICS", environment.listener, None)
SENTRY_DSN = env.read("TAVOLO_SENTRY_DSN", environment.sentry, "")
SECOND_BACKUP_DIR = env.read("TAVOLO_SECOND_BACKUP_DIR", environment.folder, None)
DATABASE = env.read("DATABASE_URL", environment.database, None)
REDIS_URL = env.read("REDIS_URL", environment.redis, "")
ALLOWED_HOSTS = env.read("TAVOLO_ALLOWED_HOSTS", environment.hosts, list[str]())
ALLOWED_HOSTS += [environment.host_of(TAVOLO_URL), "localhost", "127.0.0.1", "[::1]"]
API_ORIGINS = env.read("TAVOLO_API_ORIGINS", environment.sites, list[str]())
SECRET_KEY = env.read("TAVOLO_SECRET_KEY", environment.secret, "")
SECRET_KEY_FALLBACKS = env.read("TAVOLO_SECRET_KEY_FALLBACKS", environment.secret_list, list[str]())
PUSH_KEY = env.read("TAVOLO_PUSH_KEY", environment.push_key, "")  # without a key there are no push messages
PUSH_CONTACT = env.read("TAVOLO_PUSH_CONTACT", environment.contact, "")
PUSH_SERVICES = env.read("TAVOLO_PUSH_SERVICES", environment.push_services, list(environment.PUSH_SERVICES))
WEBHOOK_PRIVATE_HOSTS = env.read("TAVOLO_WEBHOOK_PRIVATE_HOSTS", environment.places, list[str]())
env.need_together(TAVOLO_PUSH_KEY=PUSH_KEY, TAVOLO_PUSH_CONTACT=PUSH_CONTACT)
if faults := env.faults():
    sys.exit("Tavolo cannot start: " + "; ".join(faults))
try:
    SECRET_KEY = SECRET_KEY or environment.stored_secret(DATA_DIR / "secret-key")
except OSError as fault:
    sys.exit(f"Tavolo cannot write to its data folder (TAVOLO_DATA_DIR): {fault}")
except ValueError as fault:
    sys.exit(f"Tavolo cannot start: {fault}")

# Django

INSTALLED_APPS = [
    "tournaments",  # first, so that its commands override Django's of the same name
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]
MIDDLEWARE = [
    "tournaments.serving.middleware.log_refusals",
    "tournaments.api.cross_origin.share_across_origins",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.serving.middleware.CompressedPages",
    "csp.middleware.CSPMiddleware",
    "tournaments.serving.middleware.empty_impossible_sessions",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournaments.serving.middleware.keep_private",
    "tournaments.serving.middleware.limit_bodies",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.serving.middleware.club_time",
    "tournaments.serving.middleware.explain_buttons",
    "tournaments.web.requests.faults.RefusalMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    },
    {  # after Django's engine, so that only views that name it use it
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "tournaments.web.public.long_lists.environment"},
    },
]
FORM_RENDERER = "tournaments.web.forms.form.FormRenderer"
FORMAT_MODULE_PATH = "config.formats"
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
REPORTS = {"dsn": SENTRY_DSN, "release": VERSION} if SENTRY_DSN else None
LOGGING = logs.configure(level=LOG_LEVEL, form=LOG_FORMAT, file=LOG_FILE, reports=REPORTS)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Requests: bodies are read into memory and never written to disk; docker/nginx.conf has the same limits

BODY_LIMIT = 1 << 20
IMPORT_LIMIT = 5 << 20  # the file with an evening's results
IMPORT_ADDRESSES = r"/(api/v1/)?clubs/[^/]+/imports?/"
DOCUMENT_LIMIT = (64 if DATABASE else 12) << 20  # an exported tournament; on SQLite its import blocks all other writes
DOCUMENT_ADDRESSES = r"/api/v1/clubs/[^/]+/tournaments/import/"
FIELDS_LIMIT = 500  # fields of a form, or of one JSON object
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = IMPORT_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = FIELDS_LIMIT
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
PUBLIC_CACHE = 0 if DEBUG else 32 << 20  # bytes of public responses that a web process caches
CLIENT_PATIENCE = 30  # seconds after which a client that sends and reads nothing is disconnected

# The database: a file in the data folder, or PostgreSQL

SQLITE = {
    "transaction_mode": "IMMEDIATE",  # a transaction locks when it begins, so that two writers wait instead of failing
    "timeout": 20,
    "init_command": (  # acknowledged writes survive a power cut, because SQLite waits for the disk (databases/sqlite3)
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY;"
        "PRAGMA mmap_size=134217728; PRAGMA cache_size=-16000; PRAGMA journal_size_limit=33554432;"
        "PRAGMA secure_delete=ON"  # the file overwrites erased names
    ),
}
# Threads of each web process, each with a connection; more on PostgreSQL, where they wait for one another's commits.
WEB_THREADS = 8 if DATABASE is None or DATABASE["ENGINE"].endswith("sqlite3") else 16
# The most concurrent writes to one tournament in each web process, and the seconds that a further write waits before it
# is refused. PostgreSQL gives a locked row to the waiting writers in no fixed order: with 12 of them in a process, some
# waited for 2 s (python -m benchmarks.storm).
WRITERS, WRITERS_PATIENCE = (6, 20.0) if WEB_THREADS == 8 else (4, 1.5)

DATABASE = DATABASE or environment.database(f"sqlite:///{DATA_DIR / 'tavolo.sqlite3'}")
if DATABASE["ENGINE"].endswith("sqlite3"):
    DATABASE |= {"ENGINE": "tournaments.databases.sqlite3", "OPTIONS": SQLITE, "CONN_MAX_AGE": None}
else:
    from tournaments.databases import postgresql  # imports psycopg, which SQLite does not need

    # After a restart of PostgreSQL all pooled connections are dead: each is checked before use.
    health = {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
    DATABASE |= {"OPTIONS": postgresql.options(DATABASE.get("OPTIONS", {}), WEB_THREADS), **health}
DATABASES = {"default": DATABASE}

# Signing in

AUTH_USER_MODEL = "tournaments.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Browser security; cookies are Secure if, and only if, the site's address is https

HTTPS = TAVOLO_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [TAVOLO_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
# HSTS for subdomains and preloading would affect the club's other sites on the domain, so both stay off.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# Some URLs are secret, so the referrer has only the name of this site, also within the site.
SECURE_REFERRER_POLICY = "strict-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        **{f"{kind}-src": [SELF] for kind in ("script", "style", "font", "connect", "manifest", "worker")},
        **{directive: [NONE] for directive in ("default-src", "frame-ancestors", "base-uri")},
        "form-action": [SELF],
        "img-src": [SELF, "data:"],
    }
}

# Static files

STATIC_URL = "static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournaments.serving.static_files.JoinedStaticFiles"},
}

# The REST API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TokenAuthentication",
        "tournaments.api.authentication.TableAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.api.access.WithinScope"],
    "DEFAULT_THROTTLE_CLASSES": ["tournaments.api.throttles.PerCaller"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "tournaments.api.negotiation.ByQuality",
    "DEFAULT_RENDERER_CLASSES": ["tournaments.api.formats.Json"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.formats.StrictJson"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.pages.CursorPages",
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Description",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "tournaments.api.problem_documents.answer",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# A hall of a thousand phones may share one address.
API_REQUESTS_PER_MINUTE = {"address": 30_000, "token": 12_000, "table": 600}
TABLE_CHANGES_PER_MINUTE = 600  # for a table session, or for a card's secret
API_CHECKS_PER_MINUTE = 6  # checks of a ledger or a season; each computes all standings again
SLUG_PATTERN = "^[-a-zA-Z0-9_]+$"
SPECTACULAR_SETTINGS = {
    "TITLE": "Tavolo",
    "DESCRIPTION": (
        "Tournaments and scores for card clubs. Public data need no token; requests "
        "that write send `Authorization: Bearer SECRET`. [The guide](/api/guide/) explains the API in full."
    ),
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "PATH_CONVERTER_OVERRIDES": {
        "slug": {"type": "string", "pattern": SLUG_PATTERN},
        "number": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
        "id": {"type": "integer", "minimum": 1, "maximum": 10**18 - 1},
        "seat": {"type": "integer", "minimum": 0, "maximum": 99},
        "tournament": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+(?:~[-a-zA-Z0-9_]+)?$"},
    },
    "POSTPROCESSING_HOOKS": ["tournaments.api.openapi.document.complete"],
}

# Intervals of the programs' own checks, in seconds of the monotonic clock

SWEEP_EVERY = 2.0
SWEEP_ALL_EVERY = 60.0  # seconds after which all steps run, even if none seems to be due
HEARTBEAT_EVERY = 4.0  # of worker and sweep, which count as silent after ten seconds without a heartbeat
WATCH_EVERY = 3.0  # checks of readiness, for the terminal
BACKUP_EVERY = 900.0  # backups by `serve`

METRICS_FOLDER = DATA_DIR / "metrics"  # files with the request times of each web process

# Tasks: a message is only a hint; all work is also stored in the database

BROKER_FOLDER = DATA_DIR / "broker"
CELERY_BROKER_URL = REDIS_URL or "folder://localhost"
CELERY_BROKER_TRANSPORT = None if REDIS_URL else "tournaments.serving.broker:Transport"
CELERY_BROKER_TRANSPORT_OPTIONS = (  # with Redis acknowledgements, a worker that lost two messages would take no more
    {"socket_connect_timeout": 0.2, "socket_timeout": 0.2, "max_retries": 0, "ack_emulation": False}
    if REDIS_URL
    else {"folder": str(BROKER_FOLDER)}
)
CELERY_TASK_DEFAULT_QUEUE = "standings"
DRAWS_QUEUE, MESSAGES_QUEUE = "draws", "messages"
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {  # a worker takes all of them, or those of its --queues
    CELERY_TASK_DEFAULT_QUEUE: {},
    DRAWS_QUEUE: {},
    MESSAGES_QUEUE: {},
}
CELERY_TASK_ROUTES = {
    f"tournaments.tasks.{task}": {"queue": queue}
    for queue, tasks in (
        (DRAWS_QUEUE, ("draw_round", "replay_round", "compare_draw", "refresh_ratings")),
        (MESSAGES_QUEUE, ("notify_phones", "deliver_webhook")),
    )
    for task in tasks
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # no limit: Redis may be unavailable for a night
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_POOL = "threads"  # in one process, which leaves no children behind if it is killed
CELERY_WORKER_CONCURRENCY = 2  # so that one tournament's standings do not wait for another's
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "tournaments.serving.periodic:SweepScheduler"
