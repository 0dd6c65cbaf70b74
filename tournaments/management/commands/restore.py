"""Restores a backup of the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.serving.supervisor.backups import restore


class Command(BaseCommand):
    """`manage.py restore FILE`: replaces the database, keeps the former database and prints its path."""

    help = "Put a backup of `manage.py backup` in the place of the database, which is kept."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the backup to restore."""
        parser.add_argument("file", type=Path, help="the backup")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        """Restore the backup. Raise CommandError if it is damaged, or if Tavolo is running."""
        self.stdout.write(f"Restored. The former database is in {restore(file, timezone.now())}.")
