"""The strong with the weak: of g tables the r-th takes the players r, r + g, r + 2g, r + 3g."""

from dataclasses import replace

from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.costs import Costs, costs_of
from tournaments.pairing.instance import Instance, PlayHistory
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.requirements.numbering import to_round
from tournaments.pairing.requirements.shape import Seats
from tournaments.pairing.requirements.turns import Turns
from tournaments.pairing.rng import Rng
from tournaments.pairing.search.first_round import seat_players
from tournaments.pairing.search.tabu_search import improve

STEPS = 4_000


def interval(_request: DrawRequest, instance: Instance, rng: Rng) -> list[Round]:
    """The next round, whoever met whom before; to keep players apart, neighbours trade places."""
    seated = seat_players(instance, range(len(instance.ids)), instance.past.sit_outs, instance.past.short_tables)
    costs = costs_of(replace(instance, past=PlayHistory.none(len(instance.ids))), penalise_last_round=False)
    tables = _separate(instance, _deal_by_standing(instance, seated), costs)
    turns = Turns(instance)
    turns.add(tables)
    tables, _ = improve(tables, costs, turns, number=0, pinned=instance.fixed, rng=rng, steps=STEPS)
    if instance.start and instance.has_barred(tables):
        tables = instance.start
    refuse_barred_tables(instance, [tables])
    return [to_round(instance, tables, rng)]


def _deal_by_standing(instance: Instance, seated: Seats) -> Seats:
    """Those seated dealt out by standing, one to each table of their kind and round again."""
    tables = [[player for player in table if player in instance.fixed] for table in seated]
    for unusual in (False, True):
        places = [n for n, t in enumerate(seated) if (len(t) != instance.sizes[0]) is unusual]
        ahead = iter(sorted({p for n in places for p in seated[n]} - instance.fixed.keys()))
        for place in places * max(instance.sizes):
            if len(tables[place]) < len(seated[place]):
                tables[place].append(next(ahead))
    return tables


def _separate(instance: Instance, tables: Seats, costs: Costs) -> Seats:
    """The tables after whoever sits with somebody kept apart has traded with the nearest."""
    at = {player: table for table in tables for player in table if player not in instance.fixed}
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
