"""The ways to record and confirm the hands of a table, each as a request through the whole WSGI application."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

WAYS = ("phone's API", "phone's page", "desk's API", "desk's page")
TOKEN = "a" * 32
FORM = "application/x-www-form-urlencoded"
JSON = {"HTTP_ACCEPT": "application/json"}
TALLY: dict[str, Any] = {"lines": [{"points": 10}] * 4}
TYPED = {f"line-{side}-points": 10 for side in range(4)} | {"csrfmiddlewaretoken": TOKEN}


def call(method: str, path: str, body: bytes, kind: str = "application/json", **headers: str) -> tuple[int, bytes]:
    """Return the status and the content of the application's response."""
    from config.wsgi import application

    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "HTTP_HOST": "localhost:8000",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        **headers,
    }
    started: list[str] = []
    content = b"".join(application(environ, lambda status, _headers, _fault=None: started.append(status)))
    return int(started[0][:3]), content


class Table:
    """A table with two phones and a desk; the desk sends hands in one of several ways."""

    def __init__(self, slug: str, number: int, phones: list[tuple[str, str]], desk: Mapping[str, str]) -> None:
        self._api = f"/api/v1/tournaments/{slug}/rounds/1/tables/{number}/hands"
        self._page, self._desk_table = f"/t/{slug}/hands", f"/tournaments/{slug}/rounds/1/tables/{number}"
        self._place = {"round": 1, "table": number}
        self._phones, self._desk = phones, desk

    def _phone(self, seat: int, hand: int, *, page: bool = False) -> dict[str, str]:
        secret, device = self._phones[seat]
        key = {"HTTP_IDEMPOTENCY_KEY": f"{2 * hand + seat + 100 * page:032x}"}
        if page:
            return {"HTTP_COOKIE": f"table={secret}; device={device}; csrftoken={TOKEN}", **JSON, **key}
        return {"HTTP_AUTHORIZATION": f"Table {secret}", **key}

    def record(self, way: str, hand: int) -> tuple[int, bytes]:
        """Send a new hand in this way; return status and content."""
        if way == "phone's API":
            sent = json.dumps(TALLY | {"seat": 0}).encode()
            return call("PUT", f"{self._api}/{hand}/", sent, **self._phone(0, hand))
        if way == "phone's page":
            typed = urlencode(TYPED | self._place).encode()
            return call("POST", f"{self._page}/{hand}", typed, FORM, **self._phone(0, hand, page=True))
        if way == "desk's API":
            return call(
                "PUT", f"{self._api}/{hand}/", json.dumps(TALLY).encode(), HTTP_AUTHORIZATION=self._desk["token"]
            )
        return call("POST", f"{self._desk_table}/hands/{hand}/", urlencode(TYPED).encode(), FORM, **self._cookie)

    def confirm(self, way: str, hand: int) -> tuple[int, bytes]:
        """Confirm in this way a hand that a phone has sent; return status and content."""
        yes = {"version": 1, "accept": True}
        if way == "phone's API":
            sent = json.dumps(yes | {"seat": 1}).encode()
            return call("POST", f"{self._api}/{hand}/confirmations/", sent, **self._phone(1, hand))
        if way == "phone's page":
            said = {"version": 1, "accept": "yes", "csrfmiddlewaretoken": TOKEN} | self._place
            path = f"{self._page}/{hand}/answer"
            return call("POST", path, urlencode(said).encode(), FORM, **self._phone(1, hand, page=True))
        if way == "desk's API":
            token = self._desk["token"]
            return call(
                "POST", f"{self._api}/{hand}/confirmations/", json.dumps(yes).encode(), HTTP_AUTHORIZATION=token
            )
        shown = {f"version-{number}": 1 for number in range(1, hand + 1)} | {"csrfmiddlewaretoken": TOKEN}
        return call("POST", f"{self._desk_table}/confirm/", urlencode(shown).encode(), FORM, **self._cookie)

    @property
    def _cookie(self) -> dict[str, str]:
        return {"HTTP_COOKIE": f"sessionid={self._desk['session']}; csrftoken={TOKEN}"}
