"""The limits that 108 cards set in games with canastras: their number, and the fewest points of their cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

CARDS = 108
HAND, MORTO = 11, 11
"""The number of cards dealt to a hand, and the number in a morto."""

CHEAPEST = 5
"""The least value of a card, for example of a three."""

SETS = 5
"""The number of ranks with the cheapest cards, three to seven; each has eight cards, enough for one canastra."""


@dataclass(frozen=True, kw_only=True)
class Canastra:
    """A kind of canastra: its bonus and its least number of cards.

    `natural` cards stand for themselves, `wild` cards are jokers and twos in place of another card, `free` cards are
    either. `aces` is the number of aces in a canastra of a whole suit; 0 for other kinds.
    """

    bonus: int
    natural: int = 0
    wild: int = 0
    free: int = 0
    aces: int = 0

    @property
    def size(self) -> int:
        """Return the least number of cards."""
        return self.natural + self.wild + self.free


@dataclass(frozen=True, eq=False)
class Canastras:
    """The kinds of canastras of a game by field, and the values of its twos and jokers.

    `dearer` corrects the least points of canastras: sets and runs cannot consist only of the cheapest cards. Its key is
    the number of canastras of each kind. Its value has the extra points with 0, 1 and more cards beside the canastras;
    it is empty if no sets and runs give these numbers of canastras.
    """

    sorts: Mapping[str, Canastra]
    two: int
    joker: int
    dearer: Mapping[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def bonuses(self) -> Mapping[str, int]:
        """The bonus of each kind."""
        return {name: sort.bonus for name, sort in self.sorts.items()}

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """The least number of cards of each kind."""
        return {name: sort.size for name, sort in self.sorts.items()}

    @cached_property
    def one_wild(self) -> bool:
        """Whether a canastra has at most one wild card (a joker or a two) besides cards of one rank or suit."""
        return not any(sort.free or sort.aces for sort in self.sorts.values())

    def cards_of(self, counts: Mapping[str, int]) -> int:
        """Return the least number of cards of these canastras."""
        return sum(size * counts[name] for name, size in self.sizes.items())

    def least_points(self, counts: Mapping[str, int], cards: int = 0, elsewhere: int = 0) -> int | None:
        """Return the least points of `cards` cards on the table, among them these canastras.

        Return None if two packs without `elsewhere` cards are too few. For Buraco the result is a lower bound, because
        suits are ignored. For burracos it is exact: an integer program computed it over all sets and runs.
        """
        own = self.cards_of(counts)
        total = max(cards, own)
        return (
            None if total > CARDS - elsewhere else _least(self, tuple(map(counts.__getitem__, self.sorts)), total - own)
        )


@cache
def _least(game: Canastras, counts: tuple[int, ...], others: int) -> int | None:
    """Return the least points with `others` cards beside the canastras; None if the packs have too few cards."""
    sorts = list(zip(game.sorts.values(), counts, strict=True))
    suits = sum(count for sort, count in sorts if sort.aces)
    spent = sum(sort.aces * count for sort, count in sorts)
    aces, twos = 8 - spent, 8 - suits
    if aces < 0 or twos < 0:
        return None
    natural, wild, free = (
        sum(getattr(sort, part) * count for sort, count in sorts if not sort.aces)
        for part in ("natural", "wild", "free")
    )
    low, tens = 40 - 5 * suits, 48 - 6 * suits
    found: list[int] = []
    for jokers in range(min(wild, 4) + 1):
        wild_twos = wild - jokers
        pools = sorted(((5, low), (10, tens), (game.two, twos - wild_twos), (15, aces), (game.joker, 4 - jokers)))
        needed, left = natural + free + others, low + tens + twos - wild_twos + aces
        if wild_twos <= twos and natural <= left and needed <= left + 4 - jokers:
            found.append(game.joker * jokers + game.two * wild_twos + _cheapest(pools, needed))
    if found and game.one_wild and sum(counts) == SETS + 1 and natural + others <= low:
        return min(found) + 5  # there is no sixth set of low cards, and a run has at most five of them
    beyond = game.dearer.get(counts)
    if found and beyond is not None:
        return min(found) + (*beyond, *[0] * others)[others] if beyond else None
    return min(found) + (85 + game.two) * suits + 15 * spent if found else None


def _cheapest(pools: list[tuple[int, int]], needed: int) -> int:
    """Return the points of the `needed` cheapest cards in pools of (value, count)."""
    points = 0
    for value, count in pools:
        taken = min(count, needed)
        points, needed = points + value * taken, needed - taken
    return points
