"""A round made better part by part: the tables next to one another in standing are seated anew."""

from collections.abc import Sequence

from tournaments.pairing.requirements.shape import Seats
from tournaments.pairing.rng import Rng
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.search.swiss.set_partition import least_cost, least_spread

WORK = 60_000  # choices looked at in a part before it is left


def sweep(position: Position, tables: Seats, *, width: int, parts: int) -> Seats:
    """The round after sweeps over all parts of `width` tables, until none gets any better.

    Parts overlap by a third; no more than so many `parts` are looked at.
    """
    tables = [table[:] for table in tables]
    settled: set[frozenset[frozenset[int]]] = set()
    step, shift = max(2, 2 * width // 3), 0
    while parts > 0:
        changed = False
        for chosen in _parts(position, tables, width, step, shift):
            part = [tables[place] for place in chosen]
            key = frozenset(map(frozenset, part))
            if key in settled:
                continue
            parts -= 1
            better = _improve_part(position, part)
            changed |= better is not None
            for place, table in zip(chosen, keep_fixed_tables(position, part, better or part), strict=True):
                tables[place] = table
            settled.add(frozenset(map(frozenset, better or part)))
        if not changed and shift:
            break
        shift = (shift + step // 2) % step or step // 2
    return tables


def improve_near_tables(position: Position, tables: Seats, rng: Rng, *, width: int, parts: int) -> Seats:
    """The round after so many parts of a table and others by lot that lie near it."""
    tables = [table[:] for table in tables]
    for _ in range(parts if len(tables) > width else 0):
        order = _order(position, tables)
        middle = rng.below(len(order))
        near = order[max(0, middle - width + 1) : middle + width]
        chosen = rng.shuffled([place for place in near if place != order[middle]])[: width - 1]
        chosen.append(order[middle])
        part = [tables[place] for place in chosen]
        better = keep_fixed_tables(position, part, _improve_part(position, part) or part)
        for place, table in zip(chosen, better, strict=True):
            tables[place] = table
    return tables


def _order(position: Position, tables: Seats) -> list[int]:
    """The numbers of the tables by the mean of their players' points."""
    return sorted(
        range(len(tables)), key=lambda place: 60 // len(tables[place]) * sum(position.behind[p] for p in tables[place])
    )


def _parts(position: Position, tables: Seats, width: int, step: int, shift: int) -> list[list[int]]:
    """The numbers of tables that lie side by side, beginning `shift` tables before the first."""
    order = _order(position, tables)
    starts = range(-shift, len(order), step)
    parts = [order[max(0, start) : start + width] for start in starts]
    return [part for part in parts if len(part) > 1]


def _improve_part(position: Position, part: Seats) -> Seats | None:
    cost, _ = position.value(part)
    cheaper = least_cost(position, part, work=WORK).tables if cost else None
    return least_spread(position, cheaper or part, work=WORK).tables or cheaper


def keep_fixed_tables(position: Position, old: Sequence[list[int]], new: Seats) -> Seats:
    """The new tables in an order in which those who are fixed keep their table."""
    blocked = {player for block in position.blocks for player in block}
    left = list(new)
    kept: list[list[int] | None] = []
    for table in old:
        fixed = blocked.intersection(table)
        at = next((t for t in left if fixed and fixed.issubset(t)), None)
        kept.append(at)
        if at is not None:
            left.remove(at)
    return [table if table is not None else left.pop() for table in kept]
