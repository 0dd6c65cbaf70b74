"""The hands of a table that were pasted from a spreadsheet: a line for each hand, with a number in each column."""

import re
from collections.abc import Iterator, Mapping, Sequence

from tournaments.actions.core.names import name_key

LONGEST = 20_000
"""The most characters of a pasted text that are read."""

BESIDE = 2
"""The most cells of a line beside the columns: the number of the hand and the sum."""


def widest(text: str) -> int:
    """Return the greatest number of cells in a line, or 0 without lines."""
    return max((len(_cells(line)) for line in text[:LONGEST].splitlines() if line.strip()), default=0)


def read_pasted(text: str, *, first: int, columns: int, names: Sequence[str] = ()) -> dict[int, list[str]]:
    """Return the cells of each hand by its number. Lines without the number of a hand count up from `first`.

    Cells are separated by tabs or semicolons, or else by commas or spaces. A line may begin with the number of its hand
    and may end with its sum. Lines without any number are headings; a heading with these names decides the order of the
    columns. Lines with totals are left out, and so are lines that have only the number of their hand.
    """
    lines = [_cells(line) for line in text[:LONGEST].splitlines() if line.strip()]
    order = next(filter(None, (_order(line, names) for line in lines)), None)
    lines = [line for line in lines if any(map(is_figure, line)) and not _is_total(line)]
    numbered = _are_numbered(lines, columns)
    hands: dict[int, list[str]] = {}
    following = first
    for line in lines:
        number, cells = _numbered(line, following) if numbered else (following, line)
        if any(cells):
            hands[number] = _arranged(cells, columns, order)
        following = number + 1
    return hands


def _cells(line: str) -> list[str]:
    for parting in ("\t", ";"):
        if parting in line:
            return [whole(bare(cell)) for cell in line.rstrip(f"{parting} ").split(parting)]
    return re.split(r"[,\s]+", line.strip())


def bare(cell: str) -> str:
    """Return the cell without the quotes that spreadsheets add to texts."""
    return cell.strip().strip('"').strip()


def whole(cell: str) -> str:
    """Return the cell without the decimal zeros that a spreadsheet adds to a whole number."""
    return re.sub(r"^([-−]?\d+)[.,]0{1,2}$", r"\1", cell)


def is_number(cell: str) -> bool:
    """Return whether the cell is a whole number."""
    return bool(re.fullmatch(r"[-−]?\d+", cell))


def is_figure(cell: str) -> bool:
    """Return whether the cell is a number. A fraction counts, because its line is a faulty hand and not a heading."""
    return bool(re.fullmatch(r"[-−]?\d+([.,]\d+)*", cell))


def _is_total(line: Sequence[str]) -> bool:
    """Return whether the first cell is a text without digits and a later cell is a whole number."""
    return bool(line[0]) and not re.search(r"\d", line[0]) and any(map(is_number, line[1:]))


def _are_numbered(lines: Sequence[Sequence[str]], columns: int) -> bool:
    """Return whether each line begins with the number of its hand.

    A line may have one cell more than there are columns: either the number at its beginning, or the sum of the others
    at its end. If all such lines end in their sum, they have no numbers. If only some do, they have numbers if their
    first cells increase.
    """
    wide = [line for line in lines if len(line) > columns]
    if any(len(line) > columns + 1 for line in wide):
        return True
    summed = [_is_summed(line) for line in wide]
    if not any(summed):
        return bool(wide)
    labels = [int(found[0]) for line in wide if (found := re.search(r"\d{1,3}", line[0]))]
    return not all(summed) and labels == sorted(set(labels))


def _numbered(line: Sequence[str], following: int) -> tuple[int, Sequence[str]]:
    """Return the number of the hand, or `following` if the first cell has no number; and the other cells."""
    label = re.search(r"\d{1,3}", line[0])
    return int(label[0]) if label else following, line[1:]


def _is_summed(line: Sequence[str]) -> bool:
    """Return whether the last cell is the sum of all others."""
    if not all(re.fullmatch(r"[-−]?\d{1,9}", cell) for cell in line):
        return False
    *points, total = (int(cell.replace("−", "-")) for cell in line)
    return sum(points) == total


