"""Reading of rows without column titles: names, clubs and partners are told apart."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..family_names import is_particle
from .listed import IN_FRONT, Listed, listed, tidied

IN_BRACKETS = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]+)[)\]]\s*")
BEHIND_DASH = re.compile(r"\s+[-–—]\s+")
BEHIND_COMMA = re.compile(r"\s*,\s*")
SURE = re.compile(r"\s*[/&+]\s*")
TOGETHER = re.compile(rf"{SURE.pattern}|\s+(?:[-–—]|e|ed|y|and|en|con)\s+|\s*,\s*")
MOSTLY = 0.8
SOME, WHOLE = 2, 2
SURNAME_GIVEN_CLUB, SEVERAL = 3, 4


def players(rows: list[list[str]]) -> Iterator[Listed]:
    """Yield the entries of rows with one player each. The name has one cell or two; the club follows."""
    whole = [row[0] for row in rows if len(row) == 1]
    if len(rows) == 1 and len(people := whole[0].split(",") if whole else []) >= SEVERAL:
        rows = [[name] for name in people]  # all names are on one line
    if len(whole) < len(rows) * (1 - MOSTLY) and _has_name_columns(rows):
        rows = [[" ".join(tidied(row[:2])), *row[2:]] for row in rows]
    clubs_follow = _clubs_follow_commas(whole)
    for row in rows:
        name, club = _name_and_club(row[0], clubs_follow=clubs_follow)
        yield listed([name], club or (row[1] if len(row) > 1 else ""), club_is_sure=bool(club))


def _has_name_columns(rows: list[list[str]]) -> bool:
    """Whether the first cell is nearly always a single word, so that given name and surname have separate cells."""
    several = [tidied(row[:1]) for row in rows if len(row) > 1]
    single = sum(len(names) == 1 and " " not in names[0] for names in several)
    return bool(several) and single >= len(several) * MOSTLY


def _clubs_follow_commas(lines: list[str]) -> bool:
    """Whether the texts after the commas are clubs: most occur repeatedly, and each follows a whole name."""
    parts = [line.split(",") for line in lines]
    behind = Counter(last.strip().casefold() for name, *_more, last in filter(_several, parts) if _has_given_name(name))
    again = sum(times for times in behind.values() if times >= SOME)
    return again * 2 >= max(behind.total(), 1)


def _several(parts: Sequence[str]) -> bool:
    return len(parts) > 1


def _has_given_name(name: str) -> bool:
    """Whether a name has more than a surname with its particles."""
    words = IN_FRONT.sub("", name).split()
    return sum(not is_particle(word) for word in words) >= WHOLE


def _name_and_club(cell: str, *, clubs_follow: bool) -> tuple[str, str]:
    """Return the name in a cell and the club that follows it.

    The club is in brackets, after a dash or, with `clubs_follow`, after a comma.
    """
    if found := IN_BRACKETS.fullmatch(cell):
        return found[1], found[2]
    name, *behind = BEHIND_DASH.split(IN_FRONT.sub("", cell), maxsplit=1)
    if behind:
        return name, behind[0]
    parts = [part.strip() for part in name.split(",")]
    if _several(parts) and _has_given_name(parts[0]) and clubs_follow:
        return parts[0], ", ".join(parts[1:])
    if len(parts) == SURNAME_GIVEN_CLUB:
        return ", ".join(parts[:2]), parts[2]
    return name, ""


def partners(rows: list[list[str]], size: int) -> Iterator[Listed]:
    """Yield the entries of rows with partners and a club. Each partner has one or two cells, or all share one cell."""
    if _each_has_name_columns(rows, size):
        rows = [[*_joined(row[: 2 * size]), *row[2 * size :]] for row in rows]
    for row in rows:
        yield _partners(row, size)


def _each_has_name_columns(rows: list[list[str]], size: int) -> bool:
    """Whether given names and surnames have separate cells."""
    halves = [row[: 2 * size] for row in rows]
    words = [tidied([cell]) for row in halves for cell in row]
    single = sum(len(names) == 1 and " " not in names[0] for names in words)
    return all(len(row) == 2 * size for row in halves) and single >= len(words) * MOSTLY


def _joined(cells: Sequence[str]) -> Iterable[str]:
    return (" ".join(tidied(cells[place : place + 2])) for place in range(0, len(cells), 2))


def _partners(row: list[str], size: int) -> Listed:
    """Return the entry of a row with partners and a club. Each partner has one cell, or all share one."""
    cell, rest = IN_FRONT.sub("", row[0]), row[1:]
    if found := IN_BRACKETS.fullmatch(cell):
        cell, rest = found[1], [found[2]]
    together = SURE.split(cell)
    if len(together) == size:
        names, club = _last_with_club(together)
        return listed(names, club or next(iter(rest), ""))
    if len(row) >= size:
        return listed(row[:size], next(iter(row[size:]), ""))
    return listed(TOGETHER.split(cell), next(iter(rest), ""))


def _last_with_club(names: list[str]) -> tuple[list[str], str]:
    """Return the partners, and the club that follows the last partner's name."""
    for sign in (BEHIND_DASH, BEHIND_COMMA):
        last, *behind = sign.split(names[-1], maxsplit=1)
        if behind:
            return [*names[:-1], last], behind[0]
    return names, ""


def partner_names(cells: Sequence[str], size: int) -> Iterable[str]:
    """Return the partners' names; each has a cell, or one cell has all of them."""
    together = SURE.split(cells[0]) if size > 1 and len(cells) == 1 else cells
    if size > 1 and len(together) == 1:
        return TOGETHER.split(together[0])
    return together
