"""Replanning a schedule after a player leaves or joins. The new rounds keep as much of the plan as possible.

The plan is not stored but drawn again: if the rounds played are the beginning of the schedule that this seed gave for
the players at that time, the rest of that schedule is the plan.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain

from tournaments.pairing.costs import Costs
from tournaments.pairing.instance import Instance, instance_of
from tournaments.pairing.requirements.turns import OUT, UNUSUAL, Turns
from tournaments.pairing.shape import take_turns
from tournaments.pairing.values import DrawnRound, DrawRequest, EntrantId, Rng, Rounds, Seats, seats_any

Draw = Callable[[DrawRequest, Instance, Rng], list[DrawnRound]]


def plan_of(request: DrawRequest, instance: Instance, draw: Draw) -> Rounds | None:
    """Return the planned rounds for the remaining players; None if the rounds played do not follow a plan.

    Only a schedule without constraints is drawn again, because that is fast. If one round was played, a player without
    a seat in it may have sat out or may have joined later.
    """
    if not request.history or request.forbidden or request.fixed or request.avoid_same_club:
        return None
    played = {id_ for tables in request.history for table in tables for id_ in table}
    unseated = [entrant.id for entrant in request.entrants if entrant.id not in played]
    may_have_sat_out = min(len(unseated), instance.sizes[0] - 1) if len(request.history) == 1 else 0
    for number in range(may_have_sat_out, -1, -1):
        drawn = _redraw(request, played.union(unseated[:number]), draw)
        if tuple(made.tables for made in drawn[: len(request.history)]) == request.history:
            return [
                [[instance.index[id_] for id_ in table if id_ in instance.index] for table in made.tables]
                for made in drawn[len(request.history) :]
            ]
    return None


def _redraw(request: DrawRequest, ids: set[EntrantId], draw: Draw) -> list[DrawnRound]:
    """Return all rounds of the schedule, drawn again as before the first round."""
    playing = [entrant for entrant in request.entrants if entrant.id in ids]
    entrants = tuple(replace(entrant, active=True, sit_outs=None, short_tables=None) for entrant in playing)
    first = replace(request, entrants=entrants, history=(), meetings=(), rounds=len(request.history) + request.rounds)
    return draw(first, instance_of(first), Rng(request.seed))


def unchanged_plan(request: DrawRequest, instance: Instance, planned: Rounds | None) -> Rounds | None:
    """Return the plan if it can be used unchanged, else None.

    It must have the present table sizes and every player, and seat no pair that is in `meetings`.
    """
    sizes = sorted(instance.shape.sizes)
    if not planned or any(sorted(map(len, tables)) != sizes for tables in planned):
        return None
    ids = [tuple(instance.ids[player] for player in table) for tables in planned for table in tables]
    if seats_any(ids, request.meetings):
        return None
    seated = set(chain.from_iterable(ids))
    seated |= {id_ for tables in request.history for table in tables for id_ in table}
    return planned if seated.issuperset(instance.ids) else None


def refit(tables: Seats, instance: Instance, turns: Turns, costs: Costs) -> Seats:
    """Return a planned round for the present players, changed as little as possible.

    Players whose turn it is sit out or sit at an unusual table. Among players with equally many turns, those without a
    seat in the plan come first, then those at the smallest remaining tables, then those whom a new player can best
    replace. Free seats go to the players with the lowest cost there.
    """
    planned = {player: table for table in tables for player in table}
    newcomers = [player for player in range(len(instance.ids)) if player not in planned]

    def ease(player: int) -> tuple[int, int]:
        others = [other for other in planned.get(player, []) if other != player]
        replacement_costs = [sum(costs[one][other] for other in others) for one in newcomers]
        return len(others), min(replacement_costs, default=0)

    order = sorted(range(len(instance.ids)), key=ease)
    shape, usual = instance.shape, instance.sizes[0]
    out = take_turns(order, shape.sit_outs, turns.times(OUT))
    rest = [player for player in order if player not in out]
    odd = [size for size in shape.sizes if size != usual]
    unusual = take_turns(rest, sum(odd), turns.times(UNUSUAL))
    fitted: Seats = []
    for group, sizes in ((set(rest) - unusual, [usual] * (len(shape.sizes) - len(odd))), (unusual, odd)):
        fitted += _fill_tables([[p for p in table if p in group] for table in tables], group, sizes, costs)
    return fitted


def _fill_tables(tables: Seats, group: Iterable[int], sizes: list[int], costs: Costs) -> Seats:
    """Return tables of these sizes for a group: the fullest tables stay, and the other players take the free seats."""
    fullest = sorted(tables, key=len, reverse=True)[: len(sizes)]
    fullest += [[] for _ in range(len(sizes) - len(fullest))]
    filled = [table[:size] for table, size in zip(fullest, sizes, strict=True)]
    seated = {player for table in filled for player in table}
    loose = sorted(set(group) - seated)
    for table, size in zip(filled, sizes, strict=True):
        while len(table) < size:
            best = min(loose, key=lambda player: sum(costs[player][q] for q in table))
            loose.remove(best)
            table.append(best)
    return filled
