"""How Tavolo logs: events with fields, as text for people or as JSON for programs that collect logs."""

import logging
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from logging.handlers import WatchedFileHandler
from pathlib import Path
from time import monotonic
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from tournaments.outages import outage

SECRETS = re.compile(
    r"""(?P<place>/(?:welcome|invitations|tv)/|/players/\d+/own/|/new-password/[^/\s"']+/|/tournaments/[-\w]+(?:~|%7E))"""
    r"""[^/\s"'?#\\]+""",
    re.IGNORECASE,
)
"""Addresses that contain a secret; `place` is the part before the secret."""

RANDOM = re.compile(
    r"(?<=[/~=%])(?<!request_id=)(?:(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}|[\w-]*?[0-9a-f]{32,})", re.ASCII
)
"""Random-looking text in other addresses, which may be a secret, as in a mistyped address."""

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(allow=("data", "status_code")),  # `request` is left out: its query may hold secrets
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def redacted(text: str) -> str:
    """Return the text without the secrets in its URLs."""
    return RANDOM.sub("…", SECRETS.sub(r"\g<place>…", text))


def _redact(_logger: WrappedLogger, _method: str, rendered: str | EventDict) -> str:
    return redacted(str(rendered))


REPEAT_AFTER = 60.0  # seconds in which the same outage of disk or database is logged once


class OutageFilter(logging.Filter):
    """Shortens the record of an outage of disk, database or Redis to one line; logs each reason once a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._logged_at: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record of an outage; return False if the outage was logged less than a minute ago, else True."""
        why = outage(fault_of(record) or sys.exc_info()[1])
        if why is None:
            return True
        if monotonic() - self._logged_at.get(why, -REPEAT_AFTER) < REPEAT_AFTER:
            return False
        self._logged_at[why] = monotonic()
        if isinstance(record.msg, dict):
            record.msg = {**record.msg, "event": why, "exc_info": None}
        else:
            record.msg, record.args, record.exc_info, record.exc_text = why, (), None, None
            vars(record).pop("data", None)  # Celery's details of a failed task, with its traceback
        return True


def fault_of(record: logging.LogRecord) -> BaseException | None:
    """Return the exception of a record from `logging` or structlog, or None."""
    info = record.msg.get("exc_info") if isinstance(record.msg, dict) else record.exc_info
    info = info[1] if isinstance(info, tuple) else info
    return info if isinstance(info, BaseException) else None


class EventFile(WatchedFileHandler):
    """A log file to which all programs write. After it is renamed, a new file is opened."""

    def emit(self, record: logging.LogRecord) -> None:
        """Append the event. If the disk is full, drop it: no request may fail because of the log."""
        with suppress(OSError):  # opening the file may fail, too
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base's name
        """Ignore an event that could not be written."""


def _formatter(*last: Processor) -> dict[str, Any]:
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last, _redact],
    }


FORMATTERS = {
    "json": _formatter(structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str)),
    "text": _formatter(
        structlog.dev.ConsoleRenderer(
            colors=False,
            # Richer tracebacks print local variables, which may hold secrets.
            exception_formatter=structlog.dev.plain_traceback,
        )
    ),
}


def configure(*, level: str, form: str, file: Path | None, reports: Mapping[str, str] | None) -> dict[str, Any]:
    """Configure structlog and return Django's LOGGING, which writes to standard error.

    `form` is `text` or `json`, also for messages of libraries. A `file` additionally gets all messages as JSON:
    libraries' messages from `level` on, and Tavolo's from INFO or `level` on, whichever is lower. `reports` has the
    arguments of `FaultReporter`; if it is given, faults are also reported to Sentry.
    """
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handlers: dict[str, dict[str, Any]] = {
        "stderr": {"class": "logging.StreamHandler", "level": level, "formatter": form, "filters": ["outages"]}
    }
    if file:
        path = {"filename": str(file), "delay": True, "filters": ["outages of the file"]}
        handlers = {"file": {"()": EventFile, "formatter": "json", **path}, **handlers}
    if reports:
        handlers["reports"] = {"()": "config.fault_reports.FaultReporter", "filters": ["outages of reports"], **reports}
    ours = "INFO" if file and level != "DEBUG" else level
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": FORMATTERS,
        "filters": {
            "outages": {"()": OutageFilter},
            "outages of the file": {"()": OutageFilter},
            "outages of reports": {"()": OutageFilter},
            "unforeseen": {"()": "django.utils.log.CallbackFilter", "callback": lambda record: bool(record.exc_info)},
        },
        "handlers": handlers,
        "root": {"handlers": list(handlers), "level": level},
        "loggers": {
            "config": {"level": ours},
            "tournaments": {"level": ours},
            "django": {"level": level, "handlers": [], "propagate": True},
            # The middleware logs a refused request as an event of its own.
            "django.request": {"level": "ERROR", "filters": ["unforeseen"]},
            "django.security": {"level": "CRITICAL"},
            "django.template": {"level": "WARNING"},  # at DEBUG, Django prints the whole context of a page, with names
            "psycopg.pool": {"level": "ERROR"},  # the caller logs that the database is unavailable
        },
    }
