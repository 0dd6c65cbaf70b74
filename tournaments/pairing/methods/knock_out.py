"""A round of a knock-out: the best placed get byes and small tables, the others are dealt to tables by place."""

from collections.abc import Sequence

from tournaments.pairing.costs import costs_of
from tournaments.pairing.instance import Instance
from tournaments.pairing.knock_out_plan import qualifiers_per_table, rounds_to_final
from tournaments.pairing.methods.one_round import STEPS, separate
from tournaments.pairing.requirements.seating import assign_table_numbers, balance_seats, with_ids
from tournaments.pairing.requirements.turns import Turns
from tournaments.pairing.search.tabu_search import improve
from tournaments.pairing.shape import take_turns
from tournaments.pairing.values import DrawnRound, DrawRequest, Report, Rng, Seats


class _AnyTrade(Turns):
    """Turns that are ignored: any two players may exchange places, whatever the sizes of their tables."""

    def may_trade(self, number: int, one: int, here: int, other: int, there: int) -> bool:  # noqa: ARG002
        return True

    def trade(self, number: int, one: int, here: int, other: int, there: int) -> None:
        """Record nothing."""


def knock_out(request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return the next round of the knock-out's plan.

    Players of one club and earlier opponents are kept apart if possible. Byes go to the best placed among the players
    with the fewest byes, tables with one seat less to the next players. Fixed tables are ignored. Players who are kept
    apart may have to meet all the same, at the latest in the final.
    """
    players = range(len(instance.ids))
    round_ = rounds_to_final(request)[0]
    byes = take_turns(players, round_.byes, instance.past.sit_outs)
    dealt = _deal([player for player in players if player not in byes], round_.sizes(request.sizes[0]))
    costs, turns = costs_of(instance, penalise_last_round=True), _AnyTrade(instance)
    turns.add(dealt)
    tables = separate(dealt, byes, costs)
    tables, _steps = improve(tables, costs, turns, number=0, pinned=byes, rng=rng, steps=STEPS)
    placed = assign_table_numbers(tables, instance.past.numbers, {}, rng)
    return [with_ids(instance, balance_seats(placed, instance.past.seats, rng))]


def _deal(players: Sequence[int], sizes: Sequence[int]) -> Seats:
    """Return the players dealt to tables by place, in a direction that changes with each row.

    So the first table gets the best player of the first row and the last player of the second row.
    """
    tables: Seats = [[] for _ in sizes]
    ahead = iter(players)
    for row in range(max(sizes)):
        numbers = range(len(sizes))
        for number in reversed(numbers) if row % 2 else numbers:
            if len(tables[number]) < sizes[number]:
                tables[number].append(next(ahead))
    return tables


def knock_out_report(request: DrawRequest, _instance: Instance, _rounds: Sequence[DrawnRound]) -> Report:
    """Return how many qualify from each table, the rounds to come, and what decided the last cuts."""
    return {
        "going_on": qualifiers_per_table(request),
        "plan": [[*round_] for round_ in rounds_to_final(request)],
        "cuts": [cut._asdict() for cut in request.cuts],
    }
