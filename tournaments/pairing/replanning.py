"""Somebody leaves or comes late: what was planned is kept as far as it goes.

The plan is found again by drawing it: if the history is how the schedule of this seed begins for
those who have played so far, the rest of that schedule is the plan.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from tournaments.pairing.core import DrawRequest, EntrantId, Round
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall, hall_of
from tournaments.pairing.prices import Prices
from tournaments.pairing.shape import Rounds, Seats, turn
from tournaments.pairing.turns import OUT, UNUSUAL, Turns

Draw = Callable[[DrawRequest, Hall, Dice], list[Round]]


def plan_of(request: DrawRequest, hall: Hall, draw: Draw) -> Rounds | None:
    """The rounds planned, for those who are left of them, or None if the history was not planned.

    Only a schedule in which players are alike is drawn again, since that takes no time. Whoever
    has no seat in the only round played may have sat out, or come since.
    """
    if not request.history or request.forbidden or request.fixed or request.avoid_same_club:
        return None
    played = {id_ for tables in request.history for table in tables for id_ in table}
    unseated = [entrant.id for entrant in request.entrants if entrant.id not in played]
    may_have_sat_out = min(len(unseated), hall.sizes[0] - 1) if len(request.history) == 1 else 0
    for number in range(may_have_sat_out, -1, -1):
        drawn = _drawn_again(request, played.union(unseated[:number]), draw)
        if tuple(made.tables for made in drawn[: len(request.history)]) == request.history:
            return [
                [[hall.index[id_] for id_ in table if id_ in hall.index] for table in made.tables]
                for made in drawn[len(request.history) :]
            ]
    return None


def _drawn_again(request: DrawRequest, ids: set[EntrantId], draw: Draw) -> list[Round]:
    """All the rounds as they would have been drawn before the first."""
    first = replace(
        request,
        entrants=tuple(
            replace(entrant, active=True, sit_outs=None, short_tables=None)
            for entrant in request.entrants
            if entrant.id in ids
        ),
        history=(),
        rounds=len(request.history) + request.rounds,
    )
    return draw(first, hall_of(first), Dice(request.seed))


def intact(request: DrawRequest, hall: Hall, planned: Rounds | None) -> Rounds | None:
    """The plan, if those whom it seats are there and nobody else."""
    sizes = sorted(hall.shape.sizes)
    if not planned or any(sorted(map(len, tables)) != sizes for tables in planned):
        return None
    seated = {hall.ids[player] for tables in planned for table in tables for player in table}
    seated |= {id_ for tables in request.history for table in tables for id_ in table}
    return planned if seated.issuperset(hall.ids) else None


def refitted(tables: Seats, hall: Hall, turns: Turns, prices: Prices) -> Seats:
    """A planned round for those who are there now, as like to it as their number allows.

    Whoever's turn it is sits out or at an unusual table: first those without a seat in the plan,
    then those whose tables have become the smallest, then whom a newcomer best replaces. Seats
    left over go to the cheapest.
    """
    planned = {player: table for table in tables for player in table}
    newcomers = [player for player in range(len(hall.ids)) if player not in planned]

    def ease(player: int) -> tuple[int, int]:
        others = [other for other in planned.get(player, []) if other != player]
        costs = [sum(prices[one][other] for other in others) for one in newcomers]
        return len(others), min(costs, default=0)

    order = sorted(range(len(hall.ids)), key=ease)
    shape, usual = hall.shape, hall.sizes[0]
    out = _due(order, shape.sit_outs, turns.times(OUT))
    rest = [player for player in order if player not in out]
    seats = sum(size for size in shape.sizes if size != usual)
    unusual = _due(rest, seats, turns.times(UNUSUAL))
    fitted: Seats = []
    for group, wanted in (
        (set(rest) - unusual, [size for size in shape.sizes if size == usual]),
        (unusual, [size for size in shape.sizes if size != usual]),
    ):
        fitted += _fitted(
            [[p for p in table if p in group] for table in tables], group, wanted, prices
        )
    return fitted


def _due(order: list[int], number: int, times: list[int]) -> set[int]:
    due = turn(order, number, times)
    return {*due.must, *due.may[: due.more]}


def _fitted(tables: Seats, group: Iterable[int], sizes: list[int], prices: Prices) -> Seats:
    """The group at tables of these sizes: the fullest stay, the others share the seats left."""
    fullest = sorted(tables, key=len, reverse=True)[: len(sizes)]
    fullest += [[] for _ in range(len(sizes) - len(fullest))]
    kept = [table[:size] for table, size in zip(fullest, sizes, strict=True)]
    seated = {player for table in kept for player in table}
    loose = sorted(set(group) - seated)
    for table, size in zip(kept, sizes, strict=True):
        while len(table) < size:
            best = min(loose, key=lambda player: sum(prices[player][q] for q in table))
            loose.remove(best)
            table.append(best)
    return kept
