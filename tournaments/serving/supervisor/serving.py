"""Preparing the data, starting the programs, and keeping them running until a signal ends them."""

import io
import os
import shutil
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import segno
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from django.db.utils import DatabaseError, OperationalError

from tournaments.actions.readiness import SILENT_PROGRAMS, record_heartbeat
from tournaments.actions.setup import memberships
from tournaments.outages import DAMAGED, why_not_stored

from . import address, processes
from .address import ServerAddress
from .backup_schedule import BackupSchedule
from .backups import is_damaged
from .data_folder import gather_static_files, requiring_data_folder
from .supervisor import Program, ReadinessMonitor, Supervisor

PATIENCE = 60.0  # seconds until the first page must be served


def serve(server_address: ServerAddress, url: str, events: Path, lock: int, out: OutputWrapper, *, demo: bool) -> None:
    """Prepare the data, and keep the programs running. They do not inherit the lock."""
    supervisor = Supervisor()
    preparation = processes.ForkedTask(partial(_prepare, demo=demo))
    processes.load(processes.PAGES)  # at the same time as the data are prepared
    preparation.finish()
    first_owner = memberships.invite_first_owner()
    try:
        if _start(supervisor, server_address, lock):
            settings.ADDRESS_FILE.write_text(url)
            out.write(_greeting(server_address, url, first_owner))
            out.flush()
            backups = BackupSchedule(partial(processes.start, ["backup", "--rotate"], [lock]))
            supervisor.keep_running(ReadinessMonitor(events).report, backups.start_if_due)
    finally:
        supervisor.end()
        shutil.rmtree(settings.BROKER_FOLDER, ignore_errors=True)  # a pipe hinders copying the data folder


@requiring_data_folder()
def _prepare(*, demo: bool) -> None:
    """Migrate the database, load the demo if asked, collect static files, and empty the folder of the broker.

    Raises CommandError if the database is damaged or does not respond.
    """
    try:
        if is_damaged():
            raise CommandError(DAMAGED)
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as fault:
        if why_not_stored(fault):
            raise
        raise CommandError(f"The database does not answer: {fault}") from fault
    if demo:
        from tournaments.actions.demo import load_demo  # imported only if needed

        load_demo()
    gather_static_files()
    # Messages are not needed: the sweep finds their tasks in the database.
    for folder in (settings.BROKER_FOLDER, settings.METRICS_FOLDER):
        shutil.rmtree(folder, ignore_errors=True)


def _start(supervisor: Supervisor, server_address: ServerAddress, lock: int) -> bool:
    """Start the programs, the web server first; return False if a signal to end came before the first page.

    The programs do not inherit the lock, so the lock ends with this process.
    """
    processes.load(processes.WEB)
    command = ["run", "web", *server_address.options(), f"--processes={min(4, max(2, os.cpu_count() or 2))}"]
    web = supervisor.start("web server", partial(processes.start, command, [lock]))
    processes.load(processes.OTHERS)
    if not _wait_for_first_page(supervisor, web, server_address):
        return False
    with suppress(DatabaseError):  # the readiness monitor reports a fault of the disk
        for program in SILENT_PROGRAMS:  # so that they are not reported as missing while they start
            record_heartbeat(program)
    supervisor.start("worker", partial(processes.start, ["run", "worker"], [lock]))
    supervisor.start("beat", partial(processes.start, ["run", "beat"], [lock]))
    return True


def _wait_for_first_page(supervisor: Supervisor, web: Program, server_address: ServerAddress) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not address.answers(server_address):
        if supervisor.stop_requested():
            return False
        if not web.running:
            raise CommandError("The web server ended before its first page.")
        if time.monotonic() > deadline:
            raise CommandError("The first page did not answer within a minute.")
    return True


def _greeting(server_address: ServerAddress, url: str, first_owner: str | None) -> str:
    text = io.StringIO()
    print(f"Tavolo is ready at {url}/", file=text)
    if server_address.is_everywhere:
        segno.make(f"{url}/").terminal(text, compact=True)
    if first_owner:
        print(f"Nobody has an account yet: {url}/welcome/{first_owner}/ makes yours.", file=text)
    print("Ctrl-C ends it.", file=text)
    return text.getvalue()
