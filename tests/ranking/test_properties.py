"""Properties of every tournament."""

import random
from dataclasses import fields, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.ranking.build import without_games
from tests.ranking.strategies import amounts, cases
from tournaments.ranking import PenaltyPoints, rank

thorough = settings(max_examples=30, deadline=None)


def ranked(case, **more):
    results, scoring, tie_breaks, after_round, seed = case
    return rank(more.pop("results", results), scoring, tie_breaks, after_round=after_round, lot_seed=seed)


@pytest.mark.slow
@thorough
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_never_matters(case, chance: random.Random):
    results = case[0]
    shuffled = {
        part.name: tuple(chance.sample(value := getattr(results, part.name), len(value))) for part in fields(results)
    }
    assert ranked(case, results=replace(results, **shuffled)) == ranked(case)


@pytest.mark.slow
@thorough
@given(cases(), cases())
def test_a_standing_does_not_change_when_later_rounds_change(case, other):
    """A penalty without a round, and who is in, belong to the tournament as a whole."""
    results, later, n = case[0], other[0], case[3]
    ids = {entrant.id for entrant in results.entrants}
    assume(len(later.entrants) <= len(results.entrants))

    def joined(name, keep):
        before = [item for item in getattr(results, name) if keep(item)]
        return tuple(before + [item for item in getattr(later, name) if not keep(item)])

    changed = replace(
        results,
        rounds=joined("rounds", lambda number: number <= n),
        tables=joined("tables", lambda t: t.round <= n),
        sit_outs=joined("sit_outs", lambda s: s.round <= n),
        awards=joined("awards", lambda a: a.round <= n),
        penalties=joined("penalties", lambda p: p.round is None or p.round <= n),
        closed=joined("closed", lambda each: each.round <= n),
    )
    assert {entrant.id for entrant in later.entrants} <= ids
    scoring = case[1]
    assume(scoring.method != "victory-points" or all(len(t.sides) == 2 for t in changed.tables))
    assert ranked(case, results=changed) == ranked(case)


@pytest.mark.slow
@thorough
@given(cases(), amounts, st.none() | st.integers(1, 4), st.data())
def test_a_penalty_never_helps(case, amount, number, data):
    results = case[0]
    punished = data.draw(st.sampled_from([entrant.id for entrant in results.entrants]))
    hurt = replace(results, penalties=(*results.penalties, PenaltyPoints(punished, amount, number)))
    before = {row.entry: row for row in ranked(case).rows}
    after = {row.entry: row for row in ranked(case, results=hurt).rows}
    if punished in after and after[punished].place is not None:
        assert after[punished].place >= before[punished].place
    others = after.keys() - {punished}
    assert all(after[entry].score == before[entry].score for entry in others)


@pytest.mark.slow
@thorough
@given(cases())
def test_places_are_a_competition_ranking_and_the_order_follows_the_scores(case):
    rows = ranked(case).rows
    placed = [row.place for row in rows if row.place is not None]
    assert placed == [placed.index(place) + 1 for place in placed]
    low = case[1].low_score_wins
    for withdrawn in (False, True):
        alike = [r.score for r in rows if r.withdrawn == withdrawn and r.place is not None]
        assert alike == sorted(alike, reverse=not low)
    unplaced = [row.entry for row in rows if row.stand_in or row.disqualified or row.not_played]
    assert [row.entry for row in rows if row.place is None] == unplaced


@pytest.mark.slow
@thorough
@given(cases(), st.randoms(use_true_random=False))
def test_permuting_the_ids_permutes_the_rows(case, chance: random.Random):
    """Lots are drawn by entry number, so that they outlast an export and an import."""
    results = case[0]
    ids = [entrant.id for entrant in results.entrants]
    new = dict(zip(ids, chance.sample(range(1000), len(ids)), strict=True))

    def renamed(items):
        return tuple(replace(item, entry=new[item.entry]) for item in items)

    permuted = replace(
        results,
        entrants=tuple(replace(entrant, id=new[entrant.id]) for entrant in results.entrants),
        tables=tuple(
            replace(t, sides=tuple(tuple(new[entry] for entry in side) for side in t.sides)) for t in results.tables
        ),
        sit_outs=renamed(results.sit_outs),
        awards=renamed(results.awards),
        penalties=renamed(results.penalties),
    )
    standing = without_games(ranked(case))
    expected = tuple(replace(row, entry=new[row.entry]) for row in standing.rows)
    assert without_games(ranked(case, results=permuted)) == replace(standing, rows=expected)


@pytest.mark.slow
@thorough
@given(cases())
def test_a_score_is_its_rounds_less_the_penalties(case):
    low = case[1].low_score_wins
    for row in ranked(case).rows:
        rounds = sum(score.value or 0 for score in row.rounds)
        assert row.score == (rounds + row.penalty if low else rounds - row.penalty)


@pytest.mark.slow
@thorough
@given(cases())
def test_with_a_lot_nobody_shares_a_place(case):
    results, scoring, tie_breaks, after_round, seed = case
    with_lot = (*(code for code in tie_breaks if code != "lot"), "lot")
    rows = rank(results, scoring, with_lot, after_round=after_round, lot_seed=seed).rows
    placed = [row.place for row in rows if row.place is not None]
    assert placed == list(range(1, len(placed) + 1))
