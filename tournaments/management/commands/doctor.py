"""Prints the faults of an installation, each with its remedy."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.actions.installation import find_advice, find_faults


class Command(BaseCommand):
    """`manage.py doctor`: prints the faults of `/readyz` and faults that may occur; exits with 1 if there are any."""

    help = "Say what is wrong with this installation and what to do; /readyz says most of it too."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print one line for each fault, or `ok`."""
        problems = find_faults() + find_advice()
        self.stdout.write("\n".join(problem.text() for problem in problems) or "ok")
        sys.exit(1 if problems else 0)
