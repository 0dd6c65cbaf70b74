"""An exact assignment of players to possible tables of given sizes, with the fewest moves.

Players are seated one after another along shortest augmenting paths (the assignment problem: Kuhn 1955; shortest
augmenting paths: Edmonds and Karp 1972). If two players clash at a table, the search goes on with two cases: in each,
one of the two may not sit there. The case with the fewest moves is next (branch and bound).
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

Places = dict[int, int]
Step = tuple[int, int, int]  # the additional cost, the player who moves, and the table that the player leaves
CASES = 40_000  # cases tried, times the number of players


@dataclass(frozen=True)
class Choices:
    """Each player's possible tables with their cost, 0 or 1, and the size of each table."""

    costs: Mapping[int, Mapping[int, int]]
    sizes: Mapping[int, int]

    def without(self, player: int, number: int) -> "Choices":
        """Return the same choices without this table for this player."""
        fewer = {table: cost for table, cost in self.costs[player].items() if table != number}
        return Choices({**self.costs, player: fewer}, self.sizes)


def cheapest(choices: Choices) -> Places | None:
    """Return the assignment of least cost; None if there is none."""
    places: Places = {}
    members: dict[int, set[int]] = {number: set() for number in choices.sizes}
    for player, costs in choices.costs.items():
        for number, cost in costs.items():
            if cost == 0 and player not in places and len(members[number]) < choices.sizes[number]:
                places[player] = number
                members[number].add(player)
    for player in sorted(choices.costs.keys() - places.keys()):
        if not _seat(player, choices, places, members):
            return None
    return places


def _seat(player: int, choices: Choices, places: Places, members: dict[int, set[int]]) -> bool:
    """Seat one more player at the least cost, while others may move; return whether that was possible."""
    reached = dict(choices.costs[player])
    steps: dict[int, Step] = {number: (cost, player, 0) for number, cost in reached.items()}
    waiting = deque(reached)
    while waiting:
        here = waiting.popleft()
        for other in members[here]:
            spent = reached[here] - choices.costs[other][here]
            for there, cost in choices.costs[other].items():
                if there != here and spent + cost < reached.get(there, spent + cost + 1):
                    reached[there], steps[there] = spent + cost, (cost, other, here)
                    waiting.append(there)
    free = [number for number in reached if len(members[number]) < choices.sizes[number]]
    if not free:
        return False
    _follow(min(free, key=lambda number: reached[number]), steps, places, members)
    return True


def _follow(number: int, steps: Mapping[int, Step], places: Places, members: dict[int, set[int]]) -> None:
    while number:
        _cost, player, before = steps[number]
        if before:
            members[before].discard(player)
        members[number].add(player)
        places[player] = number
        number = before


def fewest_moves(choices: Choices, clashes: Callable[[Places], Iterable[tuple[int, int, int]]]) -> Places | None:
    """Return the assignment of least cost without a clash; None if there is none, or none was found.

    `clashes` yields (player, player, table) for two players who must not meet.
    """
    order, waiting = count(), list[tuple[int, int, int, Choices, Places]]()

    def consider(case: Choices) -> None:
        if (places := cheapest(case)) is not None:
            cost = sum(case.costs[player][number] for player, number in places.items())
            heappush(waiting, (cost, len(list(clashes(places))), next(order), case, places))

    consider(choices)
    for _case in range(CASES // max(1, len(choices.costs))):
        if not waiting:
            return None
        _cost, _clashes, _order, case, places = heappop(waiting)
        clash = next(iter(clashes(places)), None)
        if clash is None:
            return places
        one, other, number = clash
        consider(case.without(one, number))
        consider(case.without(other, number))
    return None
