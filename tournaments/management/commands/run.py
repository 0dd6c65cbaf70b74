"""Runs one program of Tavolo, for process supervisors other than `serve`, which runs all three."""

import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog
from celery import current_app
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from tournaments.actions.database_faults import why_not_to_start
from tournaments.serving.supervisor.address import numeric, port_number
from tournaments.serving.supervisor.supervisor import close_database
from tournaments.serving.system_calls import end_with_parent

log = structlog.stdlib.get_logger(__name__)
OF_THE_WEB_SERVER = ("port", "tls_cert", "tls_key", "processes")


class Command(BaseCommand):
    """`manage.py run web|worker|beat`: runs one program."""

    help = "Be one program of Tavolo: the web server, the worker or the beat."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the program, and how the web server listens: address, port, certificate, processes."""
        parser.add_argument("program", choices=["web", "worker", "beat"])
        parser.add_argument("--host", default="127.0.0.1", help="the web server's address")
        parser.add_argument("--port", type=port_number, default=8000, help="the web server's port")
        parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="its certificate (PEM)")
        parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key (PEM, PKCS#8)")
        # By default one, so that nginx knows every process by its port and avoids a stalled one (decision 270).
        parser.add_argument("--processes", type=int, choices=range(1, 9), default=1, help="that share the port")

        kinds = ", ".join(settings.CELERY_TASK_QUEUES)
        parser.add_argument("--queues", type=_queues, help=f"of a worker, with commas: {kinds} (all)")
        parser.add_argument("--parent", type=int, help=SUPPRESS)  # the process whose end also ends this one

    def handle(self, *_args: Any, program: str, host: str, parent: int | None = None, **options: Any) -> None:
        """Run until a signal arrives or the parent process ends."""
        if parent:
            end_with_parent(parent)
        _refuse_other_tables()
        _log_start(program, host=host, **options)
        if program == "web":
            from tournaments.serving.supervisor.web_server import run_web_server  # only the web server needs granian

            run_web_server(numeric(host), *(options[name] for name in OF_THE_WEB_SERVER))
        elif program == "beat":
            from tournaments.serving.metrics import serve_metrics

            serve_metrics()
            current_app.Beat(quiet=True).run()
        else:
            _run_worker(options["queues"])


def _run_worker(queues: list[str] | None) -> None:
    """Run the worker until a signal arrives, then raise SystemExit."""
    from tournaments.tasks import end_background_jobs  # the web server and the beat do not need them

    # The options skip the search for other workers, which takes seconds at each start and end.
    worker = current_app.Worker(
        quiet=True, queues=queues, without_gossip=True, without_mingle=True, without_heartbeat=True
    )
    worker.start()
    end_background_jobs()
    sys.exit(worker.exitcode)


def _queues(text: str) -> list[str]:
    """Return the names of queues. Raise ArgumentTypeError for an unknown name."""
    names = [name.strip() for name in text.split(",")]
    if unknown := set(names) - set(settings.CELERY_TASK_QUEUES):
        raise ArgumentTypeError(f"there is no queue {', '.join(sorted(unknown))}")
    return names


def _log_start(
    program: str, *, host: str, port: int, processes: int, queues: list[str] | None, **_options: Any
) -> None:
    """Log one line that describes this installation; it contains no secret."""
    about: dict[str, object] = {}
    if program == "worker":
        about = {"threads": settings.CELERY_WORKER_CONCURRENCY, "queues": queues or list(settings.CELERY_TASK_QUEUES)}
    elif program == "web":
        about = {"address": f"{host}:{port}", "processes": processes, "threads": settings.WEB_THREADS}
    log.info(
        "started",
        program=program,
        version=settings.VERSION,
        database=connection.vendor,
        redis=bool(settings.REDIS_URL),
        url=settings.TAVOLO_URL,
        data=settings.DATA_DIR.name,
        **about,
    )


def _refuse_other_tables() -> None:
    """Raise CommandError if a different version has migrated the database."""
    with suppress(Error):  # while the database is unavailable, the program waits for it
        if fault := why_not_to_start(connection):
            raise CommandError(fault)
    close_database()
