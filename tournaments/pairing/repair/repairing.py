"""Repairing a round: computing its new tables."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from tournaments.pairing.repair.area import OUT, RepairArea
from tournaments.pairing.repair.correction import placed_in_groups
from tournaments.pairing.repair.repair_request import Repair, RepairRequest
from tournaments.pairing.repair.search import best_arrangement
from tournaments.pairing.requirements.seating import balance_seats
from tournaments.pairing.values import Rng


def repair(wanted: RepairRequest) -> Repair:
    """Return the repaired round, with as few players moved as possible.

    Frozen tables do not change, as few players as possible sit out, and players who are kept apart sit apart if
    possible. The result is one of the best of all such rounds, and the same for the same request.
    """
    area, rng = RepairArea(wanted), Rng(wanted.draw.seed)
    found = placed_in_groups(area, best_arrangement(area, rng), rng)
    ids = area.instance.ids
    tables = {number: wanted.tables[number] for number in wanted.frozen}
    for number, table in _numbered(area, found.tables).items():
        seated = _in_seat_order(area, area.members.get(number, ()), table, rng)
        tables[number] = tuple(ids[player] for player in seated)
    out = tuple(ids[player] for player in sorted(found.places) if found.places[player] == OUT)
    moved = tuple(ids[player] for player in sorted(found.moved))
    return Repair(dict(sorted(tables.items())), out, moved, tuple(area.stranded), found.barred)


def _numbered(area: RepairArea, tables: Mapping[int, list[int]]) -> dict[int, list[int]]:
    """Return the tables that have players; new tables get the lowest free numbers."""
    old = {number: table for number, table in tables.items() if table and number in area.members}
    new = [table for number, table in sorted(tables.items()) if table and number not in area.members]
    free = sorted(number for number in tables if number not in area.members)
    return old | dict(zip(free, new, strict=False))


def _in_seat_order(area: RepairArea, before: Sequence[int | None], table: list[int], rng: Rng) -> list[int]:
    """Return the table in seat order: players keep their seats if possible, others get the seat least used."""
    taken = area.instance.past.seats
    if not before:
        return balance_seats([table], taken, rng)[0]
    staying = {seat: player for seat, player in enumerate(before[: len(table)]) if player in table}
    coming = [player for player in table if player not in staying.values()]
    free = [seat for seat in range(len(table)) if seat not in staying]

    def total(order: Iterable[int]) -> int:
        return sum(8 ** taken[player][seat] for player, seat in zip(order, free, strict=True))

    seats: Mapping[int, int] = staying | dict(zip(free, min(permutations(coming), key=total), strict=True))
    return [seats[seat] for seat in range(len(table))]
