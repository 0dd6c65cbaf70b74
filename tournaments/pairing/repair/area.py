"""The part of a round that a repair may change: players, their possible tables, and costs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from math import lcm

from tournaments.pairing.costs import BARRED_COST, Costs, costs_of
from tournaments.pairing.instance import Instance, instance_of
from tournaments.pairing.repair.repair_request import RepairRequest
from tournaments.pairing.values import BY_STANDING, ONE_ROUND, EntrantId

OUT = 0  # the place of a player who sits out; otherwise a place is a table number
NEW_TABLES = 2  # how many tables may be added, apart from those for new players
LEVEL = 10**7  # the weight of a reason, divided by the weight of the next reason


@dataclass(slots=True)
class Weights:
    """The weights of a repair's costs (docs/pairing.md). Each is far above the sum of all later ones."""

    barred: int
    out: int
    unusual_table: int
    unusual: int
    pair: int


class RepairArea:
    """The tables that may change, by number, and the players who may sit there, numbered from 0.

    `home` is a player's table before the repair, or `OUT` for one who sat out; new players are not in it.
    """

    def __init__(self, wanted: RepairRequest) -> None:
        """Read the changeable part of the round."""
        self.wanted, self.draw = wanted, wanted.draw
        self.instance: Instance = instance_of(replace(wanted.draw, history=tuple(filter(None, wanted.draw.history))))
        index = self.instance.index
        still = {id_ for number in wanted.frozen for id_ in wanted.tables[number]}
        self.players = [player for player, id_ in enumerate(self.instance.ids) if id_ not in still]
        self.members = {
            number: [index.get(id_) for id_ in table]
            for number, table in sorted(wanted.tables.items())
            if number not in wanted.frozen
        }
        self.home = self._tables_before()
        self.spared, self.benched = self.index_of(wanted.spared), self.index_of(wanted.benched)
        self.usual = self.draw.sizes[0]

    def index_of(self, ids: Iterable[EntrantId]) -> frozenset[int]:
        """Return the numbers of these players, without those at frozen tables or not in the draw."""
        index = self.instance.index
        return frozenset(index[id_] for id_ in ids if id_ in index) & frozenset(self.players)

    def _tables_before(self) -> dict[int, int]:
        homes = {self.instance.index[id_]: OUT for id_ in self.wanted.sit_out if id_ in self.instance.index}
        for number, table in self.members.items():
            homes |= {player: number for player in table if player is not None}
        return homes

    @cached_property
    def sizes(self) -> Mapping[int, tuple[int, ...]]:
        """The possible sizes of each table, including new tables; the present size of a table is always possible."""
        sizes = {number: tuple(dict.fromkeys((*self.draw.sizes, len(t)))) for number, t in self.members.items()}
        return sizes | dict.fromkeys(self._free_numbers(), self.draw.sizes)

    def _free_numbers(self) -> Iterable[int]:
        """Yield the numbers that new tables can have, lowest first."""
        loose = sum(not self.home.get(player) for player in self.players)
        wanted = loose // min(self.draw.sizes) + NEW_TABLES
        count = len(self.wanted.tables) + wanted
        return [number for number in range(1, count + 1) if number not in self.wanted.tables][:wanted]

    def stays(self, player: int) -> bool:
        """Whether the player sits at its fixed table, and so never leaves this table."""
        return self.instance.fixed.get(player, -2) + 1 == self.home.get(player)

    @cached_property
    def costs(self) -> Costs:
        """The cost of each pair by the history before this round."""
        return costs_of(self.instance, penalise_last_round=self.draw.method in ONE_ROUND)

    @cached_property
    def scores(self) -> list[int]:
        """The players' scores as integers with the same proportions of differences.

        0 if the method does not use scores.
        """
        if self.draw.method not in BY_STANDING or self.draw.method == "interval":
            return [0] * len(self.instance.ids)
        if self.draw.method != "swiss":
            return list(range(len(self.instance.ids)))
        exact = [Fraction(score) for score in self.instance.scores]
        unit = lcm(*(score.denominator for score in exact))
        return [int(score * unit) for score in exact]

    @cached_property
    def weights(self) -> Weights:
        """The weight of each kind of cost, for these scores and sizes."""
        spread = (
            (max(self.scores, default=0) - min(self.scores, default=0)) ** 2 * len(self.scores) * max(self.draw.sizes)
        )
        pair = 1 + spread
        unusual = pair * LEVEL
        table = unusual * LEVEL
        out = table * LEVEL
        return Weights(out * LEVEL, out, table, unusual, pair)

    def table_cost(self, table: list[int], number: int) -> int:
        """Return the cost of these players at this table."""
        weights, costs, total = self.weights, self.costs, 0
        for one, other in combinations(table, 2):
            barred, met = divmod(costs[one][other], BARRED_COST)
            if barred and not self.home.get(one) == self.home.get(other) == number:
                total += weights.barred
            total += met * weights.pair + (self.scores[one] - self.scores[other]) ** 2
        if table and len(table) != self.usual:
            past = self.instance.past.short_tables
            total += weights.unusual_table + sum(past[player] for player in table) * weights.unusual
        return total + weights.barred * sum(self.is_fixed_elsewhere(player, number) for player in table)

    def is_fixed_elsewhere(self, player: int, number: int) -> bool:
        """Whether the player is fixed at another table."""
        return self.instance.fixed.get(player, number - 1) != number - 1

    def out_cost(self, player: int) -> int:
        """Return the cost of sitting out: lower for fewer sit-outs so far, then for a lower place in the standings."""
        before, players = self.instance.past.sit_outs[player], len(self.instance.ids)
        later = players - 1 - player if self.draw.method in BY_STANDING else 0
        return self.weights.out * (before * players + later)

    @property
    def stranded(self) -> list[EntrantId]:
        """Players who have left the draw, but sit at a table that cannot change."""
        seated = chain.from_iterable(self.wanted.tables[number] for number in sorted(self.wanted.frozen))
        return [id_ for id_ in seated if id_ not in self.instance.index]
