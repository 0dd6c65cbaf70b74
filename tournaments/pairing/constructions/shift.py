"""Schedules of 4g players in four columns of g, each column turning at its own speed.

In round r, table i takes (i, i + r, i + 2r, i + 3r) of the columns, modulo g: two players of
different columns meet again only when a multiple of 1, 2 or 3 comes round again. These are the
lines of a transversal design (Handbook of Combinatorial Designs, 2nd ed., 2007, III.3).
"""

from tournaments.pairing.requirements.shape import Rounds


def shift_limit(players: int) -> int:
    """How many rounds without a repeat there are; 0 if the tables would not be full."""
    tables, left = divmod(players, 4)
    if left:
        return 0
    if tables % 3 == 0:
        return tables // 3
    return tables // 2 if tables % 2 == 0 else tables


def shift(players: int, rounds: int) -> Rounds:
    """The first rounds, in numbers from 0, column after column."""
    tables = players // 4
    return [
        [[column * tables + (place + column * number) % tables for column in range(4)] for place in range(tables)]
        for number in range(rounds)
    ]
