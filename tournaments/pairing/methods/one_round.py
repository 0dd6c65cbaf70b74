"""The methods that draw a single round."""

from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import chain

from scoring.problems import Problem, Refusal
from scoring.problems import gettext_noop as _
from tournaments.pairing.costs import Costs, costs_of
from tournaments.pairing.instance import Instance, PlayHistory
from tournaments.pairing.requirements.checks import about_entrant, seating_problems
from tournaments.pairing.requirements.seating import seat_round, with_ids
from tournaments.pairing.requirements.turns import Turns, seat_players
from tournaments.pairing.search.ruin_recreate import RuinRecreate
from tournaments.pairing.search.swiss.best_swiss_round import best_swiss_round
from tournaments.pairing.search.tabu_search import improve
from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import DrawnRound, DrawRequest, Rng, Seats

STEPS = 4_000  # exchanges tried for one round
NO_TABLES = Problem("bad_option", _("Say who sits at which table."), {}, ("tables",))
"""The problem that the director has made no tables for a round by hand."""


def random_tables(_request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return random tables with as few repeats as possible; scores are ignored."""
    search = RuinRecreate(instance, rng, penalise_last_round=True)
    search.add(STEPS)
    return seat_round(instance, search.rounds[0], rng)


def swiss(_request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return tables of players with similar scores, with as few repeats as possible."""
    best = best_swiss_round(instance, rng)
    instance.notes["spread_is_least"] = best.proved
    return seat_round(instance, best.tables, rng)


def danish(_request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return tables in order of the standings: players 1 to 4 at the first table, 5 to 8 at the next.

    Repeats are ignored.
    """
    return _by_places(instance, rng, last=[set[int]() for _ in instance.ids])


def danish_modified(_request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return tables like those of `danish`, except that pairs of the last round are kept apart if possible."""
    return _by_places(instance, rng, last=instance.past.last)


def _by_places(instance: Instance, rng: Rng, *, last: list[set[int]]) -> list[DrawnRound]:
    """Return the round that is closest to the order of the standings: with the least spread of places.

    Only meetings in the `last` round are avoided.
    """
    past = replace(instance.past, meetings=[{} for _ in instance.ids], last=last)
    placed = replace(instance, scores=tuple(range(len(instance.ids))), past=past)
    return seat_round(instance, best_swiss_round(placed, rng).tables, rng)


def interval(_request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return tables that mix strong and weak players: with g tables, table r gets the players r, r + g, r + 2g, r + 3g.

    Earlier meetings are ignored; players who must be kept apart exchange places with neighbours in the standings.
    """
    seated = seat_players(instance, range(len(instance.ids)), instance.past.sit_outs, instance.past.short_tables)
    past = replace(PlayHistory.none(len(instance.ids)), seats=instance.past.seats)
    costs = costs_of(replace(instance, past=past), penalise_last_round=True)
    tables = separate(_deal_by_standing(instance, seated), instance.fixed, costs)
    turns = Turns(instance)
    turns.add(tables)
    tables, _ = improve(tables, costs, turns, number=0, pinned=instance.fixed, rng=rng, steps=STEPS)
    if instance.start and instance.has_barred(tables):
        tables = instance.start
    return seat_round(instance, tables, rng)


def _deal_by_standing(instance: Instance, seated: Seats) -> Seats:
    """Return the seated players dealt to tables in order of the standings, one to each table of their size in turn."""
    tables = [[player for player in table if player in instance.fixed] for table in seated]
    for unusual in (False, True):
        places = [n for n, t in enumerate(seated) if (len(t) != instance.sizes[0]) is unusual]
        ahead = iter(sorted({p for n in places for p in seated[n]} - instance.fixed.keys()))
        for place in places * max(instance.sizes):
            if len(tables[place]) < len(seated[place]):
                tables[place].append(next(ahead))
    return tables


def separate(tables: Seats, fixed: Container[int], costs: Costs) -> Seats:
    """Return the tables after exchanges that keep players apart, each with the nearest player possible."""
    at = {player: table for table in tables for player in table if player not in fixed}
    for player in sorted(at):
        before = _seat_cost(costs, player, at[player])
        if not before:
            continue
        for other in sorted(at, key=lambda other: abs(other - player)):
            table, table_2 = at[player], at[other]
            if table is table_2 or len(table) != len(table_2):
                continue
            after = _seat_cost(costs, player, table_2, other) + _seat_cost(costs, other, table, player)
            if after < before + _seat_cost(costs, other, table_2):
                table[table.index(player)], table_2[table_2.index(other)] = other, player
                at[player], at[other] = table_2, table
                break
    return tables


def _seat_cost(costs: Costs, player: int, table: list[int], without: int = -1) -> int:
    row = costs[player]
    return sum(row[other] for other in table if other not in (player, without))


def scripted(request: DrawRequest, instance: Instance, _rng: Rng) -> list[DrawnRound]:
    """Return the tables chosen by the director; they must be complete, but may have repeats.

    Raises Refusal with all problems. The report lists repeats, and pairs kept apart that sit together.
    """
    if faults := list(_scripted_problems(request, instance)):
        raise Refusal(faults)
    return [with_ids(instance, [[instance.index[id_] for id_ in table] for table in request.tables])]


def _scripted_problems(request: DrawRequest, instance: Instance) -> Iterator[Problem]:
    if not request.tables:
        yield NO_TABLES
        return
    yield from seating_problems(request.tables, set(instance.index), request.sizes, "tables")
    seated = set(chain.from_iterable(request.tables))
    for id_ in dict.fromkeys(request.sit_out):
        if id_ not in instance.index:
            message = _("%(entrant)s is not among the entrants and cannot sit out.")
            yield about_entrant("unknown_entrant", message, id_, "sit_out")
        elif id_ in seated:
            message = _("%(entrant)s cannot both sit out and have a seat.")
            yield about_entrant("seated_twice", message, id_, "sit_out")
    yield from _left_out_problems(request, instance)


def _left_out_problems(request: DrawRequest, instance: Instance) -> Iterator[Problem]:
    """Yield a problem for each player without a seat, if more players sit out than necessary."""
    taken = {*chain.from_iterable(request.tables), *request.sit_out}
    left = tuple(id_ for id_ in instance.ids if id_ not in taken)
    if not left or len(left) + len(request.sit_out) <= shape_of(len(instance.ids), instance.sizes).sit_outs:
        return
    message = _("%(entrant)s has no seat; seat every player, or say who sits out.")
    yield from (about_entrant("left_without_seat", message, id_, "tables") for id_ in left)
