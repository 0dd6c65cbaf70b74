"""An evening as CSV: lines with the plan, then a line for each seat with its round, table, player and total.

The CSV is converted to the JSON document of an evening. So one reader finds the faults of both; a fault found in the
document then gets its line of the CSV.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_noop as _

from scoring.problems import Step
from tournaments.models.setting_columns import YEARS

from .core.refusals import Problem

COLUMNS = {
    "round": "round turno ronda ronde",
    "table": "table tavolo mesa tafel",
    "player": "player giocatore jugador jogador speler name nome nombre naam",
    "total": "total totale totaal",
}
"""The titles of the columns in the languages of the clubs, by column."""
ROLES = {title: column for column, titles in COLUMNS.items() for title in titles.split()}
LINES = "lines"
MAX_LINES = 50_000
TEXTS = ("name", "ruleset")
SEATED = ("players", "rounds")
"""The fields that are made from the lines of the seats."""
Place = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class CsvText:
    """The CSV of an evening. `name`, if given, replaces the tournament's name in it."""

    text: str
    name: str = ""


@dataclass
class EveningSheet:
    """An evening read from CSV: the document, and the faults found in the CSV itself.

    `places` has the line and column in the CSV for each place in the document. `has_seats` is true if the columns of
    the seats were found.
    """

    document: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    places: dict[Place, Place] = field(default_factory=dict)
    has_seats: bool = False

    def placed(self, problem: Problem) -> Problem:
        """Return the problem with a pointer to a line and column of the CSV; unchanged if these are unknown."""
        known = (problem.pointer[:end] for end in range(len(problem.pointer), 0, -1))
        place = next((self.places[pointer] for pointer in known if pointer in self.places), problem.pointer)
        return replace(problem, pointer=place)

    def report(self, code: str, message: str, *place: Step, **params: object) -> None:
        """Add a fault found in the CSV itself."""
        self.problems.append(Problem(code, message, params, place))


def read_evening_csv(text: str, zone: tzinfo) -> EveningSheet:
    """Return the evening in a CSV, with the faults found; `zone` applies to times without a zone."""
    sheet = EveningSheet()
    lines = text.removeprefix("\ufeff").replace("\0", " ").splitlines()
    if len(lines) > MAX_LINES:
        sheet.report("too_long", _("The file has more than %(most)d lines."), most=MAX_LINES)
        return sheet
    rows = _rows(lines)
    at = next((at for at, row in enumerate(rows) if _is_heading(row)), len(rows))
    for line, row in enumerate(rows[:at]):
        _read_setting(sheet, line, row, zone)
    columns = {column: place for place, column in reversed([*enumerate(map(_role, rows[at] if rows[at:] else []))])}
    missing = [name for name in COLUMNS if name not in columns]
    for name in missing:
        message = _("There is no column “%(name)s”: a line must name the columns round, table, player and total.")
        sheet.report("missing_field", message, name=name)
    if not missing:
        _read_seats(sheet, rows, at + 1, columns)
    return sheet


