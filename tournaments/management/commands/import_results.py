"""Imports an evening that was recorded on paper."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.core.actor import Actor
from tournaments.actions.core.refusals import Problem
from tournaments.actions.evening_csv import CsvText
from tournaments.actions.imports import import_results
from tournaments.actions.people.lists.files import decoded
from tournaments.management.progress import show_progress
from tournaments.management.refused_imports import refusals_printed
from tournaments.models import Club


class Command(BaseCommand):
    """Imports an evening from a file as a finished tournament of a club; if refused, prints all problems."""

    help = "Import an evening from paper: all of it, or nothing and every fault with its place."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the file, the club and the tournament's name."""
        parser.add_argument("file", type=Path, help="the evening as a JSON document, or as CSV with the totals")
        parser.add_argument("--club", required=True, metavar="SLUG", help="the club of the tournament")
        parser.add_argument("--again", action="store_true", help="import even if the club has this evening already")
        parser.add_argument("--name", help="the tournament's name; by default the name in the file")

    def handle(self, *, file: Path, club: str, name: str | None, again: bool, **_options: Any) -> None:
        """Import the file."""
        raw = _read(file)
        if name and isinstance(raw, dict):
            raw = {**raw, "name": name}
        elif name and isinstance(raw, CsvText):
            raw = replace(raw, name=name)
        with refusals_printed(_place):
            tournament = import_results(
                raw,
                club=_club(club),
                name=name or file.stem,
                by=Actor(user=None, source="command"),
                again=again,
                progress=self._progress,
            )
        show_progress(self, "")
        self.stdout.write(f"/t/{tournament.slug}/")

    def _progress(self, done: int, total: int) -> None:
        if sys.stderr.isatty() or done == total:
            show_progress(self, f"\r{done} of {total} hands", ending="")


def _read(file: Path) -> object:
    try:
        text = decoded(file.read_bytes())
        return CsvText(text) if file.suffix.casefold() == ".csv" else json.loads(text)
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}") from fault
    except (ValueError, RecursionError) as fault:
        raise CommandError(f"{file} is not JSON: {fault}") from fault


def _club(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        slugs = ", ".join(Club.objects.values_list("slug", flat=True)[:20]) or "none yet"
        raise CommandError(f"There is no club {slug!r}. Known clubs: {slugs}.")
    return club


def _place(problem: Problem) -> str:
    """Return the place of a problem as on paper, where rounds and tables are counted from 1."""
    return " ".join(str(part + 1) if isinstance(part, int) else part for part in problem.pointer)
