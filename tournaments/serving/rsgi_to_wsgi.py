"""Converts RSGI requests to WSGI calls, and WSGI responses to RSGI."""

import io
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment
from wsgiref.util import FileWrapper

from granian.rsgi import Scope
from whitenoise.responders import StaticFile

REQUEST_ID = "tavolo.request_id"
"""The environ key for the id of a request; absent unless requests are logged."""
UNREADABLE_TOKEN = "Token"  # noqa: S105 - it has no secret, so it gives no access
Headers = list[tuple[str, str]]
CHARSET = re.compile(r"\s*charset", re.IGNORECASE)
OF_TEXT = re.compile(r"\s*charset=\"?(utf-?8|us-ascii|iso-8859-\d+|windows-125\d|utf-?16|utf-?32)\"?\s*", re.IGNORECASE)
"""Charsets of text: Python's other codecs (hex, zlib, punycode) raise errors of many kinds."""


@dataclass(frozen=True)
class RawResponse:
    """A response: its status, its headers, and its content as bytes or as the path of a file."""

    status: int
    headers: Headers
    body: bytes | str


def environ_of(scope: Scope, body: bytes, headers: Headers | None = None) -> WSGIEnvironment:
    """Return the WSGI environ of a request with its whole body; `headers` replace those of the request."""
    server, port = _address(scope.server)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "REMOTE_ADDR": _address(scope.client)[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
    }
    if request_id := getattr(scope, "request_id", ""):
        environ[REQUEST_ID] = request_id
    _add_headers(environ, scope.headers.items() if headers is None else headers)
    if headers is None and "authorization" in scope.headers:  # granian leaves out values that are not ASCII
        environ.setdefault("HTTP_AUTHORIZATION", UNREADABLE_TOKEN)
    if "CONTENT_TYPE" in environ:
        environ["CONTENT_TYPE"] = _known_charset(environ["CONTENT_TYPE"])
    # more than the body's length if it was too large to be read
    environ["CONTENT_LENGTH"] = str(max(int(environ.get("CONTENT_LENGTH") or 0), len(body)))
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ


def _known_charset(content_type: str) -> str:
    """Return the content type, without its charset if this is not for text: Django would decode forms with it."""
    kind, *parameters = content_type.split(";")
    return ";".join([kind, *(each for each in parameters if not CHARSET.match(each) or OF_TEXT.fullmatch(each))])


def _address(text: str) -> tuple[str, str]:
    host, _, port = text.rpartition(":")
    return host.strip("[]"), port


def _add_headers(environ: WSGIEnvironment, headers: Iterable[tuple[str, str]]) -> None:
    for name, value in headers:
        if "_" in name:  # in WSGI it would look like the header with a dash, which a proxy may have set
            continue
        key = name.replace("-", "_").upper()
        key = key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"
        separator = "; " if name == "cookie" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value


def answer(application: WSGIApplication, environ: WSGIEnvironment) -> RawResponse:
    """Return the application's response; for a file, with its path."""
    status, headers = 500, Headers()

    def start(status_line: str, fields: Headers, _exc_info: object = None) -> Any:
        nonlocal status, headers
        status, headers = int(status_line.split(" ", 1)[0]), fields

    content = application(environ, start)
    try:
        return RawResponse(status, headers, _joined(content))
    finally:
        if hasattr(content, "close"):
            content.close()


def _joined(content: Iterable[bytes]) -> bytes | str:
    # an open file has a name, but an object that reads a range of it has none
    name = getattr(content.filelike, "name", None) if isinstance(content, FileWrapper) else None
    return name if isinstance(name, str) else b"".join(content)


def static_answer(file: StaticFile, scope: Scope) -> RawResponse:
    """Return WhiteNoise's response for a static file: compressed, 304, or a range."""
    environ: WSGIEnvironment = {}
    _add_headers(environ, scope.headers.items())
    response = file.get_response(scope.method, environ)
    headers = [*response.headers, ("X-Content-Type-Options", "nosniff")]
    if response.file is None:
        return RawResponse(response.status, headers, b"")
    with response.file as opened:
        return RawResponse(response.status, headers, getattr(opened, "name", None) or opened.read())
