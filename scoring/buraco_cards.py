"""The limits of Buraco's 108 cards: the least points of canastras, and the number of canastras."""

from collections.abc import Mapping
from functools import cache

CANASTRAS = {"dirty": 100, "clean": 200, "real": 500, "real_ace": 1000}
"""For each canastra its bonus."""

CARDS = 108
SIZES = {"dirty": 7, "clean": 7, "real": 13, "real_ace": 14}
"""The fewest cards of each canastra."""

HAND, MORTO = 11, 11
"""The cards of a hand as it is dealt, and of a morto."""

CHEAPEST, JOKER = 5, 50
"""What a card is worth at least, a three, and at most, a joker."""


def cards_of(canastras: Mapping[str, int]) -> int:
    """Return how many cards these canastras have at least."""
    return sum(SIZES[name] * canastras[name] for name in CANASTRAS)


def least_points(canastras: Mapping[str, int], cards: int = 0, elsewhere: int = 0) -> int | None:
    """Return the least that these canastras are worth, with other cards to make up `cards` on the table.

    None where two packs less the cards that lie `elsewhere` have not enough of them. Suits are not looked at: less than
    this cannot be, somewhat more may be needed.
    """
    counts = tuple(canastras[name] for name in CANASTRAS)
    total = max(cards, cards_of(canastras))
    return None if total > CARDS - elsewhere else _least(*counts, total - cards_of(canastras))


@cache
def _least(dirty: int, clean: int, real: int, real_ace: int, others: int) -> int | None:
    """Return the least with so many cards outside the canastras; a dirty one has at least one joker or two."""
    suits = real + real_ace
    aces, twos = 8 - real - 2 * real_ace, 8 - suits
    if aces < 0 or twos < 0:
        return None
    low, tens = 40 - 5 * suits, 48 - 6 * suits
    found = []
    for jokers in range(min(dirty, 4) + 1):
        wild_twos = dirty - jokers
        pools = ((5, low), (10, tens + twos - wild_twos), (15, aces), (JOKER, 4 - jokers))
        natural = sum(count for _value, count in pools[:3])
        needed = 7 * clean + 6 * dirty + others
        if wild_twos <= twos and 7 * clean <= natural and needed <= natural + 4 - jokers:
            found.append(JOKER * jokers + 10 * wild_twos + _cheapest(pools, needed))
    return min(found) + 110 * real + 125 * real_ace if found else None


def _cheapest(pools: tuple[tuple[int, int], ...], needed: int) -> int:
    """Return what so many cards are worth, taken from the cheapest on."""
    points = 0
    for value, count in pools:
        taken = min(count, needed)
        points, needed = points + value * taken, needed - taken
    return points
