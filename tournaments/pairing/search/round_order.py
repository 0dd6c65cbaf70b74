"""The order of rounds in which the fewest meet again in the very next one."""

from collections.abc import Collection, Sequence
from itertools import chain, pairwise

from tournaments.pairing.costs import pairs_of
from tournaments.pairing.instance import Instance
from tournaments.pairing.values import Rounds, Seats

MAX_STARTS = 40  # of so many rounds each is tried as the first

TurnTakers = tuple[Collection[int], Collection[int]]  # who sits out, and who at an unusual table


def order_rounds(rounds: Rounds, instance: Instance) -> Rounds:
    """The rounds in the best order found, after those played.

    From each start the round follows that has least in common with the one before it, of those in which nobody takes a
    turn to sit out, or at an unusual table, before all who have had fewer.
    """
    last = enumerate(instance.past.last)
    before = {(one, other) for one, met in last for other in met if one < other}
    met = [pairs_of(tables) for tables in rounds]
    if len(set().union(before, *met)) == len(before) + sum(len(pairs) for pairs in met):
        return rounds
    common = [[len(one & other) for other in met] for one in met]
    first = [len(before & pairs) for pairs in met]
    turn_takers = [_turn_takers(tables, instance) for tables in rounds]
    starts = range(len(rounds)) if len(rounds) <= MAX_STARTS else [first.index(min(first))]
    orders = [_RoundOrder(instance, turn_takers, common).starting_with(start) for start in starts]
    orders.append(_RoundOrder(instance, turn_takers, common).in_sequence(range(len(rounds))))
    best = min(orders, key=lambda order: (order.unfair, first[order.chosen[0]] + order.repeats))
    return [rounds[number] for number in best.chosen]


def _turn_takers(tables: Seats, instance: Instance) -> TurnTakers:
    seated = set(chain.from_iterable(tables))
    out = [player for player in range(len(instance.ids)) if player not in seated]
    unusual = [player for table in tables if len(table) != instance.sizes[0] for player in table]
    return out, unusual


class _RoundOrder:
    """Rounds chosen one after the other, and how many of them come before their turn."""

    def __init__(self, instance: Instance, turn_takers: Sequence[TurnTakers], common: Sequence[Sequence[int]]) -> None:
        self.turn_takers, self.common = turn_takers, common
        self.times = instance.past.sit_outs[:], instance.past.short_tables[:]
        self.chosen: list[int] = []
        self.unfair = 0

    @property
    def repeats(self) -> int:
        """How many pairs meet again in the very next round."""
        return sum(self.common[one][other] for one, other in pairwise(self.chosen))

    def in_sequence(self, numbers: Sequence[int]) -> "_RoundOrder":
        """These rounds, in this order."""
        for number in numbers:
            self._choose(number)
        return self

    def starting_with(self, start: int) -> "_RoundOrder":
        """All the rounds: always the one, of those due, with least in common with the last."""
        left = [number for number in range(len(self.turn_takers)) if number != start]
        self._choose(start)
        while left:
            row = self.common[self.chosen[-1]]
            due = [number for number in left if self._is_due(number)] or left[:1]
            self._choose(min(due, key=lambda number: row[number]))
            left.remove(self.chosen[-1])
        return self

    def _choose(self, number: int) -> None:
        self.unfair += not self._is_due(number)
        self.chosen.append(number)
        for times, players in zip(self.times, self.turn_takers[number], strict=True):
            for player in players:
                times[player] += 1

    def _is_due(self, number: int) -> bool:
        """Whether all who have had fewer turns than one who takes it take it too."""
        for times, players in zip(self.times, self.turn_takers[number], strict=True):
            taken = [times[player] for player in players]
            most = max(taken, default=0)
            if most and sum(had < most for had in times) > sum(had < most for had in taken):
                return False
        return True
