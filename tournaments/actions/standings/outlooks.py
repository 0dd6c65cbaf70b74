"""What of a tournament is still to be played, for the places that are still possible."""

from scoring.bounds import TableBounds
from scoring.table import opening, state
from scoring.values import HandScore, Line, Tally
from tournaments import ranking
from tournaments.models import Tournament

MOST_ENTRIES = 500
"""Everybody is compared with everybody: 0.3 s of processor time for 400 entries, a hundred times that for 4,000."""


def plan_of(tournament: Tournament, results: ranking.Results) -> ranking.RoundPlan | None:
    """The rounds to be played and what their tables can come to; None where the director wishes no outlook."""
    if not tournament.outlook or len(results.entrants) > MOST_ENTRIES:
        return None
    partners = tournament.rules.seats_per_side(tournament.options) // tournament.entry_size
    return ranking.RoundPlan(
        rounds=tournament.rounds_planned,
        fresh=tuple(_fresh(tournament, size // partners) for size in sorted(tournament.possible_table_sizes)),
        bounds_of=lambda table: _bounds(tournament, table),
        partners=partners,
        # Who moves on may find no table, and whoever has met all of them sits out in turn.
        seats_all=tournament.pairing != Tournament.Pairing.MITCHELL,
    )


def _fresh(tournament: Tournament, sides: int) -> TableBounds:
    before = opening(tournament.rules, tournament.options, tournament.table_rules(sides=sides))
    return tournament.rules.table_bounds(before)


def _bounds(tournament: Tournament, table: ranking.TableResult) -> TableBounds:
    """What a table can still come to after its counted hands, of which other hands than the last may be missing."""
    hands = [_as_counted(tournament, hand) for hand in table.hands]
    rules = tournament.table_rules(sides=len(table.sides))
    return tournament.rules.table_bounds(state(tournament.rules, tournament.options, rules, hands))


def _as_counted(tournament: Tournament, hand: ranking.HandResult) -> HandScore:
    """A hand of which no more is known than its scores and card points."""
    name = tournament.rules.card_points or ""
    points = hand.card_points or (None,) * len(hand.scores)
    lines: list[Line | None] = [None if each is None else {name: each} for each in points]
    return HandScore(hand.scores, Tally(tuple(lines), {}, tournament.options))
