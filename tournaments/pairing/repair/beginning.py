"""A first solution that moves the fewest players; the search then chooses who moves."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournaments.pairing.repair.floor import OUT, Floor
from tournaments.pairing.repair.sizes import OpenTable, best_sizes
from tournaments.pairing.values import Rng

Places = dict[int, int]
Seated = dict[int, list[int]]

FEW = 6
TASTES = 8


def first_places(floor: Floor, rng: Rng, *, varied: bool = False) -> Places:
    """Each player's place, with as few moves as possible; random among equal solutions.

    If `varied`, some tables have random sizes, so a few more players may move.
    """
    seated = {number: _may_stay(floor, table) for number, table in floor.members.items()}
    tables = {number: _open_table(floor, number, seated.get(number, ())) for number in rng.shuffled(list(floor.sizes))}
    if varied:
        tables = {number: _varied(table, len(tables), rng) for number, table in tables.items()}
    most = len(floor.players) - len(floor.benched)
    sizes = dict(zip(tables, best_sizes(list(tables.values()), most, floor.usual), strict=True))
    staying = {number: _keep(floor, seated.get(number, []), sizes[number], rng) for number in tables}
    _make_room(floor, staying, sizes)
    return _fill(floor, staying, sizes)


def _may_stay(floor: Floor, table: Iterable[int | None]) -> list[int]:
    return [player for player in table if player is not None and player not in floor.benched]


def _open_table(floor: Floor, number: int, seated: Sequence[int]) -> OpenTable:
    return OpenTable(len(seated), sum(map(floor.stays, seated)), (*floor.sizes[number], 0))


def _varied(table: OpenTable, tables: int, rng: Rng) -> OpenTable:
    """The tables with random tastes; a few get a random size."""
    if rng.below(max(FEW, tables)) < FEW // 2:
        table = replace(table, sizes=(rng.choice(table.sizes),))
    return replace(table, tastes={size: rng.below(TASTES) for size in table.sizes})


def _keep(floor: Floor, table: Sequence[int], size: int, rng: Rng) -> list[int]:
    """The players who stay at a table of this size: fixed ones first, those who sat out most last."""
    return sorted(rng.shuffled(table), key=lambda player: not floor.stays(player))[:size]


def _make_room(floor: Floor, staying: Seated, sizes: dict[int, int]) -> None:
    """Free as many seats as needed by players who must have one."""
    must = sum(floor.home.get(player, OUT) == OUT for player in floor.spared)
    room = sum(sizes.values()) - sum(map(len, staying.values()))
    free = [p for table in staying.values() for p in table if not (floor.stays(p) or p in floor.spared)]
    for player in sorted(free, key=floor.out_cost)[: max(0, must - room)]:
        staying[floor.home[player]].remove(player)


def _fill(floor: Floor, staying: Seated, sizes: dict[int, int]) -> Places:
    """Fill the free seats: with players who must play, then with those who move anyway."""
    places = {player: number for number, table in staying.items() for player in table}
    loose = [player for player in floor.players if player not in places and player not in floor.benched]
    loose.sort(key=lambda p: (p not in floor.spared, floor.home.get(p) == OUT, -floor.out_cost(p)))
    seats = [number for number, size in sizes.items() for _seat in range(size - len(staying[number]))]
    return dict.fromkeys(floor.players, OUT) | places | dict(zip(loose, seats, strict=False))
