"""Simulated clubs, whose players' strengths are known."""

from math import sqrt
from random import Random

from tournaments.ranking.calibration import chance
from tournaments.ranking.ratings import RatedTable


class SimulatedClub:
    """A club of 60 players: four at a table, seated at random, in four rounds of each evening.

    Strengths have a standard deviation of 1.05, and luck one of `noise` for each player. Two on a `side` turn partners.
    """

    def __init__(self, seed, noise, *, side=1, evenings=40):
        self._random, self._noise, self._side = Random(seed), noise, side
        self.strengths = [self._random.gauss(0, 1.05) for _ in range(60)]
        self.evenings = [[self._round() for _ in range(4)] for _ in range(evenings)]

    def _round(self):
        players = list(range(60))
        self._random.shuffle(players)
        return [self._table(players[at : at + 4]) for at in range(0, 60, 4)]

    def _table(self, four):
        sides = [four[at : at + self._side] for at in range(0, 4, self._side)]
        luck = [self._noise * sqrt(self._side) * self._random.gauss(0, 1) for _ in sides]
        totals = [round(30 * (self.strength(side) + lucky)) for side, lucky in zip(sides, luck, strict=True)]
        return RatedTable(sides, totals, [1 + sum(other > total for other in totals) for total in totals])

    def strength(self, side):
        """The sum of the players' strengths."""
        return sum(self.strengths[player] for player in side)

    def true_chance(self, one, other):
        """The probability that a side ends before another."""
        return chance(self.strength(one), self.strength(other), 2 * self._side * self._noise**2)
