"""Writes a checked backup of the database while Tavolo runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.serving.supervisor.backups import back_up, default_file


class Command(BaseCommand):
    """`manage.py backup [FILE]`: prints the file's name."""

    help = "Write a backup of the database, checked, while Tavolo runs. It does not contain the secret key."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file to write."""
        parser.add_argument("file", nargs="?", type=Path, help="the file to write (a new one in backups/)")

    def handle(self, *_args: Any, file: Path | None, **_options: Any) -> None:
        """Write the backup; raises CommandError if it cannot be written."""
        file = file or default_file(timezone.now())
        back_up(file)
        self.stdout.write(str(file))
