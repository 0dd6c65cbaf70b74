"""manage.py pair: a request for a draw in, its tables out."""

import sys
from functools import partial

from django.core.management.base import BaseCommand

from scoring.wire import answer_line
from tournaments.pairing import DrawRequest, wire


class Command(BaseCommand):
    """Draws tables."""

    help = (
        "Reads one request for a draw as JSON from standard input and writes one JSON document "
        "to standard output: the tables with a report, or the problems. Standard error tells "
        "what is being drawn."
    )
    requires_system_checks = []

    def handle(self, *_args: object, **_options: object) -> None:
        """Answer standard input."""
        answer = partial(wire.answer, announce=self.announce)
        self.stdout.write(answer_line(sys.stdin.buffer.read(), answer))

    def announce(self, request: DrawRequest) -> None:
        """Tell whoever waits what for."""
        self.stderr.write(f"Drawing {len(request.entrants)} entrants by {request.method} …")
