"""Hands pasted from a spreadsheet, with words among the numbers."""

import re
from collections.abc import Sequence

from .pasted_hands import LONGEST, bare, is_number, whole


def width(text: str) -> int:
    """The number of cells of the longest line."""
    return max(map(len, map(_written, _lines(text))), default=0)


def read_words(text: str, *, first: int, are_words: Sequence[bool], needed: int) -> dict[int, list[str]]:
    """The cells of each hand by its number, from the hand `first` on: as many as there are columns.

    `are_words` says for each column whether words stand in it; the last number of a hand is in the column `needed`.
    Cells are parted by tabs, semicolons, commas or else by spaces. All lines may begin with the number of their hand;
    what stands behind the last column is left out.
    """
    lines = _lines(text)
    of_hands = [line for line in lines if not _is_heading(line, are_words)]
    numbered = max(map(len, lines), default=0) > len(are_words) or _count_up(of_hands, first, are_words, needed)
    hands: dict[int, list[str]] = {}
    following = first
    for line in of_hands:
        number, cells = _numbered(line, following) if numbered else (following, line)
        if number:
            hands[number] = [*cells, *[""] * len(are_words)][: len(are_words)]
            following = number + 1
    return hands


def _numbered(line: list[str], following: int) -> tuple[int, list[str]]:
    """The number in front of a line; 0 for a line with the sums."""
    found = re.search(r"\d{1,3}", line[0])
    number = int(found[0]) if found else 0 if line[0] else following
    return number, line[1:]


def _lines(text: str) -> list[list[str]]:
    return [cells for line in text[:LONGEST].splitlines() if any(cells := _cells(line))]


def _cells(line: str) -> list[str]:
    for parting in ("\t", ";", ","):
        if parting in line:
            return [whole(bare(cell)) for cell in line.split(parting)]
    return line.split()


def _written(line: Sequence[str]) -> list[str]:
    last = max(place for place, cell in enumerate(line) if cell)
    return list(line[: last + 1])


def _is_heading(line: Sequence[str], are_words: Sequence[bool]) -> bool:
    """Whether a line is a heading or a sum: it has no number where one is required."""
    if not any(map(is_number, line)):
        return sum(1 for cell in line if cell) > sum(are_words)
    return bool(line[0]) and not re.search(r"\d", line[0]) and not are_words[0]


def _count_up(lines: Sequence[Sequence[str]], first: int, are_words: Sequence[bool], needed: int) -> bool:
    """Whether the first cells are the numbers of hands although they could be values."""
    if [line[0] for line in lines] != [str(first + place) for place in range(len(lines))]:
        return False
    widest = max((len(_written(line)) for line in lines), default=0)
    return are_words[0] or (len(lines) > 1 and widest > needed)
