"""The limits that 108 cards set in games of canastras: the fewest points of canastras, and their number."""

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
    """A sort of canastra: its bonus and its least number of cards.

    `natural` cards stand for themselves, `wild` cards are jokers and twos in another card's place, `free` cards are
    either. `aces` is the number of aces in a canastra of a whole suit, 0 for other sorts.
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

    `dearer` has the extra points that canastras need beyond those of the cheapest cards, because sets and runs cannot
    all be made of these. Its key is the number of canastras of each kind, with 0, 1 and more cards beside them; it is
    empty for numbers that no sets and runs give.
    """

    sorts: Mapping[str, Canastra]
    two: int
    joker: int
    dearer: Mapping[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def bonuses(self) -> Mapping[str, int]:
        """Return the bonus of each sort."""
        return {name: sort.bonus for name, sort in self.sorts.items()}

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """Return the least number of cards of each sort."""
        return {name: sort.size for name, sort in self.sorts.items()}

    @cached_property
    def one_wild(self) -> bool:
        """Return whether a canastra has at most one wild card (a joker or a two) besides cards of one rank or suit."""
        return not any(sort.free or sort.aces for sort in self.sorts.values())

    def cards_of(self, counts: Mapping[str, int]) -> int:
        """Return the least number of cards of these canastras."""
        return sum(size * counts[name] for name, size in self.sizes.items())

    def least_points(self, counts: Mapping[str, int], cards: int = 0, elsewhere: int = 0) -> int | None:
        """Return the least points of `cards` cards on the table that include these canastras.

        Return None if the two packs without `elsewhere` cards do not have enough cards. For Buraco it is a lower bound,
        because suits are ignored; for burracos it is exact, by an integer program over all sets and runs found.
        """
        own = self.cards_of(counts)
        total = max(cards, own)
        return (
            None if total > CARDS - elsewhere else _least(self, tuple(map(counts.__getitem__, self.sorts)), total - own)
        )


@cache
def _least(game: Canastras, counts: tuple[int, ...], others: int) -> int | None:
    """Return the least points with `others` cards outside the canastras; None if the packs lack the cards."""
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
    """Return the points of `needed` cards, taken from pools of (value, count), the cheapest first."""
    points = 0
    for value, count in pools:
        taken = min(count, needed)
        points, needed = points + value * taken, needed - taken
    return points
