"""A list's rows as entries: who plays together, and the club behind the name. Whatever is doubtful is read as typed."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from scoring.fields import normalise_text

from .family_names import given_first
from .list_columns import is_heading, role_of
from .list_files import Rows

IN_FRONT = re.compile(r"\A\s*(?:(?:[nN]\s*[.°º]\s*)?\d{1,5}(?:\s*[.):°º]+\s*|\s*[-–]\s+|\s+)(?=[^\d\s])|[-–—•*·]\s+)")
NO_NAME = re.compile(r"[\d\s.,:°º()#/+–-]*|\S+@\S+|[xX✓✔☐-]")
IN_BRACKETS = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]+)[)\]]\s*")
BEHIND_DASH = re.compile(r"\s+[-–—]\s+")
TOGETHER = re.compile(r"\s*[/&+]\s*|\s+(?:[-–—]|e|ed|y|and|en|con)\s+|\s*,\s*")
PARTNERS, CLUB = " / ", "; "
MOSTLY = 0.8
SOME = 2


@dataclass(frozen=True, slots=True)
class Listed:
    """Who is to be entered as one, and from which club; as a text, the line on which the page shows it."""

    names: tuple[str, ...]
    club: str = ""

    def __str__(self) -> str:
        return PARTNERS.join(self.names) + (CLUB + self.club if self.club else "")

    def turned(self) -> Self:
        """The same with each given name before its surname, which stood in front."""
        return replace(self, names=tuple(given_first(name) for name in self.names))


def read_line(line: str, size: int) -> Listed:
    """A line as the page showed it, perhaps corrected since."""
    names, _semicolon, club = line.partition(CLUB.strip())
    parts = re.split(r"\s*/\s*", names) if size > 1 else [names]
    return Listed(_tidy(parts), normalise_text(club))


def read_entries(rows: Rows, size: int) -> list[Listed]:
    """Everybody on the list, `size` players at a time."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    if not filled:
        return []
    if is_heading(filled[0]):
        return _kept(_by_titles(filled[0], row) for row in filled[1:])
    cells = [[cell.strip() for cell in row if not NO_NAME.fullmatch(cell)] for row in filled]
    cells = [row for row in cells if row]
    if len(cells) == 1 and _are_figures(filled[1:]):
        return []
    if len(filled) == len(cells) == 1 and len(cells[0]) > size + 1:
        cells = [[cell] for cell in cells[0]]  # all names on one line
    return _kept(_partners(row, size) for row in cells) if size > 1 else _kept(_players(cells))


def _are_figures(rows: Rows) -> bool:
    """Whether what stands below a line is a table of figures, and that line names its columns and no player."""
    return bool(rows) and all(sum(1 for cell in row if cell.strip()) > 1 for row in rows)


def _kept(entries: Iterable[Listed]) -> list[Listed]:
    return [entry for entry in entries if any(entry.names)]


def _tidy(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, (normalise_text(IN_FRONT.sub("", name)) for name in names)))


def _by_titles(titles: Sequence[str], row: Sequence[str]) -> Listed:
    """A row under its columns' titles; a given name and a surname make one name."""
    by_role: dict[str, list[str]] = {}
    for title, cell in zip(titles, row, strict=False):
        by_role.setdefault(role_of(title) or "", []).append(cell)
    names = by_role.get("name", [])
    if "surname" in by_role:
        given = by_role.get("given", names)
        names = [" ".join(pair) for pair in zip(given, by_role["surname"], strict=False)] or by_role["surname"]
    club = next(iter(by_role.get("club", [])), "")
    names = [_turned(name.split(",")) for name in [*(names or by_role.get("given", [])), *by_role.get("partner", [])]]
    return Listed(_tidy(names), normalise_text(club))


def _players(rows: list[list[str]]) -> Iterable[Listed]:
    """Rows of one player each: the name in one cell or in two, then the club."""
    whole = [row[0] for row in rows if len(row) == 1]
    if len(whole) < len(rows) * (1 - MOSTLY) and _in_halves(rows):
        rows = [[" ".join(_tidy(row[:2])), *row[2:]] for row in rows]
    clubs = _clubs_after_commas(whole)
    for row in rows:
        name, club = _name_and_club(row[0], clubs)
        yield Listed(_tidy([name]), normalise_text(club or (row[1] if len(row) > 1 else "")))


def _in_halves(rows: list[list[str]]) -> bool:
    """Whether the first of several cells is hardly ever more than a word: a given name or a surname alone."""
    several = [_tidy(row[:1]) for row in rows if len(row) > 1]
    single = sum(len(names) == 1 and " " not in names[0] for names in several)
    return bool(several) and single >= len(several) * MOSTLY


def _clubs_after_commas(lines: list[str]) -> frozenset[str]:
    """What stands behind commas on more than one line: clubs, for hardly two people are called the same."""
    behind = Counter(line.rsplit(",", 1)[1].strip().casefold() for line in lines if "," in line)
    return frozenset(text for text, times in behind.items() if times >= SOME)


def _name_and_club(cell: str, clubs: frozenset[str]) -> tuple[str, str]:
    """The name in a cell with the club behind it, in brackets, after a dash or after a comma."""
    if found := IN_BRACKETS.fullmatch(cell):
        return found[1], found[2]
    name, *behind = BEHIND_DASH.split(IN_FRONT.sub("", cell), maxsplit=1)
    if behind:
        return name, behind[0]
    parts = [part.strip() for part in name.split(",")]
    if len(parts) > 1 and parts[-1].casefold() in clubs:
        return _turned(parts[:-1]), parts[-1]
    return _turned(parts), ""


def _turned(parts: list[str]) -> str:
    """A name written with the surname before a comma."""
    return " ".join([*parts[1:], parts[0]])


def _partners(row: list[str], size: int) -> Listed:
    """A row of partners: each in a cell, or all in one; then the club."""
    if len(row) >= size:
        names, rest = row[:size], row[size:]
    else:
        found = IN_BRACKETS.fullmatch(row[0])
        cell, rest = (found[1], [found[2]]) if found else (row[0], row[1:])
        names = TOGETHER.split(IN_FRONT.sub("", cell))
    return Listed(_tidy(names), normalise_text(rest[0] if rest else ""))
