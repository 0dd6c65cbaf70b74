"""Serve a club from one machine with one command."""

import io
import os
import shutil
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db.utils import DatabaseError, OperationalError

from config.disk import why_not_stored
from config.kernel import return_memory
from tournaments.actions import clubs
from tournaments.actions.demo import load_demo
from tournaments.actions.readiness import UNHEARD, record_heartbeat
from tournaments.management.supervisor import address
from tournaments.management.supervisor.address import Listening
from tournaments.management.supervisor.data_folder import gather_static_files, lock_folder
from tournaments.management.supervisor.supervisor import Program, Supervisor, Watch

EVERYWHERE = "0.0.0.0"  # noqa: S104 - what --lan is for
PATIENCE = 60.0  # seconds for the first page
RUN = [sys.executable, str(settings.BASE_DIR / "manage.py"), "run"]


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
        """Serve; raises CommandError where the data folder cannot be written."""
        try:
            self._serve(**options)
        except (OSError, DatabaseError) as fault:
            if why_not_stored(fault) is None:
                raise
            raise CommandError(f"Tavolo cannot write to its data folder {settings.DATA_DIR}: {fault}") from fault

    def _serve(self, **options: Any) -> None:
        """Hold the folder, prepare the data, and keep the programs running until the end."""
        supervisor = Supervisor()
        with lock_folder(settings.DATA_DIR):
            listening = _listening(**options)
            url = _url(listening)
            events = settings.LOG_FILE or settings.DATA_DIR / "events.jsonl"
            first_owner = _prepare(demo=options["demo"])
            try:
                if _start(supervisor, listening, _environment(listening, url, events)):
                    settings.ADDRESS_FILE.write_text(url)
                    self.stdout.write(_greeting(listening, url, first_owner))
                    self.stdout.flush()
                    supervisor.keep_running(meanwhile=Watch(events).report)
            finally:
                supervisor.end()
                shutil.rmtree(settings.BROKER_FOLDER, ignore_errors=True)  # whoever copies the folder wants no pipe


def _listening(
    *, host: str, port: int, lan: bool, tls_cert: Path | None, tls_key: Path | None, **_others: Any
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
    if not os.environ.get("TAVOLO_URL", "").strip():
        host = address.lan_address() if listening.host == EVERYWHERE else listening.host
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{listening.port}"
    if settings.HTTPS and scheme == "http" and not settings.TRUSTED_PROXIES:
        raise CommandError(
            "TAVOLO_URL is https: give --tls-cert and --tls-key, or name the proxy in front in TAVOLO_TRUSTED_PROXIES."
        )
    return settings.TAVOLO_URL


def _environment(listening: Listening, url: str, events: Path) -> dict[str, str]:
    """What the programs are told. In a hall the router names this machine, so any name will do."""
    hosts = "*" if listening.host == EVERYWHERE else listening.host
    ours = {"TAVOLO_URL": url, "TAVOLO_LOG_FILE": str(events), "MANAGE_NO_BOOTSTRAP": "1"}
    return {"TAVOLO_ALLOWED_HOSTS": hosts, **os.environ, **ours}


def _prepare(*, demo: bool) -> str | None:
    """Bring database and static files to this version; answer the secret of the first owner."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as fault:
        if why_not_stored(fault):
            raise
        raise CommandError(f"The database does not answer: {fault}") from fault
    if demo:
        load_demo()
    first_owner = clubs.invite_first_owner()
    gather_static_files()
    # Begin with an empty broker: what its messages hinted at is found in the database.
    shutil.rmtree(settings.BROKER_FOLDER, ignore_errors=True)
    return_memory()  # of migrations, after which only little is done here
    return first_owner


def _start(supervisor: Supervisor, listening: Listening, environment: Mapping[str, str]) -> bool:
    """Start the programs, the web server first; False when the end is asked for meanwhile."""
    tls = [f"--tls-cert={listening.certificate}", f"--tls-key={listening.key}"] if listening.certificate else []
    where = [f"--host={listening.host}", f"--port={listening.port}", *tls]
    web = supervisor.start("web server", [*RUN, "web", *where], environment)
    if not _wait_for_first_page(supervisor, web, listening):
        return False
    with suppress(DatabaseError):  # what is wrong with the disk the watch tells
        for program in UNHEARD:  # so as not to miss them while they start
            record_heartbeat(program)
    supervisor.start("worker", [*RUN, "worker"], environment)
    supervisor.start("beat", [*RUN, "beat"], environment)
    return True


def _wait_for_first_page(supervisor: Supervisor, web: Program, listening: Listening) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not address.answers(listening):
        if supervisor.stop_requested():
            return False
        if not web.running:
            raise CommandError("The web server ended before its first page.")
        if time.monotonic() > deadline:
            raise CommandError("The first page did not answer within a minute.")
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
