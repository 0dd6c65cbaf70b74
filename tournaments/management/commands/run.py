"""Runs one program of Tavolo; `serve` runs all three, other supervisors start each program by this command."""

import sys
from argparse import SUPPRESS, ArgumentParser
from pathlib import Path
from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand

from tournaments.serving.supervisor.address import numeric, port_number
from tournaments.serving.system_calls import end_with_parent

OF_THE_WEB_SERVER = ("port", "tls_cert", "tls_key", "processes")


class Command(BaseCommand):
    """`manage.py run web|worker|beat`: runs that program."""

    help = "Be one program of Tavolo: the web server, the worker or the beat."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the program, and the address, port, certificate and processes of the web server."""
        parser.add_argument("program", choices=["web", "worker", "beat"])
        parser.add_argument("--host", default="127.0.0.1", help="the web server's address")
        parser.add_argument("--port", type=port_number, default=8000, help="the web server's port")
        parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="its certificate (PEM)")
        parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key (PEM, PKCS#8)")
        # One, so that nginx knows every process by its port and avoids one that stands still (decision 270).
        parser.add_argument("--processes", type=int, choices=range(1, 9), default=1, help="that share the port")

        parser.add_argument("--parent", type=int, help=SUPPRESS)  # the process whose end ends this one

    def handle(self, *_args: Any, program: str, host: str, parent: int | None = None, **options: Any) -> None:
        """Run until a signal, or until the parent process ends."""
        if parent:
            end_with_parent(parent)
        if program == "web":
            from tournaments.serving.supervisor.web_server import run_web_server  # only the web server needs granian

            run_web_server(numeric(host), *(options[name] for name in OF_THE_WEB_SERVER))
        elif program == "beat":
            current_app.Beat(quiet=True).run()
        else:  # there is no other worker, and looking for one takes seconds at each start and end
            worker = current_app.Worker(quiet=True, without_gossip=True, without_mingle=True, without_heartbeat=True)
            worker.start()
            sys.exit(worker.exitcode)
