"""How Tavolo logs: events with fields, as text for a person or as JSON for a collector."""

from typing import Any

import structlog
from structlog.typing import Processor

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure(*, level: str, form: str) -> dict[str, Any]:
    """Set structlog up and answer Django's LOGGING: everything goes to standard error.

    `form` is `text` or `json`; what libraries log through `logging` looks the same as our own.
    """
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    plain = structlog.dev.plain_traceback  # the fancier ones print local variables, secrets too
    last: list[Processor] = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    if form == "json":
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "events": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *last,
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "events"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"level": level, "handlers": [], "propagate": True},
            "django.request": {"level": "ERROR"},  # the caller is told of its own mistakes
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }
