"""A first solution that moves the fewest players. It has the best table sizes; the search then chooses the players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.pairing.repair.area import OUT, RepairArea
from tournaments.pairing.values import Rng

CROWD = 1_000_000  # the cost of each player who must leave a table; an unusual size of a table costs 1
DISPLACED = 10_000  # the factor of this cost for a player who should not leave


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that may change: its players, how many of them must stay, and its possible sizes.

    `preferences` are small costs by size that decide between equal solutions; if there are none, an unusual size costs
    1.
    """

    present: int
    pinned: int
    sizes: tuple[int, ...]
    preferences: Mapping[int, int] = field(default_factory=dict)

    def cost(self, size: int, usual: int) -> int:
        """Return the cost of this size."""
        unseated, displaced = max(0, self.present - size), max(0, self.pinned - size)
        return CROWD * (unseated + DISPLACED * displaced) + self.preferences.get(size, size not in (0, usual))


def best_sizes(tables: Sequence[OpenTable], most: int, usual: int) -> list[int]:
    """Return the sizes that seat the most players, at most `most`, while the fewest players leave their table.

    All sizes are 0 if no combination of sizes is possible.
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
    """Add a table to the solutions: return, by number of seated players, the least cost and the size of this table."""
    step: dict[int, tuple[int, int]] = {}
    costs = [(size, table.cost(size, usual)) for size in table.sizes]
    for seated, (cost, _size) in before.items():
        for size, more in costs:
            total = seated + size
            if total <= most and (total not in step or cost + more < step[total][0]):
                step[total] = (cost + more, size)
    return step


Places = dict[int, int]
Seated = dict[int, list[int]]

FEW = 6
PREFERENCES = 8


def first_places(area: RepairArea, rng: Rng, *, varied: bool = False) -> Places:
    """Return each player's place with as few moves as possible, chosen at random among equal solutions.

    If `varied`, some tables have random sizes, so a few more players may move.
    """
    seated = {
        number: [player for player in table if player is not None and player not in area.benched]
        for number, table in area.members.items()
    }
    tables = {number: _open_table(area, number, seated.get(number, ())) for number in rng.shuffled(list(area.sizes))}
    if varied:
        tables = {number: _varied(table, len(tables), rng) for number, table in tables.items()}
    most = len(area.players) - len(area.benched)
    sizes = dict(zip(tables, best_sizes(list(tables.values()), most, area.usual), strict=True))
    staying = {number: _keep(area, seated.get(number, []), sizes[number], rng) for number in tables}
    _make_room(area, staying, sizes)
    return _fill(area, staying, sizes)


def _open_table(area: RepairArea, number: int, seated: Sequence[int]) -> OpenTable:
    return OpenTable(len(seated), sum(map(area.stays, seated)), (*area.sizes[number], 0))


def _varied(table: OpenTable, tables: int, rng: Rng) -> OpenTable:
    """Return the table with random preferences, and sometimes with only one size, chosen at random."""
    if rng.below(max(FEW, tables)) < FEW // 2:
        table = replace(table, sizes=(rng.choice(table.sizes),))
    return replace(table, preferences={size: rng.below(PREFERENCES) for size in table.sizes})


def _keep(area: RepairArea, table: Sequence[int], size: int, rng: Rng) -> list[int]:
    """Return the players who stay at a table of this size: fixed players first, then others at random."""
    return sorted(rng.shuffled(table), key=lambda player: not area.stays(player))[:size]


def _make_room(area: RepairArea, staying: Seated, sizes: dict[int, int]) -> None:
    """Free seats until there is one for each player who must have a seat."""
    kept = [player for table in staying.values() for player in table]
    must = len(area.spared.difference(kept))
    room = sum(sizes.values()) - len(kept)
    free = [player for player in kept if not (area.stays(player) or player in area.spared)]
    for player in sorted(free, key=area.out_cost)[: max(0, must - room)]:
        staying[area.home[player]].remove(player)


def _fill(area: RepairArea, staying: Seated, sizes: dict[int, int]) -> Places:
    """Return the places after filling the free seats.

    First come players who must play, then players who lost their table or are new, then players who sat out.
    """
    places = {player: number for number, table in staying.items() for player in table}
    loose = [player for player in area.players if player not in places and player not in area.benched]
    loose.sort(key=lambda p: (p not in area.spared, area.home.get(p) == OUT, -area.out_cost(p)))
    seats = [number for number, size in sizes.items() for _seat in range(size - len(staying[number]))]
    return dict.fromkeys(area.players, OUT) | places | dict(zip(loose, seats, strict=False))
