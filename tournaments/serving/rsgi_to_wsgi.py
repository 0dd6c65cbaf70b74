"""A request by RSGI as a call by WSGI, and its answer in one piece."""

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

UNREADABLE_TOKEN = "Token"  # noqa: S105 - without a secret nobody is let in
Headers = list[tuple[str, str]]
CHARSET = re.compile(r"\s*charset", re.IGNORECASE)
OF_TEXT = re.compile(r"\s*charset=\"?(utf-?8|us-ascii|iso-8859-\d+|windows-125\d|utf-?16|utf-?32)\"?\s*", re.IGNORECASE)
"""Python's other codecs fail in ways of their own, at what is no text (hex, zlib) or hardly one (punycode)."""


@dataclass(frozen=True)
class Answer:
    """A status, headers, and the content or the path of the file that holds it."""

    status: int
    headers: Headers
    body: bytes | str


def environ_of(scope: Scope, body: bytes, headers: Headers | None = None) -> WSGIEnvironment:
    """The request as WSGI has it, with its whole body, however that was sent; with these headers where given."""
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
    _add_headers(environ, scope.headers.items() if headers is None else headers)
    if headers is None and "authorization" in scope.headers:  # in ASCII, or granian gives its name alone
        environ.setdefault("HTTP_AUTHORIZATION", UNREADABLE_TOKEN)
    if "CONTENT_TYPE" in environ:
        environ["CONTENT_TYPE"] = _known_charset(environ["CONTENT_TYPE"])
    # More than the body where it was too large to be read.
    environ["CONTENT_LENGTH"] = str(max(int(environ.get("CONTENT_LENGTH") or 0), len(body)))
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ


def _known_charset(content_type: str) -> str:
    """The content type without a charset in which no text is written: Django would read addresses and forms by it."""
    kind, *parameters = content_type.split(";")
    return ";".join([kind, *(each for each in parameters if not CHARSET.match(each) or OF_TEXT.fullmatch(each))])


def _address(text: str) -> tuple[str, str]:
    host, _, port = text.rpartition(":")
    return host.strip("[]"), port


def _add_headers(environ: WSGIEnvironment, headers: Iterable[tuple[str, str]]) -> None:
    for name, value in headers:
        if "_" in name:  # it would pass for the one with a dash, which a proxy may have set
            continue
        key = name.replace("-", "_").upper()
        key = key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"
        separator = "; " if name == "cookie" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value


def answer(application: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """What the application answers; a file that it would read out is only named."""
    status, headers = 500, Headers()

    def start(status_line: str, fields: Headers, _exc_info: object = None) -> Any:
        nonlocal status, headers
        status, headers = int(status_line.split(" ", 1)[0]), fields

    content = application(environ, start)
    try:
        return Answer(status, headers, _whole(content))
    finally:
        if hasattr(content, "close"):
            content.close()


def _whole(content: Iterable[bytes]) -> bytes | str:
    # A part of a file has no name.
    name = getattr(content.filelike, "name", None) if isinstance(content, FileWrapper) else None
    return name if isinstance(name, str) else b"".join(content)


def static_answer(file: StaticFile, scope: Scope) -> Answer:
    """A static file as WhiteNoise answers it: compressed, unchanged or in part."""
    environ: WSGIEnvironment = {}
    _add_headers(environ, scope.headers.items())
    response = file.get_response(scope.method, environ)
    headers = [*response.headers, ("X-Content-Type-Options", "nosniff")]
    if response.file is None:
        return Answer(response.status, headers, b"")
    with response.file as opened:
        return Answer(response.status, headers, getattr(opened, "name", None) or opened.read())
