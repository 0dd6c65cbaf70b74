"""Whether the scores of the hands that stand follow from their tallies."""

from collections.abc import Iterator

from scoring.core import HandScore
from scoring.table import judge
from tournaments.models import Table, Tournament

from ..tables import hand_score, with_play
from .findings import Finding


def check_scores(tournament: Tournament) -> Iterator[Finding]:
    """Hands whose scores are others than the rules give."""
    tables = Table.objects.filter(round__tournament=tournament).select_related("round")
    for table in with_play(tables):
        yield from _check_table(tournament, table)


def _check_table(tournament: Tournament, table: Table) -> Iterator[Finding]:
    sides = 1 + max((seat.side for seat in table.seats.all()), default=0)
    rules = tournament.table_rules(first_lead=table.first_lead, sides=sides)
    before: list[HandScore] = []
    for hand in table.current_hands:  # type: ignore[attr-defined]  # the prefetch's name
        score = judge(tournament.rules, tournament.options, hand.tally, before=before, rules=rules)
        if isinstance(score, list) or list(score.scores) != hand.scores:
            place = f"round {table.round.number} table {table.number} hand {hand.number}"
            yield Finding("scores", place, "do not follow from the tally")
        before.append(hand_score(tournament, hand))
