"""The cards of Brisca and its variants: the packs and the values of the cards."""

from collections.abc import Iterator
from functools import cache

from scoring.fields import Choice, Field
from scoring.packs import LATIN_SUITS, RANKS, CardKind, Pack, suited
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.values import Line

RANKS_OF = {
    32: ("ace", "3", "5", "6", "7", "jack", "knight", "king"),
    40: ("ace", *"234567", "jack", "knight", "king"),
    48: ("ace", *"23456789", "jack", "knight", "king"),
}
"""The ranks in a pack, by its number of cards."""

CARD_POINTS = 120
"""The sum of the card points of a pack, the same for each size and region."""

COMMON = {"ace": 11, "3": 10, "king": 4, "knight": 3, "jack": 2}
WORTH = {
    "common": COMMON,
    "seven": {name: COMMON[name] for name in COMMON if name != "3"} | {"7": COMMON["3"]},
    "jack": COMMON | {"jack": COMMON["knight"], "knight": COMMON["jack"]},
}
VALUES = Field(
    "values",
    _("Card values"),
    _("What the cards are worth where you play; the total is always 120"),
    choices=(
        Choice("common", _("Ace 11, three 10, king 4, knight 3, jack 2")),
        Choice("seven", _("Lombardy and Piedmont: seven 10, three nothing")),
        Choice("jack", _("Tuscany: jack 3, knight 2")),
    ),
    default="common",
)


@cache
def brisca_pack(size: int, values: str = "common", last_trick: int = 0) -> Pack:
    """Return the pack of 32, 40 or 48 cards with these values."""
    worth = WORTH[values]
    counting = [CardKind(r, RANKS[r], worth[r], suited([r], LATIN_SUITS)) for r in worth]
    blanks = [rank for rank in RANKS_OF[size] if rank not in worth]
    blank = CardKind("blank", _("Other cards"), 0, suited(blanks, LATIN_SUITS))
    return Pack((*counting, blank), last_trick)


@cache
def points_of_cards(size: int) -> tuple[frozenset[int], ...]:
    """Return, for each number of cards from 0 to all, the card points that this number of cards can have."""
    possible: list[set[int]] = [{0}, *(set() for _card in range(size))]
    for kind in brisca_pack(size).kinds:
        for _card in kind.cards:
            for cards in range(size, 0, -1):
                possible[cards] |= {points + kind.value for points in possible[cards - 1]}
    return tuple(map(frozenset, possible))


def check_points(line: Line, name: str = "points") -> Iterator[Problem]:
    """Yield a problem for 1 point, which no cards give, and for 119, which would leave 1 point for the other cards."""
    if line.get(name) in (1, CARD_POINTS - 1):
        message = _("No cards add up to %(points)d points")
        yield Problem("unreachable_points", message, {"points": line[name]}, (name,))
