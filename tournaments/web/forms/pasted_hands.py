"""The hands of a table as they come from a spreadsheet: a line for each, a number for each column."""

import re
from collections.abc import Iterator, Mapping, Sequence

from tournaments.actions.core.names import name_key

LONGEST = 20_000
"""More letters are no table's hands."""

BESIDE = 2
"""The number of the hand and its sum may stand beside what was written down."""


def widest(text: str) -> int:
    """How many cells the longest line has."""
    return max((len(_cells(line)) for line in text[:LONGEST].splitlines() if line.strip()), default=0)


def read_pasted(text: str, *, first: int, columns: int, names: Sequence[str] = ()) -> dict[int, list[str]]:
    """The cells of each hand by its number, from the hand `first` on: as many for each as there are columns.

    Cells are parted by tabs, semicolons, or else by commas or spaces. The lines may begin with the number of their hand
    and end with its sum. Lines without a number are headings, and one with these names says who has which column; of a
    hand nothing was written down where its number stands alone.
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
    """A cell without the quotes that spreadsheets add to texts."""
    return cell.strip().strip('"').strip()


def whole(cell: str) -> str:
    """A whole number without the decimals that a spreadsheet shows behind it."""
    return re.sub(r"^([-−]?\d+)[.,]0{1,2}$", r"\1", cell)


def is_number(cell: str) -> bool:
    """Whether a cell is a whole number."""
    return bool(re.fullmatch(r"[-−]?\d+", cell))


def is_figure(cell: str) -> bool:
    """Whether a cell is a number: a line with a fraction is a faulty hand, not a heading."""
    return bool(re.fullmatch(r"[-−]?\d+([.,]\d+)*", cell))


def _is_total(line: Sequence[str]) -> bool:
    """Whether a line starts with a word for a sum."""
    return bool(line[0]) and not re.search(r"\d", line[0]) and any(map(is_number, line[1:]))


def _are_numbered(lines: Sequence[Sequence[str]], columns: int) -> bool:
    """Whether lines begin with the numbers of hands: the last cell is no sum of all others, or the numbers rise."""
    wide = [line for line in lines if len(line) > columns]
    if any(len(line) > columns + 1 for line in wide):
        return True
    summed = [_is_summed(line) for line in wide]
    if not any(summed):
        return bool(wide)
    labels = [int(found[0]) for line in wide if (found := re.search(r"\d{1,3}", line[0]))]
    return not all(summed) and labels == sorted(set(labels))


def _numbered(line: Sequence[str], following: int) -> tuple[int, Sequence[str]]:
    """The number of the hand and its cells."""
    label = re.search(r"\d{1,3}", line[0])
    return int(label[0]) if label else following, line[1:]


def _is_summed(line: Sequence[str]) -> bool:
    """Whether the last cell is the sum of all the others."""
    return all(re.fullmatch(r"\d{1,9}", cell) for cell in line) and sum(map(int, line[:-1])) == int(line[-1])


def _order(line: Sequence[str], names: Sequence[str]) -> list[int] | None:
    """The columns of each side, by a heading that names all; columns before the first are left out.

    A heading names one partner or both, in any order, by an unambiguous part of a name.
    """
    cells = [_words(cell) if re.search(r"[^\W\d]", cell) else frozenset() for cell in line]
    sides = [_words(name) for name in names]
    named = [[place for place, cell in enumerate(cells) if cell and cell <= side] for side in sides]
    places = [found[0] for found in named if len(found) == 1]
    if not names or len(set(places)) < len(names):
        return None
    return [place - min(places) for place in places]


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", name_key(text)))


def _arranged(cells: Sequence[str], columns: int, order: Sequence[int] | None) -> list[str]:
    filled = [*cells, *[""] * columns]
    if order and len(order) == columns:
        return [filled[place] if place < len(filled) else "" for place in order]
    return filled[:columns]


def typed_rows(hands: Mapping[int, Sequence[str]], fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pasted cells in the format of the form."""
    for number, cells in hands.items():
        for field, cell in zip(fields, cells, strict=True):
            yield f"{number}-{field}", cell.replace("−", "-")[:20]
