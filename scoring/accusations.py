"""Declarations (*accuse*) of Tressette: three or four cards of a rank, and napoletane.

The checks find declarations that four hands cannot hold together.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from scoring.fields import Choice, Field
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.values import ALL_LINES, Line, Tally

ALIKE = (Choice(3, _("Three")), Choice(4, _("Four")))
RANKS = (
    Field("aces", _("Aces"), _("Three or four in one hand: 3 or 4 points"), choices=ALIKE, optional=True),
    Field("twos", _("Twos"), _("Three or four in one hand: 3 or 4 points"), choices=ALIKE, optional=True),
    Field("threes", _("Threes"), _("Three or four in one hand: 3 or 4 points"), choices=ALIKE, optional=True),
)
NAPOLETANE = Field(
    "napoletane", _("Napoletane"), _("Ace, two and three of a suit: 3 points each"), maximum=4, default=0
)
ACCUSATIONS = (*RANKS, NAPOLETANE)
NAMES = tuple(field.name for field in RANKS)

MOST = 21
"""The most points that declarations can give: three of each rank, and the napoletane of all four suits."""

HAND, SUITS = 10, 4
ALL_THIRDS = 35
"""The thirds of a point in a hand: 32 of the cards, and three of the last trick."""


Accused = tuple[int, int, int, int]
"""One side's declarations: the numbers of aces, twos and threes (0 for none), and the number of napoletane."""


def points_of(line: Line) -> int:
    """Return the points of a side's declarations."""
    return sum(int(line.get(name, 0)) for name in NAMES) + 3 * int(line.get("napoletane", 0))


def check_accusations(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for declarations that no deal allows together."""
    if tally.column("napoletane") is None or any(("lines", side) in tally.refused for side in range(2)):
        return
    first, second = (_accused(line) for _side, line in tally.sides())
    for name, mine, theirs in zip(NAMES, first, second, strict=False):
        if mine and theirs:
            message = _("Only one side can have three or four of the same rank")
            yield Problem("accused_twice", message, {"field": name}, ALL_LINES)
            return
    if not _fits(first, second):
        message = _("One deal cannot give all these declarations: check them")
        yield Problem("accusations_impossible", message, {"field": "napoletane"}, ALL_LINES)


def least_thirds(line: Line) -> int:
    """Return the fewest thirds that a side with these declarations takes, however the hand is played.

    A player loses a three only by discarding it, when the player no longer has the suit that is led. So a player with
    all threes wins a trick with the three of the first suit that runs out, and one more trick with the two of this suit
    if the player has all twos. A player with all aces and twos also wins a trick. A player with only the highest cards
    of each suit wins every trick. A napoletana shows that one player has the ace, two and three of a suit.
    """
    if line.get("threes") != SUITS and not line["napoletane"]:
        return 0
    aces, twos, threes, napoletane = _accused(line)
    if threes == SUITS and napoletane >= (2 if twos == SUITS else 3):
        return ALL_THIRDS
    if threes == SUITS:
        return 2 if twos == SUITS and napoletane else 1
    return int(aces == twos == SUITS and napoletane > 0)


def _accused(line: Line) -> Accused:
    aces, twos, threes = (int(line.get(name, 0)) for name in NAMES)
    return (aces, twos, threes, int(line["napoletane"]))


@cache
def _fits(first: Accused, second: Accused) -> bool:
    """Return whether four hands can hold the declarations of both sides, divided between partners in some way."""
    if first[3] + second[3] > SUITS:
        return False
    return any(_holds([*one, *other]) for one in _shared(first) for other in _shared(second))


def _shared(side: Accused) -> Iterator[tuple[Accused, Accused]]:
    """Yield each way to divide a side's declarations between its two players."""
    *alike, napoletane = side
    for own in product(*[{0, count} for count in alike], range(napoletane + 1)):
        rest = tuple(all_ - mine for all_, mine in zip(side, own, strict=True))
        yield own, rest  # type: ignore[misc]  # four numbers each


def _holds(players: Sequence[Accused]) -> bool:
    """Return whether four players can hold these declarations.

    If a player has three of a rank, the missing card allows the others at most one napoletana. If a player has four of
    a rank, the others can have none.
    """
    napoletane = sum(player[3] for player in players)
    for *alike, own in players:
        counts = [count for count in alike if count]
        if any(napoletane - own > SUITS - count for count in counts):
            return False
        if sum(counts) + own * (len(alike) - len(counts)) > HAND or own == SUITS:
            return False
    return True
