"""Sessions of browsers, stored in the database."""

from typing import Any

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """A session. A cookie that cannot be a session's key is read as no session; PostgreSQL refuses some of them."""

    def _validate_session_key(self, key: Any) -> bool:
        return bool(key) and key.isascii() and key.isalnum() and bool(super()._validate_session_key(key))  # type: ignore[misc]
