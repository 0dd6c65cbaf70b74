"""Divisions of the pack into two piles that captures make at Scopa; shares no code with the rule sets.

Most cards are captured in pairs. Of a rank of which one side has an odd number, the other has one too: these cards are
captured together, as a card and others that add up to it.
"""

from collections import defaultdict
from functools import cache
from itertools import combinations

from tests.games import captures
from tests.games.piles import all_dealt, shape_of

SUMS = [frozenset((*few, sum(few))) for size in (2, 3, 4) for few in combinations(range(1, 11), size) if sum(few) <= 10]
LEFT = 3
"""How many cards are left for the side that captures last, at most, in the piles of `OTHERS`."""
OTHERS = [
    [(3, 0), (7, 1), (7, 2), (7, 3)],
    [(1, 0), (2, 0), (3, 0), (7, 0), (9, 0)],
    [(6, 0), (6, 3), (7, 1), (7, 2), (8, 0), (10, 0)],
    [(2, 0), (3, 0), (4, 0), (6, 0), (7, 1), (7, 2), (7, 3)],
    [(1, 0), (2, 0), (3, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)],
    [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (9, 0), (10, 0)],
    [(1, 0), (3, 0), (4, 0), (6, 0), (7, 1), (7, 2), (7, 3), (8, 0), (9, 0), (10, 0)],
    [(1, 0), (2, 0), (4, 0), (4, 1), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)],
    [(1, 0), (2, 0), (3, 0), (4, 0), (4, 2), (5, 0), (6, 0), (8, 0), (9, 0), (10, 0)],
    [(1, 1), (2, 1), (3, 1), (3, 3), (4, 1), (4, 3), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1), (10, 1)],
    [(1, 0), (2, 0), (2, 3), (4, 0), (5, 0), (6, 0), (7, 1), (7, 2), (7, 3), (8, 0), (9, 0), (10, 0)],
    [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (6, 3), (7, 1), (7, 2), (8, 0), (9, 0), (10, 0)],
    [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (9, 3), (10, 0), (10, 1)],
    [(1, 0), (2, 0), (2, 2), (3, 0), (4, 0), (5, 0), (6, 0), (7, 1), (7, 2), (7, 3), (8, 0), (9, 0), (9, 3), (10, 0)],
]
"""Piles of a side whose numbers no piles without cards that are left have."""


def captured_together():
    """Return the most captures that take one card of each of the ranks of which a side has an odd number."""
    most, newest = {frozenset(): 0}, [frozenset()]
    while newest:
        further = [(ranks | more, most[ranks] + 1) for ranks in newest for more in SUMS if not ranks & more]
        newest = [ranks for ranks, number in further if most.get(ranks, -1) < number]
        for ranks, number in further:
            most[ranks] = max(most.get(ranks, -1), number)
    return most


@cache
def most_captures(counts, left):
    """The most captures that make a pile with so many cards of each rank, -1 for none; `left` cards may be left.

    The highest cards are captured in pairs, the last of an odd number together with others.
    """
    if not any(counts):
        return 0
    high = max(rank for rank in range(10) if counts[rank])
    if counts[high] > 1:
        return most_captures(_without(counts, (high, high)), left) + 1 or -1
    below = [rank for rank in range(high) for _card in range(min(2, counts[rank]))]
    few = {few for size in (2, 3, 4) for few in combinations(below, size) if sum(few) + size == high + 1}
    further = [most_captures(_without(counts, (*cards, high)), left) + 1 or -1 for cards in few]
    return max([*further, most_captures(_without(counts, (high,)), left - 1) if left else -1], default=-1)


def _without(counts, ranks):
    return tuple(number - ranks.count(rank) for rank, number in enumerate(counts))


def _counts(pile):
    return tuple(sum(rank == one for one, _suit in pile) for rank in range(1, 11))


@cache
def most_sweeps():
    """Return the captures of both sides in the divisions, by the first side's (cards, coins, settebello, primiera)."""
    found = defaultdict(set)
    shapes = {(shape_of([*ranks]), len(ranks), number) for ranks, number in captured_together().items()}
    for shape, odd, together in shapes:
        for numbers in all_dealt(shape):
            pairs = (numbers[0] - odd) // 2, (40 - numbers[0] - odd) // 2
            found[numbers].add((pairs[0] + together, pairs[1] + together))
    for pile in OTHERS:
        rest = [card for card in captures.whole_pack() if card not in pile]
        number = most_captures(_counts(pile), LEFT), most_captures(_counts(rest), 0)
        for piles, numbers in (((pile, rest), number), ((rest, pile), number[::-1])):
            first, second = captures.lines(piles, number)
            has = None if first["primiera"] == second["primiera"] else int(second["primiera"])
            found[first["cards"], first["coins"], int(second["settebello"]), has].add(numbers)
    return found
