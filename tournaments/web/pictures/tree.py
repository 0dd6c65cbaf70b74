"""The tree of tables of a knock-out: a column for each of the last rounds, and a line for each player who qualifies."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.actions.standings.trees import TreePlayer, TreeRound
from tournaments.wording.words import figure

from .drawing import SPREAD, WIDTH, Picture, Point, SvgDrawing, path, wrapped

COLUMNS, MOST_TABLES = 3, 16
"""The most rounds of a tree, and the most tables of its first round; with more, names would be too small."""
GAP, TOP, INSET, APART = 22, 20, 5, 3
"""Units between columns (more in a wide picture), above the first table, from the frame of a table to its names, and
above and below a name of several lines.
"""
LARGE, PAPER_RATIO = 600, 0.9
"""The least width of a large tree, whose letters have 11 points on paper, and the width of a sheet in heights."""
Box = tuple[str, Sequence[TreePlayer]]
"""The title of a table, or that of the byes, and the players."""


def tree_picture(rounds: Sequence[TreeRound]) -> Picture:
    """The chart of the last rounds of a knock-out; its figures contain all rounds."""
    drawn = last_rounds(rounds, lambda first: len(first.tables) <= MOST_TABLES) or rounds[-1:]
    words = [_("A column for each round, a line for every player who qualifies for the next.")]
    if drawn[0] is not rounds[0]:
        words.append(_("It begins with round %(number)d.") % {"number": drawn[0].round})
    return Picture(
        name="tree",
        title=_("The tree of tables"),
        reading=" ".join(words),
        svg=tree_svg(drawn),
        large=tree_svg(drawn, "large-tree", width=LARGE, ratio=PAPER_RATIO),
        columns=[_("Round"), _("Table"), _("Player"), _("Score"), _("Qualifies")],
        rows=[row for round_ in reversed(rounds) for row in _rows(round_)],
    )


def last_rounds(rounds: Sequence[TreeRound], fits: Callable[[TreeRound], bool]) -> Sequence[TreeRound]:
    """Return up to `COLUMNS` last consecutive rounds, of which the first fits; [] if no round fits."""
    last = rounds[-1].round - len(rounds) if rounds else 0
    drawn = [each for at, each in enumerate(rounds, 1) if each.round - at == last][-COLUMNS:]
    return next((drawn[at:] for at, first in enumerate(drawn) if fits(first)), [])


def tree_svg(rounds: Sequence[TreeRound], name: str = "tree", *, width: float = WIDTH, ratio: float = 0) -> SafeString:
    """The tree of these rounds as SVG, with room for `width` units, and at least `ratio` times as wide as high."""
    return _draw(rounds, width, ratio).svg(name, _("The tree of tables"), " ".join(map(_description, rounds)))


def _boxes(round_: TreeRound) -> list[Box]:
    boxes: list[Box] = [(_("Table %(number)d") % {"number": each.table}, each.players) for each in round_.tables]
    return [*boxes, *([(_("Bye"), round_.byes)] if round_.byes else [])]


def _rows(round_: TreeRound) -> Iterator[list[str]]:
    for title, players in _boxes(round_):
        for each in players:
            goes_on = "–" if each.goes_on is None else _("yes") if each.goes_on else _("no")
            score = "–" if each.score is None else figure(each.score)
            yield [str(round_.round), title, each.name, score, goes_on]


def _description(round_: TreeRound) -> str:
    tables = (f"{title}: {', '.join(each.name for each in players)}." for title, players in _boxes(round_))
    return "{}. {}".format(_("Round %(number)s") % {"number": round_.round}, " ".join(tables))


def _draw(rounds: Sequence[TreeRound], width: float, ratio: float) -> SvgDrawing:
    """Draw the rounds from the last to the first; tables are in the order of their players' next tables."""
    columns, gap = list(_in_order(rounds)), GAP * (1 + ratio)
    of_column, height = inf, 0.0
    for _try in range(2 if ratio else 1):  # names of more lines make the chart higher, and so wider
        height = max(_height(boxes, of_column) for boxes in columns)
        of_column = (max(width, ratio * height) + gap) / max(2, len(rounds)) - gap
    height = max(_height(boxes, of_column) for boxes in columns)
    drawing = SvgDrawing(height, (of_column + gap) * len(rounds) - gap)
    right: Mapping[int, Point] = {}
    for at in reversed(range(len(rounds))):
        title, x = _("Round %(number)s") % {"number": rounds[at].round}, at * (of_column + gap)
        right = _column(drawing, title, columns[at], x, of_column, right)
    return drawing


def _in_order(rounds: Sequence[TreeRound]) -> Iterable[list[Box]]:
    """The boxes of each round, sorted by the average position of their players in the next round."""
    columns: list[list[Box]] = []
    at: dict[int, int] = {}
    for round_ in reversed(rounds):
        boxes = sorted(_boxes(round_), key=lambda box: _mean([at[p.entry] for p in box[1] if p.entry in at]))
        players = [each.entry for _title, seated in boxes for each in seated]
        at = {entry: place for place, entry in enumerate(players)}
        columns.insert(0, boxes)
    return columns


def _mean(places: Sequence[int]) -> float:
    return sum(places) / len(places) if places else 0


def _height(boxes: Sequence[Box], width: float) -> float:
    return TOP + sum(_box_height(box, width) + SPREAD / 2 for box in boxes)


def _box_height(box: Box, width: float) -> float:
    return SPREAD + sum(_tall(_lines(each, width)) for each in box[1]) + INSET


def _lines(player: TreePlayer, width: float) -> Sequence[str]:
    return wrapped(player.name, width - 2 * INSET)


def _tall(lines: Sequence[str]) -> float:
    return SPREAD * len(lines) + 2 * _apart(lines)


def _apart(lines: Sequence[str]) -> float:
    return APART if len(lines) > 1 else 0


def _column(
    drawing: SvgDrawing, title: str, boxes: Sequence[Box], x: float, width: float, right: Mapping[int, Point]
) -> Mapping[int, Point]:
    """Draw a round, and lines to the points `right` of the next round; return the points of this round by player."""
    drawing.text(title, x, SPREAD - 3, width, kind="strong")
    top = TOP + (drawing.height - _height(boxes, width)) / 2
    points: dict[int, Point] = {}
    for box in boxes:
        drawing.add("rect", x=x, y=top, width=width, height=_box_height(box, width), rx=3, kind="frame")
        y = top + SPREAD - 2
        drawing.text(box[0], x + INSET, y, width - 2 * INSET, kind="soft")
        for player in box[1]:
            lines = _lines(player, width)
            points[player.entry] = x, y + _tall(lines) / 2 + SPREAD / 4
            y += _tall(lines)
            kind = "strong" if player.goes_on else "soft" if player.goes_on is False else None
            drawing.name(lines, x + INSET, y - _apart(lines), width - 2 * INSET, kind=kind)
            if player.entry in right:
                drawing.add("polyline", points=path([(x + width, points[player.entry][1]), right[player.entry]]))
        top += _box_height(box, width) + SPREAD / 2
    return points
