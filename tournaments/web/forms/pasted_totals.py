"""The totals of a round that were pasted from a spreadsheet or a message: a line for each table or each player."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.actions.hands.tables import TableInPlay

from .pasted_hands import LONGEST, bare, is_number, whole, words_of

NUMBERED = re.compile(r"(\D*\d{1,4})[\s:,]+([-−]?\d+(?:[\s,]+[-−]?\d+)+)")
NAMED = re.compile(r"(.*[^\W\d].*?)[\s:=,]+([-−]?\d+)")
"""The patterns of a table with its totals, and of a name with its total, without tabs or semicolons."""

LETTER_OR_DIGIT = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class PastedTotals:
    """The pasted cells by table and side, and the lines that gave no cell.

    Such lines are headings, or have no total, name no table or player, or contradict earlier lines.
    """

    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    headings: list[str] = field(default_factory=list)
    without_total: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    contrary: list[str] = field(default_factory=list)


def read_totals(text: str, plays: Sequence[TableInPlay]) -> PastedTotals:
    """Return the totals of these tables in a text.

    A line begins with the number of a table and has the totals in the order of its sides; or it names one side and ends
    with its total. Cells are separated by tabs or semicolons, or else by commas or spaces; a sum may be at the end. A
    line without digits is a heading if it precedes all totals and names no side; otherwise its total is missing.
    """
    read = PastedTotals()
    at = {play.table.number: len(play.sides) for play in plays}
    is_begun = False
    for line in filter(LETTER_OR_DIGIT.search, (line.strip() for line in text[:LONGEST].splitlines())):
        if not re.search(r"\d", line):
            is_heading = not is_begun and not any(_named(words_of(line), plays))
            (read.headings if is_heading else read.without_total).append(line[:100])
            continue
        is_begun = True
        label, totals = _split_line(line)
        places = _places(label, len(totals), at, plays)
        cells = dict(zip(places, (each.replace("−", "-") for each in totals), strict=False))
        if not cells or not all(map(is_number, cells.values())):
            read.unread.append(line[:100])
        elif any(read.cells.get(place, total) != total for place, total in cells.items()):
            read.contrary.append(line[:100])
        else:
            read.cells.update(cells)
    return read


def _split_line(line: str) -> tuple[str, list[str]]:
    """Return the label at the start of a line and the cells after it; no cells if the line has no known form."""
    for parting in ("\t", ";"):
        if parting in line:
            label, *totals = [whole(bare(cell)) for cell in line.split(parting)]
            return label, [total for total in totals if total]
    found = NUMBERED.fullmatch(line) or NAMED.fullmatch(line)
    return (found[1], re.split(r"[\s,]+", found[2])) if found else (line, [])


def _places(label: str, totals: int, at: dict[int, int], plays: Sequence[TableInPlay]) -> list[tuple[int, int]]:
    """Return table and side of each total; [] unless the label names one table or exactly one side."""
    if (number := re.fullmatch(r"\D*(\d{1,4})\D*", label)) and totals > 1:
        table = int(number[1])
        sides = at.get(table, 0)
        return [(table, side) for side in range(sides)] if sides <= totals <= sides + 1 else []
    named = list(_named(words_of(label), plays)) if totals == 1 else []
    return named if len(named) == 1 else []


def _named(words: frozenset[str], plays: Sequence[TableInPlay]) -> Iterator[tuple[int, int]]:
    """Yield the table and side of each side whose names contain all these words."""
    for play in plays:
        for side, seats in enumerate(play.sides):
            if words and words <= words_of(" ".join(seat.name for seat in seats)):
                yield play.table.number, side
