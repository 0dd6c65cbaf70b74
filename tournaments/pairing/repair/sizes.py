"""The sizes of tables after a repair, so that as few players as possible leave theirs.

A player who gives up a seat moves once, so a table costs its players beyond its new size. Dynamic programming over
the tables keeps the least cost for every number of seated players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

CROWD = 1_000_000  # the cost of a player who has to leave a table; an unusual table costs 1
UPROOTED = 10_000  # the factor for a player who must stay


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that may change: its players, how many of them must stay, and its possible sizes.

    Among equal solutions, one of low `tastes` is chosen; `tastes` are by size.
    """

    present: int
    pinned: int
    sizes: tuple[int, ...]
    tastes: Mapping[int, int] = field(default_factory=dict)

    def cost(self, size: int, usual: int) -> int:
        """The cost of this size."""
        unseated, uprooted = max(0, self.present - size), max(0, self.pinned - size)
        return CROWD * (unseated + UPROOTED * uprooted) + self.tastes.get(size, size not in (0, usual))


def best_sizes(tables: Sequence[OpenTable], most: int, usual: int) -> list[int]:
    """The sizes that seat most players, up to `most`, with the fewest leaving their table.

    All sizes are 0 if the tables cannot have such sizes.
    """
    steps: list[dict[int, tuple[int, int]]] = [{0: (0, 0)}]
    for table in tables:
        steps.append(_step(steps[-1], table, most, usual))
    if not steps[-1]:
        return [0] * len(tables)
    seated = max(steps[-1])
    sizes = []
    for step in reversed(steps[1:]):
        size = step[seated][1]
        sizes.append(size)
        seated -= size
    return sizes[::-1]


def _step(before: dict[int, tuple[int, int]], table: OpenTable, most: int, usual: int) -> dict[int, tuple[int, int]]:
    """Add a table: for each number of seated players, the least cost and the table's size."""
    step: dict[int, tuple[int, int]] = {}
    costs = [(size, table.cost(size, usual)) for size in table.sizes]
    for seated, (cost, _size) in before.items():
        for size, more in costs:
            total = seated + size
            if total <= most and (total not in step or cost + more < step[total][0]):
                step[total] = (cost + more, size)
    return step
