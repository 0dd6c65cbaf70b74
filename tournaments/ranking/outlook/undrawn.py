"""Bounds of the results of rounds that are not drawn yet, over all possible draws."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from tournaments.ranking.numbers import ZERO
from tournaments.ranking.outlook.worths import Worths


def least_of_rounds(fresh: Sequence[Worths], partners: int, entries: int, rounds: int) -> list[Fraction]:
    """The least that any number of these entries can get together in so many rounds, by their number from 0.

    At each table one side has the least that one can have, a second side no less than what two have together leaves,
    and so on; there are so many of each as there can be tables with so many sides.
    """
    if not rounds:
        return [ZERO] * (entries + 1)
    fewest = min(len(each.least) for each in fresh)
    shares: list[Fraction] = []
    for number in range(1, max(len(each.least) for each in fresh) + 1):
        share = min(_share(each, number) for each in fresh if len(each.least) >= number)
        tables = entries // (partners * max(number, fewest))
        shares += [share] * (tables * partners)
    lowest = sorted(shares)[:entries]
    lowest += [lowest[-1] if lowest else ZERO] * (entries - len(lowest))
    return [rounds * each for each in accumulate(lowest, initial=ZERO)]


def _share(worths: Worths, number: int) -> Fraction:
    """The amount that another side adds to the least that sides of a new table have together."""
    together = worths.least_together
    return together[(1 << number) - 1] - together[(1 << number - 1) - 1]
