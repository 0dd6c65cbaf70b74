"""Tables with two sides: everybody against everybody, and the movement where one side stays."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.check_draw import judge
from tests.pairing.requests import refusal, request
from tournaments.pairing import Participant, draw


def rounds_of(method, players, rounds, **options):
    drawn = draw(request(method, players, rounds=rounds, sizes=(2,), **options))
    return [made.tables for made in drawn.rounds]


def judged(tables, players, **more):
    verdict = judge(tables, range(1, players + 1), sizes=(2,), **more)
    assert verdict.errors == ()
    return verdict


def met(tables):
    return {frozenset(table) for table in tables}


class TestRoundRobin:
    @given(st.integers(2, 40), st.integers(0, 2**63))
    @settings(max_examples=30, deadline=None)
    def test_everybody_plays_everybody_once(self, players, seed):
        rounds = players - 1 + players % 2
        tables = rounds_of("round-robin", players, rounds, seed=seed)
        verdict = judged(tables, players)
        assert (verdict.repeats, verdict.sit_out_gap) == (0, 0)
        assert verdict.seat_spread <= 1
        played = {pair for round_ in tables for pair in met(round_)}
        assert played == {frozenset(pair) for pair in combinations(range(1, players + 1), 2)}

    @pytest.mark.parametrize("players", [6, 7])
    def test_after_a_whole_turn_it_begins_again_with_even_seats(self, players):
        whole = players - 1 + players % 2
        tables = rounds_of("round-robin", players, 2 * whole)
        assert set(Counter(pair for round_ in tables for pair in map(frozenset, round_)).values()) == {2}
        assert judged(tables, players).seat_spread <= 1
        assert not any(met(before) & met(after) for before, after in pairwise(tables))

    def test_separated_entries_never_play(self):
        forbidden = ((1, 2), (3, 4), (1, 3))
        tables = rounds_of("round-robin", 12, 6, forbidden=forbidden)
        assert judged(tables, 12, forbidden=forbidden).repeats == 0

    def test_a_thousand_play_ten_rounds(self):
        assert judged(rounds_of("round-robin", 1000, 10), 1000).repeats == 0


class TestMitchell:
    @given(st.integers(2, 41), st.integers(0, 2**63))
    @settings(max_examples=30, deadline=None)
    def test_stationary_and_moving_entries_meet_once(self, players, seed):
        tables = rounds_of("mitchell", players, (players + 1) // 2, seed=seed)
        verdict = judged(tables, players)
        assert (verdict.repeats, verdict.sit_out_gap) == (0, players % 2)
        for stays in zip(*tables, strict=True):
            assert len({one for one, _ in stays}) == 1

    @pytest.mark.parametrize("players", [8, 12, 14, 40])
    def test_hands_that_are_passed_down_never_come_again(self, players):
        count = players // 2
        tables = rounds_of("mitchell", players, count - 1 + count % 2)
        hands = Counter(
            (mover, (number + place) % count)
            for number, round_ in enumerate(tables)
            for place, (_, mover) in enumerate(round_)
        )
        assert set(hands.values()) == {1}

    @pytest.mark.slow
    def test_a_large_hall_moves_at_once(self):
        assert judged(rounds_of("mitchell", 3001, 4), 3001).repeats == 0

    def test_nothing_is_said_of_seats_that_are_kept(self):
        drawn = draw(request("mitchell", 8, rounds=4, sizes=(2,)))
        assert drawn.report["seats"] == {}

    @pytest.mark.parametrize("players", [3, 5, 9, 11, 41])
    def test_of_an_odd_number_everybody_sits_out_once(self, players):
        tables = rounds_of("mitchell", players, players)
        assert judged(tables, players).sit_out_gap == 0
        assert judge(tables[:-1], range(1, players + 1), sizes=(2,)).sit_out_gap == 1

    def test_fixed_entry_stays_at_its_table(self):
        fixed = {9: 1, 3: 4}
        tables = rounds_of("mitchell", 12, 6, fixed=fixed)
        assert judged(tables, 12, fixed=fixed).repeats == 0
        assert {round_[0][0] for round_ in tables} == {9}

    def test_two_cannot_stay_at_one_table(self):
        asked = request("mitchell", 8, rounds=2, sizes=(2,), fixed={1: 1, 2: 1})
        assert [(p.code, p.params["entrants"]) for p in refusal(asked)] == [("impossible_constraints", (1, 2))]

    @pytest.mark.parametrize(("players", "rounds"), [(12, 5), (40, 7), (41, 7), (200, 10)])
    def test_clubs_are_kept_apart(self, players, rounds):
        entrants = [Participant(number, club=str(number % 5)) for number in range(1, players + 1)]
        tables = rounds_of("mitchell", entrants, rounds, avoid_same_club=True)
        same = [p for p in combinations(range(1, players + 1), 2) if (p[1] - p[0]) % 5 == 0]
        assert judged(tables, players, forbidden=same).repeats == 0

    def test_inseparable_entries_are_named(self):
        forbidden = (*((1, other) for other in range(2, 7)), (2, 3))
        asked = request("mitchell", 8, rounds=4, sizes=(2,), forbidden=forbidden)
        (problem,) = refusal(asked)
        assert problem.code == "impossible_constraints"
        assert set(problem.params["pairs"]) <= set(forbidden)

    @pytest.mark.parametrize("change", [1, -1])
    def test_after_a_change_those_who_stay_still_stay(self, change):
        tables = rounds_of("mitchell", 16, 8)
        history = tuple(tables[:3])
        entrants = [Participant(number, active=number > -change) for number in range(1, 17)]
        entrants += [Participant(17)] * (change > 0)
        rest = rounds_of("mitchell", entrants, 4, history=history, seed=5)
        active = [entrant.id for entrant in entrants if entrant.active]
        verdict = judge((*history, *rest)[3:], active, sizes=(2,))
        assert verdict.errors == ()
        stayed = [table[0] for table in history[0]]
        for round_ in rest:
            kept = [old for old, (one, _) in zip(stayed, round_, strict=False) if old == one]
            assert len(kept) >= 6

    def test_an_unchanged_field_goes_on_as_planned(self):
        tables = rounds_of("mitchell", 16, 8)
        rest = rounds_of("mitchell", 16, 5, history=tuple(tables[:3]))
        assert [met(round_) for round_ in rest] == [met(round_) for round_ in tables[3:]]


@pytest.mark.parametrize("method", ["mitchell", "round-robin"])
def test_tables_of_four_are_no_tables_for_two(method):
    (problem,) = refusal(request(method, 8, rounds=2))
    assert (problem.code, problem.pointer[0]) == ("bad_option", "sizes")


@pytest.mark.parametrize("method", ["mitchell", "round-robin"])
def test_the_same_seed_gives_the_same_rounds(method):
    assert rounds_of(method, 13, 5) == rounds_of(method, 13, 5)
    assert rounds_of(method, 13, 5) != rounds_of(method, 13, 5, seed=2)
