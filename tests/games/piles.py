"""Every pile that pairs and a few more cards make at Scopa, with its coins, settebello and primiera; shares no code."""

from collections import defaultdict
from functools import cache
from itertools import combinations, product

from tests.games.captures import PRIMIERA

ORDER = sorted(PRIMIERA, key=PRIMIERA.__getitem__, reverse=True)
FIGURES = (8, 9, 10)
TRIPLES = [(a, b, a + b) for a, b in combinations(range(1, 11), 2) if a + b <= 10]
QUADS = [(*abc, sum(abc)) for abc in combinations(range(1, 11), 3) if sum(abc) <= 10]
EVEN = [(rank,) for rank in (2, 4, 6, 8, 10)]
TWO_LEFT = [pair for pair in combinations(range(1, 11), 2) if sum(pair) % 2 == 0]
BESIDE_PAIRS = {
    0: [()],
    1: [*EVEN, *TRIPLES],
    2: [
        (),
        *TWO_LEFT,
        *QUADS,
        *((*triple, *left) for triple, left in product(TRIPLES, EVEN)),
        *((*one, *other) for one, other in product(TRIPLES, repeat=2)),
    ],
}
"""By the cards beside two for each sweep: what a pile has beside pairs, captured with a sum or left at the end."""


def shape_of(cards):
    """Return how many cards of each rank these are, in the order of the primiera; figures have the same value."""
    figures = sorted(cards.count(rank) for rank in FIGURES)
    return (*(cards.count(rank) for rank in ORDER if rank not in FIGURES), *figures)


CARD, COIN = 100_000, 1_000
"""What a card and a coin add to the number of a pile, besides the points by which its primiera is ahead."""


@cache
def given(lacking, cards):
    """Return the ways to have so many cards of a rank: suits then missing to each side, coins taken, suits gained.

    `lacking` is in how many suits each side has no card yet, except coins, and whether it has no coin.
    """
    mine, theirs, no_coin, not_theirs = lacking
    found = set()
    for coin, first, second in product((0, 1), range(mine + 1), range(theirs + 1)):
        if 0 <= cards - coin - first - second <= 3 - mine - theirs:
            gain = first + (coin and no_coin) - (theirs - second) - (not coin and not_theirs)
            found.add(((mine - first, second, no_coin and not coin, not_theirs and coin), coin, gain))
    return found


@cache
def dealt(shape):
    """Return every pile of a shape, as a number, by what each side lacks and whether it has the seven of coins."""
    found = defaultdict(set)
    if len(shape) == 1:
        for coin, other in product((0, 1), range(4)):
            if coin + other in range(shape[0], 5, 2):
                lacking = (3 - other, other, 1 - coin, coin)
                found[lacking, coin].add((CARD + 42) * (coin + other) + COIN * coin - 84)
        return found
    worth = PRIMIERA[ORDER[len(shape) - 1]]
    for (lacking, seven), numbers in dealt(shape[:-1]).items():
        for many in range(shape[-1], 5, 2):
            for then, coin, gain in given(lacking, many):
                more = CARD * many + COIN * coin + worth * gain
                found[then, seven] |= {number + more for number in numbers}
    return found


def all_dealt(shape):
    """Yield the (cards, coins, settebello, primiera) of every pile of a shape."""
    for ((mine, theirs, no_coin, not_theirs), seven), numbers in dealt(shape).items():
        first, second = not (mine or no_coin), not (theirs or not_theirs)
        for number in numbers:
            cards, rest = divmod(number + COIN // 2, CARD)
            ahead = rest % COIN - COIN // 2
            level = not ahead if first and second else first == second
            has = None if level else int(not first or (second and ahead < 0))
            yield cards, rest // COIN, 1 - seven, has


@cache
def piles(spare):
    """Every (sweeps, coins, settebello, primiera) of piles with so many cards beside two for each sweep."""
    shapes = set(map(shape_of, BESIDE_PAIRS[spare]))
    return {((cards - spare) // 2, *rest) for shape in shapes for cards, *rest in all_dealt(shape)}
