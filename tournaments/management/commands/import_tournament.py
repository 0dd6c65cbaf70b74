"""Imports a tournament in the open format."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.core.actor import Actor
from tournaments.actions.core.refusals import Problem
from tournaments.actions.exchange.document_reading import parse
from tournaments.actions.exchange.importing import import_tournament
from tournaments.management.progress import show_progress
from tournaments.management.refused_imports import refusals_printed
from tournaments.models import Club

LARGEST = 256 << 20  # bytes of a file; the import takes about 14 times as much memory


class Command(BaseCommand):
    """Recreates a tournament from a file of `export`; if refused, prints all problems. Shows progress on a terminal."""

    help = "Import a tournament in the open format: all of it, or nothing and every fault with its place."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the file and the club."""
        parser.add_argument("file", type=Path, help="the document that `export` wrote")
        parser.add_argument("--club", metavar="SLUG", help="by default the club that the file names")
        parser.add_argument("--again", action="store_true", help="import even if the club has the tournament already")

    def handle(self, *, file: Path, club: str | None, again: bool, **_options: Any) -> None:
        """Import the file. Raise CommandError with every fault if the import is refused."""
        document = _read(file)
        by = Actor(user=None, source="command")
        with refusals_printed(_place):
            made = import_tournament(document, club=_club(club, document), by=by, again=again, progress=self._progress)
        people = f"{len(made.known)} known players, {len(made.new)} new"
        self.stdout.write(
            f"/tournaments/{made.tournament.address}/: {made.entries} entries, {made.hands} hands, {people}"
        )

    def _progress(self, section: str, rows: int) -> None:
        if sys.stderr.isatty():
            show_progress(self, f"{section}: {rows}")


def _read(file: Path) -> object:
    try:
        with file.open("rb") as opened:
            text = opened.read(LARGEST + 1)
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}") from fault
    if len(text) > LARGEST:
        raise CommandError(f"{file} is larger than {LARGEST >> 20} MB.")
    try:
        return parse(text)
    except ValueError as fault:
        raise CommandError(f"{file} is not JSON: {fault}") from fault


def _club(slug: str | None, document: object) -> Club:
    if slug is None and isinstance(document, dict) and isinstance(document.get("club"), dict):
        slug = str(document["club"].get("slug"))
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club {slug}: name one with --club.")
    return club


def _place(problem: Problem) -> str:
    return "/".join(map(str, problem.pointer))
