"""Reports of faults to Sentry: types of exceptions, places in the code and fixed texts, but no values or names."""

import logging
from typing import Any

from .logs import fault_of, redacted

KEPT = ("event_id", "timestamp", "level", "platform", "release", "message", "sdk")
KEPT_OF_FRAMES = ("filename", "function", "module", "lineno", "in_app")


class FaultReporter(logging.Handler):
    """Sends logged faults to Sentry. The package is imported only if there is a DSN."""

    def __init__(self, dsn: str, release: str) -> None:
        """Create the client without integrations, because these would add requests, users and local variables."""
        super().__init__(logging.ERROR)
        import sentry_sdk

        self._sentry = sentry_sdk
        sentry_sdk.init(
            dsn=dsn,
            release=release,
            default_integrations=False,
            auto_session_tracking=False,
            send_client_reports=False,
            include_local_variables=False,
            include_source_context=False,
            max_breadcrumbs=0,
            before_send=scrub,  # type: ignore[arg-type]  # scrub gets a plain dict, which is sent as JSON
        )

    def emit(self, record: logging.LogRecord) -> None:
        """Report the record's exception; without one, report its message before values are filled in."""
        if fault := fault_of(record):
            self._sentry.capture_exception(fault)
        else:
            text = record.msg.get("event") if isinstance(record.msg, dict) else record.msg
            self._sentry.capture_message(str(text), level="error")


def scrub(event: dict[str, Any], _hint: object) -> dict[str, Any]:
    """Return only the parts of an event that have no personal data and no secrets.

    Messages of exceptions are left out, because they may quote rows of the database.
    """
    kept = {name: event[name] for name in KEPT if name in event}
    if "message" in kept:
        kept["message"] = redacted(kept["message"])
    faults = event.get("exception", {}).get("values", [])
    return kept | ({"exception": {"values": [_without_values(fault) for fault in faults]}} if faults else {})


def _without_values(fault: dict[str, Any]) -> dict[str, Any]:
    frames = (fault.get("stacktrace") or {}).get("frames", [])
    places = [{name: frame[name] for name in KEPT_OF_FRAMES if name in frame} for frame in frames]
    return {"type": fault.get("type"), "module": fault.get("module"), "stacktrace": {"frames": places}}
