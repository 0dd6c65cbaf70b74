"""The results of a tournament from which ratings are computed."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tournaments.models import SeatPlayer, Tournament
from tournaments.ranking.ratings import RatedTable

from ..core.rows import consistent_read
from .results import read_changed_results
from .stored_results import read_stored

Place = tuple[int, int]
"""A round's number and a table's number."""


def rated_rounds(tournament: Tournament) -> list[list[RatedTable]]:
    """Return a tournament's finished tables, in lists for each closed round whose results are public.

    Tables at which one player took over from another are left out, because it is unknown whose result it is.
    """
    with consistent_read():
        results = read_changed_results(tournament, read_stored(tournament)).results
        players = _players_by_side(tournament)
    last, sign = tournament.standings_hidden_after, -1 if tournament.rules.low_wins else 1
    closed = {each.round: each for each in results.closed if last is None or each.round <= last}
    rounds: dict[int, list[RatedTable]] = {number: [] for number in sorted(closed)}
    for table in results.tables:
        sides = players.get((table.round, table.table), {})
        is_finished = table.round in closed and (table.closed or closed[table.round]).has_finished(table)
        if is_finished and len(sides) == len(table.sides) > 1:
            totals = [sign * total for total in table.totals]
            rounds[table.round].append(RatedTable([sides[side] for side in sorted(sides)], totals, table.places))
    return [tables for tables in rounds.values() if tables]


def _players_by_side(tournament: Tournament) -> Mapping[Place, Mapping[int, list[int]]]:
    """Return the players of each table by side, without tables at which one player took over from another."""
    turns: Any = SeatPlayer.objects.filter(round__tournament=tournament).order_by("player")
    columns = ("round__number", "seat__table__number", "seat__side", "player", "from_hand", "to_hand")
    found: dict[Place, dict[int, list[int]]] = defaultdict(dict)
    shared: set[Place] = set()
    for round_, table, side, player, from_hand, to_hand in turns.values_list(*columns):
        found[round_, table].setdefault(side, []).append(player)
        if from_hand > 1 or to_hand is not None:
            shared.add((round_, table))
    return {place: sides for place, sides in found.items() if place not in shared}