def _rows(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of each line, which are separated by tabs, semicolons or commas."""
    signs = "\t;,"
    delimiter = max(signs, key=lambda sign: sum(sign in line for line in lines))
    return [[cell.strip() for cell in _cells(line, delimiter)] for line in lines]


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)


def _is_heading(row: Sequence[str]) -> bool:
    """Whether the line contains at least two of the columns' titles."""
    return len({*filter(None, map(_role, row))}) > 1


def _role(title: str) -> str:
    return ROLES.get(title.casefold(), "")


def _read_setting(sheet: EveningSheet, line: int, row: Sequence[str], zone: tzinfo) -> None:
    """Read a line of the plan, such as `table.hands` and 8, into the document; skip an empty line."""
    name, value = (*row, "", "")[:2]
    if not name:
        return
    *outer, last = steps = name.split(".")
    if steps[0] in SEATED:
        message = _("The number of players and rounds follows from the lines of the seats: leave this line out.")
        sheet.report("given_by_seats", message, LINES, line)
        return
    place: Any = sheet.document
    for step in outer:
        place = place.setdefault(step, {})
        if not isinstance(place, dict):
            place = {last: None}
    if last in place:
        sheet.report("named_twice", _("“%(name)s” is named twice."), LINES, line, name=name)
    place[last] = _value(name, value, zone)
    sheet.places[tuple(steps)] = (LINES, line)


def _value(name: str, text: str, zone: tzinfo) -> object:
    if name in TEXTS:
        return text
    if name == "starts_at":
        return _moment(text, zone)
    known: Mapping[str, object] = {"true": True, "false": False, "": None}
    return known[text.casefold()] if text.casefold() in known else _number(text)


def _moment(text: str, zone: tzinfo) -> object:
    """Return a date and time with its zone, as ISO text.

    Return the text unchanged if it is not a date and time, or if its year is not in `YEARS`.
    """
    try:
        moment = parse_datetime(text)
    except ValueError:
        return text
    return moment.replace(tzinfo=moment.tzinfo or zone) if moment and moment.year in YEARS else text


def _number(text: str) -> object:
    """Return a whole number, or the text itself if it is not one."""
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else text


def _read_seats(sheet: EveningSheet, rows: Sequence[Sequence[str]], first: int, columns: Mapping[str, int]) -> None:
    """Read the lines of seats into players, rounds and tables."""
    sheet.has_seats = True
    players: dict[str, int] = {}
    rounds: dict[int, dict[int, list[int]]] = {}
    seats: dict[int, tuple[str, object]] = {}
    for line, row in enumerate(rows[first:], start=first):
        cells = {name: row[at] if at < len(row) else "" for name, at in columns.items()}
        if not any(cells.values()):
            continue
        players.setdefault(cells["player"], line)
        if not (cells["round"] or cells["table"] or cells["total"]):
            continue  # a player who is entered, but sits in no round
        numbers = [_counted(sheet, line, name, cells[name]) for name in ("round", "table")]
        seats[line] = cells["player"], None if cells["total"] == "" else _number(cells["total"])
        if all(numbers):
            rounds.setdefault(numbers[0], {}).setdefault(numbers[1], []).append(line)
    sheet.document["players"] = [*players]
    sheet.places |= {("players", at): (LINES, line, "player") for at, line in enumerate(players.values())}
    sheet.document["rounds"] = [*_rounds(sheet, rounds, seats)]


def _counted(sheet: EveningSheet, line: int, name: str, text: str) -> int:
    """Return the number of a round or table; if the text is not a number, report a fault and return 0."""
    number = _number(text)
    if isinstance(number, int) and number > 0:
        return number
    sheet.report("not_an_integer", _("Enter a whole number from 1."), LINES, line, name)
    return 0


def _rounds(
    sheet: EveningSheet, rounds: Mapping[int, Mapping[int, list[int]]], seats: Mapping[int, tuple[str, object]]
) -> Iterator[dict[str, Any]]:
    """Yield the rounds with their tables, in order of their numbers, and record the lines of all their parts."""
    _refuse_gaps(sheet, {number: lines for number, tables in rounds.items() for lines in tables.values()}, "round")
    for at, number in enumerate(sorted(rounds)):
        tables = rounds[number]
        _refuse_gaps(sheet, tables, "table")
        made = []
        for place, table in enumerate(sorted(tables)):
            here, lines = ("rounds", at, "tables", place), tables[table]
            sheet.places.setdefault(("rounds", at), (LINES, lines[0]))
            sheet.places[here] = (LINES, lines[0])
            for seat, line in enumerate(lines):
                sheet.places[*here, "seats", seat] = (LINES, line, "player")
                sheet.places[*here, "total", seat] = (LINES, line, "total")
            total = {"lines": [{"points": seats[line][1]} for line in lines]}
            made.append({"seats": [seats[line][0] for line in lines], "total": total})
        yield {"tables": made}


def _refuse_gaps(sheet: EveningSheet, numbered: Mapping[int, Sequence[int]], column: str) -> None:
    """Report the first gap in the numbers, which must run from 1."""
    for expected, number in enumerate(sorted(numbered), start=1):
        if number != expected:
            message = _("The next number must be %(number)d, without a gap.")
            sheet.report("out_of_range", message, LINES, min(numbered[number]), column, number=expected)
            return
