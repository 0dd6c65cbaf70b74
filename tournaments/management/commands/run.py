"""Run one program of Tavolo; `serve` runs all three, elsewhere something else supervises them."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.celery import app
from tournaments.management.supervisor.address import numeric, port_number


class Command(BaseCommand):
    """`manage.py run web|worker|beat`: be that program."""

    help = "Be one program of Tavolo: the web server, the worker or the beat."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the program and where the web server listens."""
        parser.add_argument("program", choices=["web", "worker", "beat"])
        parser.add_argument("--host", default="127.0.0.1", help="the web server's address")
        parser.add_argument("--port", type=port_number, default=8000, help="the web server's port")
        parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="its certificate (PEM)")
        parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key (PEM, PKCS#8)")

    def handle(self, *_args: Any, program: str, host: str, **options: Any) -> None:
        """Run until a signal asks for the end."""
        if program == "web":
            from tournaments.management.supervisor.web_server import run_web_server  # nobody else needs granian

            run_web_server(numeric(host), *(options[name] for name in ("port", "tls_cert", "tls_key")))
        elif program == "beat":
            app.Beat(quiet=True).run()
        else:  # there is no other worker to talk to, and asking for one takes seconds of every start and end
            worker = app.Worker(quiet=True, without_gossip=True, without_mingle=True, without_heartbeat=True)
            worker.start()
            sys.exit(worker.exitcode)
