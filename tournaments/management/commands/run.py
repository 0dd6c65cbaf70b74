"""Run one program of Tavolo by itself, where something else supervises it."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.supervisor import programs


class Command(BaseCommand):
    """`manage.py run web|worker|beat`: become that program."""

    help = "Become one program of Tavolo: the web server, the worker or the beat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the program and where the web server listens."""
        parser.add_argument("program", choices=["web", "worker", "beat"])
        parser.add_argument("--host", default="127.0.0.1", help="the web server's address")
        parser.add_argument("--port", type=int, default=8000, help="the web server's port")

    def handle(self, *_args: Any, program: str, host: str, port: int, **_options: Any) -> None:
        """Replace this process by the program, so that signals reach it."""
        commands = {
            "web": programs.web(programs.Listening(host=host, port=port)),
            "worker": programs.worker(),
            "beat": programs.beat(),
        }
        os.execv(commands[program][0], commands[program])  # noqa: S606 - our own command line
