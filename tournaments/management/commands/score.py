"""Commands that answer a stream, a request on each line in and its answer on the same line out; one scores tallies."""

import os
import sys
from collections.abc import Callable

from django.core.management.base import BaseCommand

from scoring import wire


class LineCommand(BaseCommand):
    """A command that answers every line of standard input, in order and at once.

    It needs no database. Whoever reads may stop reading: that ends the command in silence.
    """

    requires_system_checks = []
    answer_line: Callable[[bytes], str]

    def handle(self, *_args: object, **_options: object) -> None:
        """Answer standard input to its end."""
        try:
            for line in sys.stdin.buffer:
                self.stdout.write(self.answer_line(line))
                self.stdout.flush()  # so that another program can talk with this one
        except BrokenPipeError:
            # Python flushes standard output once more at exit and must not meet the closed pipe.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Command(LineCommand):
    """Scores hands, whole tables and victory points."""

    help = (
        "Reads a request a line as JSON from standard input and writes its answer on the same "
        "line of standard output. A line that is not JSON, an empty one too, gets the problem "
        "bad_json, so that answers and requests keep step."
    )
    answer_line = staticmethod(wire.answer_line)
