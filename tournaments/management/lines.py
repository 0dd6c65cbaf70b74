"""Commands that answer a stream: a request on each line in, its answer on the same line out."""

import os
import sys
from collections.abc import Callable, Iterable

from django.core.management.base import BaseCommand


class LineCommand(BaseCommand):
    """A command that answers every line of standard input, in order and at once.

    It needs no database. Whoever reads may stop reading: that ends the command in silence.
    """

    requires_system_checks = []
    answer_line: Callable[[bytes], str]

    def handle(self, *_args: object, **_options: object) -> None:
        """Answer standard input to its end."""
        try:
            self.answer_all(sys.stdin.buffer)
        except BrokenPipeError:
            # Python flushes standard output once more at exit and must not meet the closed pipe.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def answer_all(self, lines: Iterable[bytes]) -> None:
        """Write the answers, each flushed so that another program can talk with this one."""
        for line in lines:
            self.stdout.write(self.answer_line(line))
            self.stdout.flush()