def _order(line: Sequence[str], names: Sequence[str]) -> list[int] | None:
    """Return the index of each side's column in a heading that names all sides; None if the line is not such a heading.

    A heading names one partner or both, in any order, by a part of a name that is unique. The columns before the first
    name are not counted.
    """
    cells = [words_of(cell) if re.search(r"[^\W\d]", cell) else frozenset() for cell in line]
    sides = [words_of(name) for name in names]
    named = [[place for place, cell in enumerate(cells) if cell and cell <= side] for side in sides]
    places = [found[0] for found in named if len(found) == 1]
    if not names or len(set(places)) < len(names):
        return None
    return [place - min(places) for place in places]


def words_of(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", name_key(text)))


def _arranged(cells: Sequence[str], columns: int, order: Sequence[int] | None) -> list[str]:
    filled = [*cells, *[""] * columns]
    if order and len(order) == columns:
        return [filled[place] if place < len(filled) else "" for place in order]
    return filled[:columns]


def typed_rows(hands: Mapping[int, Sequence[str]], fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pasted cells as names and values of the form's inputs."""
    for number, cells in hands.items():
        for field, cell in zip(fields, cells, strict=True):
            yield f"{number}-{field}", cell.replace("−", "-")[:20]


def width(text: str) -> int:
    """Return the greatest number of cells in a line, without empty cells at the end; 0 without lines."""
    return max(map(len, map(_written, _lines(text))), default=0)


def read_words(text: str, *, first: int, are_words: Sequence[bool], needed: int) -> dict[int, list[str]]:
    """Return the cells of each hand by its number; the first line without a number is the hand `first`.

    `are_words` says for each column whether it has words. `needed` is the column with the last number of a hand. Cells
    are separated by tabs, semicolons or commas, or else by spaces. All lines may begin with the number of the hand.
    Cells after the last column are left out.
    """
    lines = _lines(text)
    of_hands = [line for line in lines if not _is_heading(line, are_words)]
    numbered = max(map(len, lines), default=0) > len(are_words) or _count_up(of_hands, first, are_words, needed)
    hands: dict[int, list[str]] = {}
    following = first
    for line in of_hands:
        number, cells = _numbered_words(line, following) if numbered else (following, line)
        if number:
            hands[number] = [*cells, *[""] * len(are_words)][: len(are_words)]
            following = number + 1
    return hands


def _numbered_words(line: list[str], following: int) -> tuple[int, list[str]]:
    """Return the hand's number at the start of a line (0 for a line of sums), and the other cells."""
    found = re.search(r"\d{1,3}", line[0])
    number = int(found[0]) if found else 0 if line[0] else following
    return number, line[1:]


def _lines(text: str) -> list[list[str]]:
    return [cells for line in text[:LONGEST].splitlines() if any(cells := _word_cells(line))]


def _word_cells(line: str) -> list[str]:
    for parting in ("\t", ";", ","):
        if parting in line:
            return [whole(bare(cell)) for cell in line.split(parting)]
    return line.split()


def _written(line: Sequence[str]) -> list[str]:
    last = max(place for place, cell in enumerate(line) if cell)
    return list(line[: last + 1])


def _is_heading(line: Sequence[str], are_words: Sequence[bool]) -> bool:
    """Return whether a line is a heading or has sums.

    That is, no cell is a number, or the first cell has a word in place of a number.
    """
    if not any(map(is_number, line)):
        return sum(1 for cell in line if cell) > sum(are_words)
    return bool(line[0]) and not re.search(r"\d", line[0]) and not are_words[0]


def _count_up(lines: Sequence[Sequence[str]], first: int, are_words: Sequence[bool], needed: int) -> bool:
    """Return whether the first cells are the numbers of hands, although no line is longer than the columns."""
    if [line[0] for line in lines] != [str(first + place) for place in range(len(lines))]:
        return False
    widest = max((len(_written(line)) for line in lines), default=0)
    return are_words[0] or (len(lines) > 1 and widest > needed)
