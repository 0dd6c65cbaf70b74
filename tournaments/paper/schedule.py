"""Rounds of a schedule with the players' names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from tournaments.actions.people.family_names import by_family_name, family_first
from tournaments.actions.rounds.draws.drafts import SEED_BITS
from tournaments.models import Entry, Tournament
from tournaments.wording.words import seat_name

from .grids import grid
from .printing import PageFrame, Section, evening, printable, style, text


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """A round: its number, its tables in seat order, and the entries that sit out."""

    number: int
    tables: list[list[Entry]]
    out: list[Entry]


def coming_rounds(tournament: Tournament, rounds: Sequence[Mapping[str, Any]], *, first: int) -> list[PrintedRound]:
    """Return the rounds, given as lists of entry ids, with entries; removed entries are left out.

    They are numbered from `first`.
    """
    entries = tournament.entries.in_bulk()

    def entries_of(ids: Iterable[int]) -> list[Entry]:
        return [entries[pk] for pk in map(int, ids) if pk in entries]

    return [
        PrintedRound(number, [entries_of(table) for table in each["tables"]], entries_of(each["sit_out"]))
        for number, each in enumerate(rounds, start=first)
    ]


def seed_in(asked: Mapping[str, str]) -> int | None:
    """Return the seed for a draw from a form or a URL; None if it is missing or out of range."""
    seed = asked.get("seed", "")
    is_number = seed.isascii() and seed.isdecimal() and len(seed) <= len(str(2**SEED_BITS))
    return int(seed) if is_number and int(seed) < 2**SEED_BITS else None


FIRST, EACH = 18 * mm, 11 * mm
ROUNDS_ACROSS = 10
"""The most rounds that fit beside the names on one sheet."""


def schedule_paper(tournament: Tournament, rounds: Sequence[PrintedRound], *, note: str) -> bytes:
    """Return the PDF of these rounds, with a note at the foot of each page."""
    title = _("The rounds to come")
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament), note=note)
    by_round = [part for each in rounds for part in _round(sheet, each)]
    sections = [Section(title=title, parts=by_round)]
    for start in range(0, len(rounds), ROUNDS_ACROSS):
        parts = [_by_name(sheet, rounds[start : start + ROUNDS_ACROSS])]
        sections.append(Section(title=_("%(title)s, by name") % {"title": title}, parts=parts))
    return sheet.pdf(sections)


def _round(sheet: PageFrame, round_: PrintedRound) -> Iterator[Flowable]:
    heading = text(_("Round %(number)s") % {"number": round_.number}, style(13, bold=True))
    parts = [heading, Spacer(0, 1 * mm), _tables(sheet, round_)]
    if round_.out:
        names = ", ".join(entry.name for entry in round_.out)
        parts += [Spacer(0, 1.5 * mm), text(f"{_('Sitting out this round:')} {names}", style(10))]
    yield KeepTogether(parts)
    yield Spacer(0, 5 * mm)


def _tables(sheet: PageFrame, round_: PrintedRound) -> Table:
    seats = max((len(table) for table in round_.tables), default=1)
    titles = [_("Table"), *(seat_name(number, seats) for number in range(seats))]
    rows = [
        [number, *(entry.name for entry in table), *[""] * (seats - len(table))]
        for number, table in enumerate(round_.tables, start=1)
    ]
    widths = [FIRST, *[(sheet.width - FIRST) / seats] * seats]
    return grid(titles, rows, widths=widths, numbers=[0], bold=[0])


def _by_name(sheet: PageFrame, rounds: Sequence[PrintedRound]) -> Table:
    """Return a list of all entries with the number of their table in each round."""
    at = [{entry: str(number) for number, table in enumerate(r.tables, 1) for entry in table} for r in rounds]
    placed = by_family_name({entry for round_ in rounds for table in [*round_.tables, round_.out] for entry in table})
    rows = [[printable(family_first(e.name)), *(tables.get(e, "–") for tables in at)] for e in placed]
    widths = [sheet.width - EACH * len(rounds), *[EACH] * len(rounds)]
    titles = [_("Player"), *(str(each.number) for each in rounds)]
    return grid(titles, rows, widths=widths, numbers=range(1, len(rounds) + 1))
