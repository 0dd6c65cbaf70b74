"""Incremental ranking: equal to ranking everything, for any change."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ranking.build import BUSCA, table, tournament, waiting
from tests.ranking.strategies import cases, closings, places_of, tables
from tournaments.ranking import RankingCache, rank_changed


@st.composite
def changed(draw, results, scoring):
    """The results after a table or two, or anything else, have changed."""
    if not results.tables or not draw(st.integers(0, 3)):
        kept = draw(st.sampled_from(["rounds", "tables", "sit_outs", "awards", "penalties", "closed", "entrants"]))
        values = getattr(results, kept)
        if kept == "entrants":
            one = draw(st.sampled_from(values))
            other = replace(one, until_round=1 if one.until_round is None else None)
            return replace(results, entrants=tuple(other if each is one else each for each in values))
        if kept == "closed":
            return replace(results, closed=tuple(replace(draw(closings), round=each.round) for each in values[1:]))
        return replace(results, **{kept: values[:-1] if draw(st.booleans()) else values + values[:1]})
    now = list(results.tables)
    for place in draw(st.lists(st.integers(0, len(now) - 1), min_size=1, max_size=2)):
        old = now[place]
        now[place] = draw(tables(old.round, old.table, old.sides, low=scoring.low_wins))
    return replace(results, tables=tuple(now))


@st.composite
def evenings(draw):
    """Return a case, and its results after each of some changes."""
    results, scoring, tie_breaks, _after, seed = draw(cases())
    versions = [results]
    for _change in range(draw(st.integers(1, 4))):
        before = versions[-1]
        now = draw(changed(before, scoring))
        doubled = {"rounds", "tables"} & {
            k for k in ("rounds", "tables") if len(getattr(now, k)) > len(getattr(before, k))
        }
        versions.append(before if doubled else now)
    return versions, scoring, tie_breaks, seed


@pytest.mark.slow
@settings(max_examples=80)
@given(evenings())
def test_incremental_ranking_equals_full_ranking(evening):
    versions, scoring, tie_breaks, seed = evening
    kept, published = None, {}
    for results in versions:
        standings, kept = rank_changed(results, scoring, tie_breaks, lot_seed=seed, before=kept)
        everything, _kept = rank_changed(results, scoring, tie_breaks, lot_seed=seed)
        published |= {standing.after_round: standing for standing in standings}
        assert standings[-1] == everything[-1]
        assert [published[standing.after_round] for standing in everything] == everything


EVENING = tournament(
    8,
    *(table(number, [1, 2, 3, 4], [0, 1, 2, 3], low=True) for number in (1, 2)),
    *(table(number, [5, 6, 7, 8], [1, 1, 0, 2], low=True, number=2) for number in (1, 2)),
    *(waiting(3, range(start, start + 4), number) for number, start in ((1, 1), (2, 5))),
)


def ranked(results, before: RankingCache | None = None):
    return rank_changed(results, BUSCA, ("table_wins", "head_to_head", "opponents"), lot_seed=1, before=before)


def test_a_hand_of_the_last_round_ranks_that_round_and_keeps_the_lines_of_all_others():
    standings, before = ranked(EVENING)
    assert [standing.after_round for standing in standings] == [1, 2, 3]
    tables = (*EVENING.tables[:-1], table(3, [5, 6, 7, 8], [9, 0, 0, 0], low=True, number=2))
    standings, now = ranked(replace(EVENING, tables=tables), before)
    assert [standing.after_round for standing in standings] == [3]
    kept = [entry for entry, line in now.sheet.lines.items() if line is before.sheet.lines[entry]]
    assert kept == [1, 2, 3, 4]


def test_a_correction_in_an_earlier_round_ranks_from_there_on():
    _standings, before = ranked(EVENING)
    old = next(each for each in EVENING.tables if each.round == 2)
    new = replace(old, totals=(3, 0, 0, 0), places=places_of((3, 0, 0, 0), low=True))
    tables = tuple(new if each is old else each for each in EVENING.tables)
    standings, _now = ranked(replace(EVENING, tables=tables), before)
    assert [standing.after_round for standing in standings] == [2, 3]


def test_where_nothing_changed_the_last_is_ranked():
    _standings, before = ranked(EVENING)
    standings, _now = ranked(EVENING, before)
    assert [standing.after_round for standing in standings] == [3]
