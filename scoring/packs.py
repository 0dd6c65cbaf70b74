"""Packs of cards: the value of each kind of card, and the points of a pile."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scoring.fields import Field, Kind
from scoring.problems import Problem
from scoring.problems import gettext_noop as _

LATIN_SUITS = ("coins", "cups", "swords", "batons")
FRENCH_SUITS = ("diamonds", "hearts", "spades", "clubs")

RANKS = {
    "ace": _("Ace"),
    **{str(number): str(number) for number in range(2, 11)},
    "jack": _("Jack"),
    "knight": _("Knight"),
    "queen": _("Queen"),
    "king": _("King"),
    "joker": _("Joker"),
}
SUITS = {
    "coins": _("Coins"),
    "cups": _("Cups"),
    "swords": _("Swords"),
    "batons": _("Batons"),
    "diamonds": _("Diamonds"),
    "hearts": _("Hearts"),
    "spades": _("Spades"),
    "clubs": _("Clubs"),
}
"""The labels of suits; a card's name is its rank and suit: ace-coins, 7-cups, king-hearts."""

LAST_TRICK_PILE = Field(
    "last_trick",
    _("Last trick"),
    _("The pile of the side that won the last trick"),
    kind=Kind.SIDE,
    maximum=7,
    optional=True,
)


@dataclass(frozen=True, slots=True)
class CardKind:
    """Cards of one value that are counted together. A card that the pack has twice is listed twice."""

    name: str
    label: str
    value: int
    cards: tuple[str, ...]


def suited(ranks: Iterable[str], suits: Sequence[str], *, packs: int = 1) -> tuple[str, ...]:
    """Return the cards of these ranks in every suit, repeated for each pack."""
    return tuple(f"{rank}-{suit}" for rank in ranks for suit in suits) * packs


@dataclass(frozen=True)
class Pack:
    """All cards of a game by kind, and the points for the last trick."""

    kinds: tuple[CardKind, ...]
    last_trick: int = 0

    @cached_property
    def kind_of(self) -> Mapping[str, CardKind]:
        """Return the kind of every card by the card's name."""
        return {card: kind for kind in self.kinds for card in kind.cards}

    @cached_property
    def copies(self) -> Counter[str]:
        """Return how often each card is in the pack."""
        return Counter(card for kind in self.kinds for card in kind.cards)

    @cached_property
    def sizes(self) -> Counter[str]:
        """Return how many cards of each kind are in the pack."""
        return Counter({kind.name: len(kind.cards) for kind in self.kinds})

    @property
    def points(self) -> int:
        """Return the points of all cards and of the last trick."""
        return self.last_trick + self.worth(self.sizes)

    def worth(self, kinds: Mapping[str, int]) -> int:
        """Return the points of these numbers of cards by kind."""
        return sum(kind.value * kinds.get(kind.name, 0) for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards that a side captured: some by name, others as a number by kind.

    `places` has the last position of each named card in the list.
    """

    named: Counter[str]
    counted: Counter[str]
    places: Mapping[str, int] = field(default_factory=dict)

    def place_of(self, name: str) -> tuple[str | int, ...]:
        """Return the path of a card or a kind in the pile; ("cards",) for a kind whose cards are all named."""
        if name in self.places:
            return ("cards", self.places[name])
        return ("kinds", name) if name in self.counted else ("cards",)

    def kinds(self, pack: Pack) -> Counter[str]:
        """Return how many cards of each kind lie in the pile."""
        kinds = Counter(self.counted)
        for card, times in self.named.items():
            kinds[pack.kind_of[card].name] += times
        return kinds


@dataclass(frozen=True, slots=True)
class Count:
    """The points of the piles and the rest of the pack.

    `points` and `cards` have a number for each pile. `left_named` has the cards that are in no pile, each as often as
    it is left; None if a pile has cards without names.
    """

    points: tuple[int, ...]
    cards: tuple[int, ...]
    left_points: int
    left_kinds: Mapping[str, int]
    left_named: tuple[str, ...] | None


def count(pack: Pack, piles: Sequence[Pile], last_trick: int | None = None) -> Count:
    """Return the points of each pile and the rest of the pack. Call `overdrawn` first: it must yield no problem.

    `last_trick` is the pile with the last trick; if it is None, the points of the last trick count as left.
    """
    kinds = [pile.kinds(pack) for pile in piles]
    points = [pack.worth(kind) for kind in kinds]
    if last_trick is not None:
        points[last_trick] += pack.last_trick
    left = {name: size - sum(kind[name] for kind in kinds) for name, size in pack.sizes.items()}
    return Count(
        points=tuple(points),
        cards=tuple(kind.total() for kind in kinds),
        left_points=pack.points - sum(points),
        left_kinds=left,
        left_named=None if any(pile.counted for pile in piles) else _left_named(pack, piles),
    )


def _left_named(pack: Pack, piles: Sequence[Pile]) -> tuple[str, ...]:
    left = Counter(pack.copies)
    for pile in piles:
        left -= pile.named
    return tuple(left.elements())


def overdrawn(pack: Pack, piles: Sequence[Pile]) -> Iterator[Problem]:
    """Yield a problem for each card and each kind that is in the piles more often than in the pack.

    The problem names the first pile at which the pack's number is exceeded.
    """
    cards, kinds = Counter(pack.copies), Counter(pack.sizes)
    for side, pile in enumerate(piles):
        cards.subtract(pile.named)
        kinds.subtract(pile.kinds(pack))
        for card in [card for card, left in cards.items() if left < 0]:
            message = _("This card has already been taken")
            place = ("piles", side, *pile.place_of(card))
            yield Problem("card_taken_twice", message, {"field": card}, place)
            cards[card] = 0
        for kind in [kind for kind, left in kinds.items() if left < 0]:
            message = _("The pack has only %(size)d of these")
            place = ("piles", side, *pile.place_of(kind))
            params = {"size": pack.sizes[kind], "field": kind}
            yield Problem("too_many_of_kind", message, params, place)
            kinds[kind] = 0
