"""The check of Scopa and Scopone tallies with nearly the most sweeps: whether an order of play can give them."""

from functools import cache

UNPLAYED = {
    19: """
        17 1 36 6m 7m 8m 9N 9T 9m 9n 9t
        17 1 34 8t
        17 0 36 6m 7m 9T
        17 0 34 8t
        16 2 34 4M 4m 7N 7T 7n 7t 8N 8T 8n 8t 9N 9T 9n 9t
        15 3 32 3M 3m 5T
        14 4 30 2M 2m 3N 3n 4T
        14 3 31 1M 1m
        13 5 28 1M 1m 1n 1t 2N 2n 3T
        13 4 29 0n 2T AN
        12 6 26 0n 0t 1N 2T AN
        12 5 27 1T
        11 7 24 1T
    """,
    18: """
        17 0 36 6M 6m 9N 9T 9n 9t
        17 0 35 6M 6m 7m 8N 8T 8m 8n 8t 9N 9T 9m 9n 9t
        16 1 36 6m 9N 9T 9n 9t
        16 1 35 5m 8N 8T 8n 8t 9N 9T 9n 9t
        16 1 34 4M 4m 7T
        16 1 33 7T
        16 0 36 9T
        16 0 35 5m
        16 0 34 4M 4m 7T
        15 2 34 4M 4m 7N 7T 8N
        15 2 33 3M 3m 6T
        15 2 32 3M 3m 5T
        15 1 33 6T
        15 1 32 3M 3m 5T
        15 0 32 3M 3m 5T
        14 3 32 3M 3m 5T
        14 3 31 1M 1m 2M 2m 4T 5T
        14 3 30 2M 2m 3N 3n 4T
        14 2 32 2M 2m
        14 2 31 1M 1m
        14 1 32 2M 2m
        14 1 31 1M 1m
        14 0 32 2M 2m
        14 0 31 1M 1m
        13 4 30 2M 2m 3N 3n 4T
        13 4 29 0n 1M 1m 2N 2T 2n 3T AN
        13 4 28 1M 1m 1n 1t 2N 2n 3T
        13 3 31 1M 1m
        13 3 30 1M 1m 3T
        13 3 29 0n 2T AN
        13 2 29 0n 2T AN
        13 1 29 0n 2T AN
        13 0 29 0n 2T AN
        12 5 28 1M 1m 1n 1t 2N 2n 3T
        12 5 27 0n 0t 1N 1T 2T AN
        12 5 26 0n 0t 1N 2T AN
        12 4 29 0n 2T AN
        12 4 28 0n 1N 2T AN
        12 4 27 1T
        11 6 26 0n 0t 1N 2T AN
        11 6 25 1T
        11 6 24 1T
        11 5 27 1T
        11 5 26 1T
        10 7 24 1T
    """,
}
"""The tallies that no order of play gives, by the most sweeps of a hand.

A line has the sweeps of the side with more sweeps, those of the other side, the cards of the first side, and its coins
in each tally. A is ten coins. The letter after the coins says whose the primiera is: the side's (m), the other's (t) or
neither's (n); a capital letter adds the settebello. `tests/scoring/test_scopa_plays.py` plays every other tally with as
many sweeps.
"""


@cache
def _unplayed(most_sweeps: int) -> frozenset[tuple[int, int, int, str]]:
    lines = (line.split() for line in UNPLAYED[most_sweeps].strip().splitlines())
    return frozenset((int(a), int(b), int(cards), each) for a, b, cards, *every in lines for each in every)


def is_unplayed(
    most_sweeps: int, sweeps: tuple[int, int], cards: int, coins: int, primiera: int, *, settebello: bool
) -> bool:
    """Return whether no order of play gives a side these numbers.

    `sweeps` has the side's sweeps and then the other side's. The side must have more sweeps than the other.
    """
    if sum(sweeps) < most_sweeps - 5:
        return False
    letter = "mtn"[primiera]
    return (*sweeps, cards, f"{coins:X}{letter.upper() if settebello else letter}") in _unplayed(most_sweeps)
