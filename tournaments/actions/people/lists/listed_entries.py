"""Reading of a list's rows as entries: partners, and the club after the name. Doubtful text is left as typed."""

from collections.abc import Iterable, Iterator, Sequence

from .columns import MOST_TITLES, is_heading, role_of
from .files import Rows
from .lines import partner_names, partners, players
from .listed import NO_NAME, Listed, listed


def read_entries(rows: Rows, size: int) -> list[Listed]:
    """Return all entries of a list; each has `size` players."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    heading = _heading(filled)
    if heading is not None:
        below = (_by_titles(filled[heading], row, size) for row in filled[heading + 1 :])
        if size == 1:
            below = (Listed((name,), each.club, each.club_is_sure) for each in below for name in each.names)
        return _not_empty(below)
    cells = [[cell.strip() for cell in row if not NO_NAME.fullmatch(cell.strip())] for row in filled]
    cells = [row for row in cells if row]
    if len(cells) == 1 and _are_figures(filled[1:]):
        return []
    if len(filled) == len(cells) == 1 and len(cells[0]) > size + 1:
        cells = [[cell] for cell in cells[0]]  # all names on one line
    return _not_empty(partners(cells, size) if size > 1 else players(cells))


def _heading(filled: Rows) -> int | None:
    """Return the index of the row with the columns' titles; None if there is none.

    All rows above it must have fewer cells.
    """
    for place, row in enumerate(filled[: MOST_TITLES + 1]):
        if is_heading(row):
            return place if all(_width(above) < _width(row) for above in filled[:place]) else None
    return None


def _width(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell.strip())


def _are_figures(rows: Rows) -> bool:
    """Whether all these rows have several cells; then the line above contains titles, and not a player."""
    return bool(rows) and all(_width(row) > 1 for row in rows)


def _not_empty(entries: Iterable[Listed]) -> list[Listed]:
    return [entry for entry in entries if entry.names]


def _by_titles(titles: Sequence[str], row: Sequence[str], size: int) -> Listed:
    """Return the entry of a row, read by the titles of its columns; given name and surname are joined."""
    by_role: dict[str, list[str]] = {}
    for title, cell in zip(titles, row, strict=False):
        by_role.setdefault(role_of(title) or "", []).append(cell)
    club = next(iter(by_role.get("club", [])), "")
    names = [name for name in [*_names(by_role), *by_role.get("partner", [])] if not NO_NAME.fullmatch(name.strip())]
    return listed(partner_names(names, size), club, club_is_sure=True)


def _names(by_role: dict[str, list[str]]) -> Iterator[str]:
    """Yield the names in a row, in order; `by_role` has its cells by the role of their column."""
    surnames = by_role.get("surname", [])
    whole, given = by_role.get("name", []), by_role.get("given", [])
    if not surnames:
        yield from whole or given
        return
    between = by_role.get("between", [])
    for place, surname in enumerate(surnames):
        parts = (cells[place] for cells in (given or whole, between) if place < len(cells))
        yield " ".join([*parts, surname])
