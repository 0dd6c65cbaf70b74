"""The rounds and hands still to be played, from which the ranking computes outlooks."""

from scoring.bounds import TableBounds
from scoring.table import opening, state
from scoring.values import HandScore, Line, Tally
from tournaments import ranking
from tournaments.models import Tournament

MOST_ENTRIES = 500
"""Outlooks compare each entry with each: 0.3 s of processor time for 400 entries, a hundred times that for 4,000."""


def plan_of(tournament: Tournament, results: ranking.Results) -> ranking.RoundPlan | None:
    """Return the rounds to be played and the bounds of their tables; None without outlook or with too many entries."""
    if not tournament.outlook or len(results.entrants) > MOST_ENTRIES:
        return None
    partners = tournament.rules.seats_per_side(tournament.options) // tournament.entry_size
    return ranking.RoundPlan(
        rounds=tournament.rounds_planned,
        fresh=tuple(_fresh(tournament, size // partners) for size in sorted(tournament.possible_table_sizes)),
        bounds_of=lambda table: _bounds(tournament, table),
        partners=partners,
        # In a Mitchell movement an entry may find no table, and sits out after it has met all.
        seats_all=tournament.pairing != Tournament.Pairing.MITCHELL,
    )


def _fresh(tournament: Tournament, sides: int) -> TableBounds:
    before = opening(tournament.rules, tournament.options, tournament.table_rules(sides=sides))
    return tournament.rules.table_bounds(before)


def _bounds(tournament: Tournament, table: ranking.TableResult) -> TableBounds:
    """Return the bounds of a table after its counted hands, of which earlier ones may be missing."""
    hands = [_as_counted(tournament, hand) for hand in table.hands]
    rules = tournament.table_rules(sides=len(table.sides))
    return tournament.rules.table_bounds(state(tournament.rules, tournament.options, rules, hands))


def _as_counted(tournament: Tournament, hand: ranking.HandResult) -> HandScore:
    """Return a hand of which only the scores and card points are known."""
    name = tournament.rules.card_points or ""
    points = hand.card_points or (None,) * len(hand.scores)
    lines: list[Line | None] = [None if each is None else {name: each} for each in points]
    return HandScore(hand.scores, Tally(tuple(lines), {}, tournament.options))
