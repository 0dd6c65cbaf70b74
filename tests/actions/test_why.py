"""Explanations of scores: the lines of a row add up to its score exactly."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from tests.ranking.strategies import cases
from tournaments.actions.standings.standing_documents import Rows
from tournaments.actions.standings.why import Given, exact, explained
from tournaments.models import Tournament
from tournaments.ranking import rank, read_scoring


def as_stored(penalty):
    """Directors give them with two decimals."""
    return replace(penalty, amount=Fraction(round(penalty.amount * 100), 100))


@pytest.mark.slow
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


class TestWhatASitOutCountsBy:
    ROUND = {"round": 1, "source": "sit-out", "score": "1.88"}

    def rule(self, counts, **row):
        row = {"entry": 1, "name": "Lino", "place": 8, "score": "1.88", "score_exact": "15/8", "penalty": "0", **row}
        scoring = read_scoring(
            {"sit_out": counts}, low_wins=True, sides=[4], defaults={"method": "total"}, vp_tables={}
        )
        told = explained(scoring, {**row, "rounds": [self.ROUND]}, Given(), after_round=1)
        return told["lines"][0]["rule"]

    def test_the_average_of_the_rounds_that_it_played_or_of_the_field_where_it_has_played_none(self):
        assert [self.rule("own-average", played=played) for played in (1, 0)] == ["own-average", "field-average"]

    def test_what_the_plan_says_otherwise(self):
        assert [self.rule(counts, played=0) for counts in ("field-average", 2)] == ["field-average", "number"]
