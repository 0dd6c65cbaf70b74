"""Figures that add up: what a snapshot says of a row's rounds and penalties comes to its score, to the last digit."""

import json
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings

from tests.ranking.strategies import cases
from tournaments.actions.standing_documents import Rows
from tournaments.models import Tournament
from tournaments.ranking import rank


def as_stored(penalty):
    """Directors give them with two decimals."""
    return replace(penalty, amount=Fraction(round(penalty.amount * 100), 100))


@settings(max_examples=150, deadline=None)
@given(cases())
def test_the_rounds_of_every_row_less_its_penalties_are_its_score(case):
    results, scoring, tie_breaks, after_round, seed = case
    results = replace(results, penalties=tuple(map(as_stored, results.penalties)))
    standing = rank(results, scoring, tie_breaks, after_round=after_round, lot_seed=seed)
    names = {entrant.id: f"Player {entrant.number}" for entrant in results.entrants}
    document = json.loads(Rows(names).document(Tournament(slug="serata"), standing))
    for row in document["rows"]:
        lines = [Fraction(line.get("exact") or line["score"] or 0) for line in row["rounds"]]
        lines.append(Fraction(row["penalty"]) * (1 if scoring.low_score_wins else -1))
        assert sum(lines) == Fraction(row["score_exact"])
