"""The tables of a tree arranged in columns, and the columns in pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.actions.standings.trees import TreePlayer, TreeRound

from .drawing import breadth, wrapped

LINE = 15
"""The distance between two lines of a box, in units."""
INSET, EDGE, APART = 5, 2, 2
"""Units beside the names in a box; above and below its names; and between boxes, or around names of two lines."""
LINES, BESIDE = 16, 8
"""The length of a line to the number of the next table, and the room to the right of that number, in units."""
BYES = 4
"""The most byes in a box."""
NextLabels = Mapping[tuple[int, int], str]
"""The label of the box of a round and an entry in the next round."""


@dataclass(frozen=True, slots=True)
class TreeBox:
    """A table, labelled with its number, or some of the players with a bye."""

    label: str
    title: str
    players: Sequence[TreePlayer]

    @property
    def indent(self) -> float:
        """The distance from the frame to the names; the label is in between."""
        return 2 * INSET + breadth(self.label)

    def lines(self, player: TreePlayer, width: float) -> Sequence[str]:
        """Return the whole name of a player, in as many lines as a box of this width needs."""
        return wrapped(player.name, width - self.indent - INSET)

    def height(self, width: float) -> float:
        """Return the height of the box with this width."""
        return 2 * EDGE + sum(tall(self.lines(player, width)) for player in self.players)


@dataclass(frozen=True, slots=True)
class TreeColumn:
    """Boxes of a round one above another, and their total height."""

    round: int
    boxes: Sequence[TreeBox]
    height: float

    @property
    def title(self) -> str:
        """The name of the round."""
        return _("Round %(number)s") % {"number": self.round}


def boxes_of(round_: TreeRound) -> list[TreeBox]:
    """Return the boxes of a round: its tables by number, then the byes."""
    tables = [
        TreeBox(str(each.table), _("Table %(number)d") % {"number": each.table}, each.players) for each in round_.tables
    ]
    parts = [round_.byes[at : at + BYES] for at in range(0, len(round_.byes), BYES)]
    return [*tables, *(TreeBox(_("Bye"), _("Bye"), part) for part in parts)]


def next_labels(rounds: Sequence[TreeRound]) -> NextLabels:
    """Return the label of each player's box in the next round, for players who have one."""
    return {
        (round_.round - 1, player.entry): box.label
        for round_ in rounds
        for box in boxes_of(round_)
        for player in box.players
    }


def tall(lines: Sequence[str]) -> float:
    """Return the height of a name with these lines."""
    return LINE * len(lines) + (2 * APART if len(lines) > 1 else 0)


@dataclass(frozen=True)
class TreeLayout:
    """Pages of this size with `number` columns. Each round begins a new column."""

    rounds: Sequence[TreeRound]
    labels: NextLabels
    page_width: float
    page_height: float
    number: int

    @cached_property
    def lane(self) -> float:
        """The room to the right of a column, for its lines and the labels at their ends."""
        led = [each.round for each in self.rounds[:-1]]
        labels = {label for (number, _entry), label in self.labels.items() if number in led}
        return (LINES + max(map(breadth, labels)) + 2 * EDGE if labels else 0) + BESIDE

    @cached_property
    def width(self) -> float:
        """The width of a column without its lane."""
        return (self.page_width + BESIDE) / self.number - self.lane

    @cached_property
    def pages(self) -> list[Sequence[TreeColumn]]:
        """The columns of each page."""
        columns = [column for round_ in self.rounds for column in self._columns(round_)]
        return [columns[at : at + self.number] for at in range(0, len(columns), self.number)]

    @property
    def exceeds(self) -> bool:
        """Whether a table is higher than a page."""
        return any(column.height > self.page_height for page in self.pages for column in page)

    def _columns(self, round_: TreeRound) -> Iterator[TreeColumn]:
        boxes: list[TreeBox] = []
        height = 0.0
        for box in boxes_of(round_):
            more = box.height(self.width) + APART
            if boxes and height + more > self.page_height:
                yield TreeColumn(round_.round, boxes, height)
                boxes, height = [], 0
            boxes.append(box)
            height += more
        yield TreeColumn(round_.round, boxes, height)
