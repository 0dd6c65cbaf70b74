"""Serve a club from one machine with one command."""

import io
import os
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import connections
from django.db.utils import OperationalError

from tournaments.actions import clubs
from tournaments.actions.demo import load_demo
from tournaments.management.supervisor import address, folder, programs, static_files
from tournaments.management.supervisor.programs import Listening
from tournaments.management.supervisor.supervisor import Supervisor

EVERYWHERE = "0.0.0.0"  # noqa: S104 - what --lan is for
PATIENCE = 60.0  # seconds for the first page


class Command(BaseCommand):
    """`manage.py serve`: the web server, the worker and the beat, until Ctrl-C."""

    help = "Serve Tavolo: the web server, the worker and the beat, until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say where to listen."""
        parser.add_argument("--host", default="", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port (8000; 0: a free one)")
        parser.add_argument("--lan", action="store_true", help="let the phones of the hall in")
        parser.add_argument("--demo", action="store_true", help="load a club to look around in")
        parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="certificate (PEM)")
        parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key (PEM, PKCS#8)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Hold the folder, prepare the data, and keep the programs running until the end."""
        supervisor = Supervisor()
        with folder.held(settings.DATA_DIR):
            listening = _listening(**options)
            url = _url(listening)
            first_owner = _prepare(demo=options["demo"])
            try:
                if _start(supervisor, listening, _environment(listening, url)):
                    self.stdout.write(_greeting(listening, url, first_owner))
                    self.stdout.flush()
                    supervisor.keep_running()
            finally:
                supervisor.end()


def _listening(
    *,
    host: str,
    port: int,
    lan: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    **_others: Any,
) -> Listening:
    if bool(tls_cert) != bool(tls_key):
        raise CommandError("--tls-cert and --tls-key go together.")
    for file in filter(None, (tls_cert, tls_key)):
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
    host = host or (EVERYWHERE if lan else "127.0.0.1")
    port = address.free_port(host, port)
    return Listening(host=host, port=port, certificate=tls_cert, key=tls_key)


def _url(listening: Listening) -> str:
    """The address that people open: the one given, else the one that can be guessed."""
    scheme = "https" if listening.certificate else "http"
    if "TAVOLO_URL" not in os.environ:
        host = address.lan_address() if listening.host == EVERYWHERE else listening.host
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{listening.port}"
    if settings.HTTPS and scheme == "http" and not settings.TRUSTED_PROXIES:
        raise CommandError(
            "TAVOLO_URL is https: give --tls-cert and --tls-key, "
            "or name the proxy in front in TAVOLO_TRUSTED_PROXIES."
        )
    return settings.TAVOLO_URL


def _environment(listening: Listening, url: str) -> dict[str, str]:
    """What the programs are told. In a hall the router names this machine, so any name will do."""
    hosts = "*" if listening.host == EVERYWHERE else listening.host
    return {"TAVOLO_ALLOWED_HOSTS": hosts, **os.environ, "TAVOLO_URL": url}


def _prepare(*, demo: bool) -> str | None:
    """Bring database and static files to this version; answer the secret of the first owner."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as fault:
        raise CommandError(f"The database does not answer: {fault}") from fault
    if demo:
        load_demo()
    first_owner = clubs.invite_first_owner()
    static_files.gather()
    _forget_hints()
    _let_go_of_the_database()
    return first_owner


def _forget_hints() -> None:
    """Drop the messages of an earlier run: what they hinted at is found in the database."""
    for message in (settings.BROKER_FOLDER / "messages").glob("*.msg"):
        message.unlink(missing_ok=True)


def _let_go_of_the_database() -> None:
    """Close every connection and end the pool's threads: programs are forked from here."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if hasattr(connection, "close_pool"):
            connection.close_pool()


def _start(supervisor: Supervisor, listening: Listening, environment: Mapping[str, str]) -> bool:
    """Start the programs, the web server first; False when the end is asked for meanwhile."""
    web = supervisor.start("web server", programs.web(listening), environment)
    deadline = time.monotonic() + PATIENCE
    while not address.answers(listening):
        if supervisor.end_is_asked():
            return False
        if not web.running:
            raise CommandError("The web server ended before its first page.")
        if time.monotonic() > deadline:
            raise CommandError("The first page did not answer within a minute.")
    supervisor.start("worker", programs.worker(), environment)
    supervisor.start("beat", programs.beat(), environment)
    return True


def _greeting(listening: Listening, url: str, first_owner: str | None) -> str:
    text = io.StringIO()
    print(f"Tavolo is ready at {url}/", file=text)
    if listening.host == EVERYWHERE:
        segno.make(f"{url}/").terminal(text, compact=True)
    if first_owner:
        print(f"Nobody has an account yet: {url}/welcome/{first_owner}/ makes yours.", file=text)
    print("Ctrl-C ends it.", file=text)
    return text.getvalue()
