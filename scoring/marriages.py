"""Marriages (king and knight of one suit on one side): their points, and the splits of a pack that allow them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from scoring.brisca_pack import CARD_POINTS, COMMON, brisca_pack, check_points, points_of_cards
from scoring.fields import Field
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.values import ALL_LINES, Line, Tally

TRUMP_MARRIAGES = Field(
    "trump_marriages", _("Marriage in trumps"), _("King and knight of trumps: 40 points"), maximum=1, default=0
)
PLAIN_MARRIAGES = Field(
    "plain_marriages", _("Other marriages"), _("King and knight of another suit: 20 points each"), maximum=3, default=0
)
MARRIAGES = (TRUMP_MARRIAGES, PLAIN_MARRIAGES)

COUPLE = ("king", "knight")
KING_AND_KNIGHT = sum(COMMON[name] for name in COUPLE)

Counts = tuple[tuple[int, ...], ...]
"""The marriages of each side: in trumps and, if they count, in the other suits."""

STRIDE = CARD_POINTS + 1
"""A split is stored as a bit, whose position is the first side's points, plus `STRIDE` times its cards; with three
sides, the second side's points replace the cards."""


def marriage_points(line: Line) -> int:
    """Return the points of the marriages in a line."""
    return 40 * int(line["trump_marriages"]) + 20 * int(line.get("plain_marriages", 0))


def check_marriages(line: Line) -> Iterator[Problem]:
    """Yield a problem for more marriages than the side's card points have room for."""
    needed = KING_AND_KNIGHT * sum(int(line.get(field.name, 0)) for field in MARRIAGES)
    if "points" in line and int(line["points"]) < needed:
        message = _("These marriages need %(needed)d card points: each has a king and a knight")
        yield Problem("marriages", message, {"needed": needed}, ("points",))


def check_all_marriages(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for more marriages than there are suits."""
    for field in MARRIAGES:
        counts = tally.column(field.name)
        if counts is not None and sum(counts) > field.maximum:
            message = _("The sides together have at most %(most)d of these marriages")
            yield Problem("marriages", message, {"most": field.maximum, "field": field.name}, ALL_LINES)


def check_split(tally: Tally, fields: Sequence[Field], size: int, trick: int) -> Iterator[Problem]:
    """Yield a problem for points and marriages that no division of a pack of this size into whole tricks gives.

    Nothing is checked if the points or the marriages are impossible by themselves. `fields` are the marriages that the
    game counts. `trick` is the number of cards in a trick.
    """
    points = tally.column("points")
    columns = [tally.column(field.name) for field in fields]
    if points is None or None in columns or sum(points) != CARD_POINTS:
        return
    if any(problem for _side, line in tally.sides() for problem in (*check_points(line), *check_marriages(line))):
        return
    splits = marriage_splits(size, len(points), len(fields)).get(tuple(zip(*columns, strict=True)))
    if splits is not None and not any(splits >> bit & 1 for bit in _bits(tally, points, size, trick)):
        message = _("These points and marriages are not possible together: count both again")
        yield Problem("marriages", message, {"field": "points"}, ALL_LINES)


def _bits(tally: Tally, points: Sequence[int], size: int, trick: int) -> Iterable[int]:
    """Return the positions of the bits of all splits that agree with a tally.

    For three sides there is one position. For two sides there is one for each possible number of the first side's
    cards; if this number is recorded and possible, only one.
    """
    if len(points) > 2:
        return [points[0] + STRIDE * points[1]]
    cards = tally.column("cards")
    counts: Iterable[int] = range(0, size + 1, trick)
    if cards and sum(cards) == size and points[0] in points_of_cards(size)[cards[0]]:
        counts = set(counts) & {cards[0]} or counts
    return [points[0] + STRIDE * count for count in counts]


@cache
def marriage_splits(size: int, sides: int, kinds: int) -> Mapping[Counts, int]:
    """Return, for each combination of marriages, a bit mask of the splits of the pack that give it.

    If `kinds` is 2, marriages of trumps and of other suits count; if it is 1, only those of trumps.
    """
    worth = [kind.value for kind in brisca_pack(size).kinds for _card in kind.cards if kind.name not in COUPLE]
    rest = 1
    for value in worth:
        steps, before = _steps(value, sides), rest
        rest = 0
        for step in steps:
            rest |= before << step
    splits: dict[Counts, int] = {((0,) * kinds,) * sides: rest}
    for suit in range(4):
        splits = _with_suit(splits, sides, 0 if suit == 0 else 1)
    return splits


def _steps(value: int, sides: int) -> tuple[int, ...]:
    """Return for each side the number of bits by which a split moves if that side takes a card of this value."""
    return (value + STRIDE, 0) if sides == 2 else (value, STRIDE * value, 0)


def _with_suit(splits: Mapping[Counts, int], sides: int, kind: int) -> dict[Counts, int]:
    """Return the splits after adding the king and knight of one suit to the sides in every possible way."""
    kings, knights = (_steps(COMMON[name], sides) for name in COUPLE)
    found: dict[Counts, int] = {}
    for (counts, bits), king, knight in product(splits.items(), range(sides), range(sides)):
        wed = _match_marriages(counts, king, kind) if king == knight else counts
        found[wed] = found.get(wed, 0) | bits << kings[king] + knights[knight]
    return found


def _match_marriages(counts: Counts, side: int, kind: int) -> Counts:
    return tuple(
        tuple(number + (one == side and each == kind) for each, number in enumerate(mine))
        for one, mine in enumerate(counts)
    )
