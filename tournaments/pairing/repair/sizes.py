"""How many sit at each table after a repair, so that as few as possible leave theirs.

Whoever has to give up a seat moves once, wherever he goes; so what a table costs is how many more are at it than it
will have. A table after the other, the least cost of every number of people seated so far is kept: exact, and quick.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

CROWD = 1_000_000  # what one who has to leave his table costs; an unusual table costs 1
UPROOTED = 10_000  # times that, of one who was to stay for certain


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that may change: how many are still at it, how many of them stay whatever comes, its possible sizes.

    Of ways that are else as good, one of low `tastes` is taken; they are by size.
    """

    present: int
    pinned: int
    sizes: tuple[int, ...]
    tastes: Mapping[int, int] = field(default_factory=dict)

    def cost(self, size: int, usual: int) -> int:
        """What it costs that it has this size."""
        unseated, uprooted = max(0, self.present - size), max(0, self.pinned - size)
        return CROWD * (unseated + UPROOTED * uprooted) + self.tastes.get(size, size not in (0, usual))


def best_sizes(tables: Sequence[OpenTable], most: int, usual: int) -> list[int]:
    """The sizes at which most people, but no more than `most`, have a seat and fewest have to leave theirs.

    Nobody has one where the tables can have no such sizes.
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
    """For every number of people seated with this table too, the least cost and the table's size in it."""
    step: dict[int, tuple[int, int]] = {}
    costs = [(size, table.cost(size, usual)) for size in table.sizes]
    for seated, (cost, _size) in before.items():
        for size, more in costs:
            total = seated + size
            if total <= most and (total not in step or cost + more < step[total][0]):
                step[total] = (cost + more, size)
    return step
