"""Writes a checked backup of the database while Tavolo runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.serving.supervisor.backup_rotation import back_up_and_rotate
from tournaments.serving.supervisor.backups import FORM, back_up, new_file


class Command(BaseCommand):
    """`manage.py backup [FILE]`: writes a backup and prints its name; with `--rotate` it prints nothing."""

    help = "Write a backup of the database, checked, while Tavolo runs. It does not contain the secret key."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the file to write, and `--rotate`."""
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="the file to write (a new one in backups/, tavolo-manual-…, which is never deleted)",
        )
        parser.add_argument(
            "--rotate",
            action="store_true",
            help="write it to backups/ and TAVOLO_SECOND_BACKUP_DIR, and delete old ones of --rotate there",
        )

    def handle(self, *_args: Any, file: Path | None, rotate: bool, **_options: Any) -> None:
        """Write the backup; raises CommandError if it cannot be written."""
        if rotate and file:
            raise CommandError("--rotate names its files itself: leave FILE out.")
        if rotate:
            back_up_and_rotate()
            return
        file = file or new_file(f"manual-{timezone.now():{FORM}}")
        back_up(file)
        self.stdout.write(str(file))
