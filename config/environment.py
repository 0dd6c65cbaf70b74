"""Reading environment variables, and collecting unknown names and malformed values.

A parser converts the text of a variable to its value. It raises ValueError if the text is malformed.
"""

import difflib
import os
import re
import secrets
from base64 import urlsafe_b64decode
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from ipaddress import IPv6Address, ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ

T = TypeVar("T")
READ_ELSEWHERE = {"TAVOLO_WHEELS"}  # read by manage.py before Django is installed
ORDER_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
PUSH_SERVICES = ("fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com")


class Environment:
    """The environment variables. `faults()` returns the problems that were found while reading them."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        """Read these variables; an empty variable counts as absent."""
        self._variables = variables
        self._names = set(READ_ELSEWHERE)
        self._malformed: list[str] = []

    def read(self, name: str, parse: Callable[[str], T], default: T) -> T:
        """Return the parsed variable, or the default if it is absent. A `ValueError` of `parse` becomes a fault."""
        self._names.add(name)
        raw = self._variables.get(name, "").strip()
        if not raw:
            return default
        try:
            return parse(raw)
        except ValueError as fault:
            self._malformed.append(f"{name} {fault}")
            return default

    def need_together(self, **values: str) -> None:
        """If some of these variables are given but not all, add a fault for each missing one."""
        missing = [name for name, value in values.items() if not value]
        if len(missing) < len(values):
            self._malformed += [f"{name} is missing" for name in missing]

    def faults(self) -> list[str]:
        """Return a line for each malformed value and for each unknown TAVOLO_ name."""
        strange = sorted(name for name in self._variables if name.startswith("TAVOLO_") and name not in self._names)
        return self._malformed + [f"{name} is not known{self._suggest(name)}" for name in strange]

    def _suggest(self, name: str) -> str:
        names = {other.removeprefix("TAVOLO_"): other for other in self._names}
        close = difflib.get_close_matches(name.removeprefix("TAVOLO_"), names, n=1)
        return f"; do you mean {names[close[0]]}?" if close else ""


def flag(raw: str) -> bool:
    """Return True for "yes" and False for "no"."""
    if raw.lower() not in ("1", "true", "yes", "0", "false", "no"):
        raise ValueError("should be yes or no")
    return raw.lower() in ("1", "true", "yes")


def words(raw: str) -> list[str]:
    """Return the words of a list that is separated by commas."""
    return [word.strip() for word in raw.split(",") if word.strip()]


def hosts(raw: str) -> list[str]:
    """Return host names without ports, or `*` for any; an IPv6 address gets brackets, as in the header Host."""
    names = [word.strip("[]").lower() for word in words(raw)]
    try:
        return [f"[{IPv6Address(name)}]" if ":" in name else _matching(r"\*|\.?\w[\w.-]*", name) for name in names]
    except ValueError as fault:
        raise ValueError("should be host names like tavolo.example.org, without ports, with commas") from fault


def places(raw: str) -> list[str]:
    """Return host names, each possibly with a port."""
    try:
        return [_matching(r"\w[\w.-]*(:\d{1,5})?", word.lower()) for word in words(raw)]
    except ValueError as fault:
        raise ValueError("should be hosts like nas.local or nas.local:9000, with commas") from fault


def push_services(raw: str) -> list[str]:
    """Return the names of push services, each possibly with `*.` before it or with a port."""
    try:
        return [_matching(r"(\*\.)?\w[\w.-]*(:\d{1,5})?", word.lower()) for word in words(raw)]
    except ValueError as fault:
        raise ValueError("should be hosts like push.example.org or *.example.org, with commas") from fault


def _matching(pattern: str, word: str) -> str:
    """Return the word; raise ValueError if it does not match the pattern."""
    if not re.fullmatch(pattern, word, re.ASCII):
        raise ValueError
    return word


def proxies(raw: str) -> list[str]:
    """Return the addresses and networks of proxies, or `*` for any."""
    try:
        return ["*"] if "*" in words(raw) else [str(ip_network(word, strict=False)) for word in words(raw)]
    except ValueError as fault:
        raise ValueError("should be addresses or networks like 10.0.0.0/8, with commas, or *") from fault


def one_of(*choices: str) -> Callable[[str], str]:
    """Return a parser that accepts only these words."""

    def parse(raw: str) -> str:
        if raw not in choices:
            raise ValueError(f"should be one of {', '.join(choices)}")
        return raw

    return parse


def folder(raw: str) -> Path:
    """Return the path of a folder, relative to the working directory."""
    path = _path(raw)
    if path.exists() and not path.is_dir():
        raise ValueError("should name a folder")
    return path


def file(raw: str) -> Path:
    """Return the path of a file in an existing folder, relative to the working directory."""
    path = _path(raw)
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError("should name a file in a folder that there is")
    return path


def _path(raw: str) -> Path:
    try:
        return Path(os.path.realpath(Path(raw).expanduser()))  # resolve() raises RuntimeError for links in a circle
    except RuntimeError as fault:
        raise ValueError("begins with ~, but there is no such home folder: write the whole path") from fault


def site(raw: str) -> str:
    """Return the URL of a site as a browser writes it: scheme, host in lower case, and a port unless it is usual."""
    try:
        parts, host = urlsplit(raw), host_of(raw)
        valid = parts.scheme in {"http", "https"} and bool(host) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValueError("should be an address like https://tavolo.example.org, without a path")
    usual = parts.port in {None, {"http": 80, "https": 443}[parts.scheme]}
    return f"{parts.scheme}://{host}" + ("" if usual else f":{parts.port}")


def host_of(address: str) -> str:
    """Return the host of a URL as in the header Host: an IPv6 address in brackets, in its short form.

    Raises ValueError for brackets around anything else.
    """
    host = urlsplit(address).hostname or ""
    return f"[{IPv6Address(host)}]" if ":" in host else host


def sites(raw: str) -> list[str]:
    """Return the URLs of sites, separated by commas."""
    return [site(word) for word in words(raw)]


def stored_site(path: Path, default: str) -> str:
    """Return the URL that `serve` stored in this file, or the default."""
    try:
        return site(path.read_text().strip())
    except (OSError, ValueError):
        return default


def time_zone(raw: str) -> str:
    """Return the name of a time zone."""
    try:
        ZoneInfo(raw)
    except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
        raise ValueError("should be a time zone like Europe/Rome") from fault
    return raw


def secret(raw: str) -> str:
    """Return the secret, which must be long enough to sign with."""
    if len(raw) < 50 or len(set(raw)) < 5:
        raise ValueError("should have at least 50 characters, made at random")
    return raw


def secret_list(raw: str) -> list[str]:
    """Return secrets separated by commas."""
    return [secret(word) for word in words(raw)]


def push_key(raw: str) -> str:
    """Return a private key that `manage.py make_push_key` made."""
    valid = re.fullmatch(r"[\w-]{43}", raw, re.ASCII)
    if not valid or not 0 < int.from_bytes(urlsafe_b64decode(f"{raw}=")) < ORDER_OF_P256:
        raise ValueError("should be a key that manage.py make_push_key has made")
    return raw


def listener(raw: str) -> tuple[str, int]:
    """Return the host and the port of `host:port`. A port alone means 127.0.0.1."""
    host, _, port = raw.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port) < 1 << 16):
        raise ValueError("should be a port, or an address with a port like 127.0.0.1:9464")
    return host.strip("[]") or "127.0.0.1", int(port)


def sentry(raw: str) -> str:
    """Return the DSN of a Sentry project. Raise ValueError if the package `sentry_sdk` is not installed."""
    parts = urlsplit(raw)
    if parts.scheme not in {"http", "https"} or not parts.username or not parts.path.strip("/"):
        raise ValueError("should be like https://key@host/number")
    if find_spec("sentry_sdk") is None:
        raise ValueError("needs the package sentry-sdk: install it beside the others")
    return raw


def contact(raw: str) -> str:
    """Return the URL or e-mail address at which push services can reach the operator."""
    if not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://\S+", raw):
        raise ValueError("should be like mailto:somebody@example.org")
    return raw


def database(raw: str) -> dict[str, Any]:
    """Return Django's settings for the URL of a SQLite or PostgreSQL database."""
    if not re.match(r"(sqlite|postgres|postgresql)://", raw):
        raise ValueError("should begin with postgresql:// or sqlite://")
    try:
        config: dict[str, Any] = environ.Env.db_url_config(raw)
    except Exception as fault:
        raise ValueError("should be like postgresql://user:password@host:5432/name") from fault
    if not config["NAME"]:
        raise ValueError("should name a database")
    return config


def redis(raw: str) -> str:
    """Return the URL of a Redis server."""
    try:
        parts = urlsplit(raw)
        valid = parts.scheme in {"redis", "rediss"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or not re.fullmatch(r"(/\d*)?", parts.path, re.ASCII):
        raise ValueError("should be like redis://host:6379/0")
    return raw


def stored_secret(path: Path) -> str:
    """Return the secret in this file. If there is none, create one that only its owner can read.

    If several processes start at once, one creates the secret and all return it: the complete file is linked into
    place. Raise ValueError if the file is empty.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        draft.touch(mode=0o600)
        with draft.open("w") as written:
            written.write(secrets.token_urlsafe(50))
            written.flush()
            os.fsync(written.fileno())  # after a power cut the file would be empty
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    if not (stored := path.read_text()).strip():
        raise ValueError(f"{path} is empty: put its copy back, or delete it (PINs and printed cards become invalid)")
    return stored
