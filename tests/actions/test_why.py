"""Figures that add up: what a snapshot says of a row's rounds and penalties comes to its score, to the last digit."""

import json
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings

from tests.ranking.strategies import cases
from tournaments.actions.standing_documents import Rows
from tournaments.actions.why import Given, exact, explained
from tournaments.models import Tournament
from tournaments.ranking import rank


def as_stored(penalty):
    """Directors give them with two decimals."""
    return replace(penalty, amount=Fraction(round(penalty.amount * 100), 100))


@settings(max_examples=60, deadline=None)
@given(cases())
def test_the_rounds_of_every_row_less_its_penalties_are_its_score(case):
    results, scoring, tie_breaks, after_round, seed = case
    results = replace(results, penalties=tuple(map(as_stored, results.penalties)))
    standing = rank(results, scoring, tie_breaks, after_round=after_round, lot_seed=seed)
    names = {entrant.id: f"Player {entrant.number}" for entrant in results.entrants}
    document = json.loads(Rows(names).document(Tournament(slug="serata"), standing))
    for row in document["rows"]:
        told = explained(scoring, row, Given(), after_round=after_round)
        assert [line["round"] for line in told["lines"] if line["kind"] == "round"] == [
            r["round"] for r in row["rounds"]
        ]
        assert sum(map(exact, told["lines"])) == Fraction(row["score_exact"])
