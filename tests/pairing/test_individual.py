"""Partnerships that change every round: everybody once before anybody twice."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.check_draw import judge
from tests.pairing.requests import refusal, request
from tests.parameters import slowly
from tournaments.pairing import Participant, draw
from tournaments.pairing.constructions.finite_fields import WHIST_STARTERS, whist

FIELDS = [5, 9, 13, 17, 25, 29, 37, 41, 49, 53, 61, 73, 89, 97, 101]


def individual(players, rounds, **options):
    drawn = draw(request("individual", players, rounds=rounds, **options))
    return [made.tables for made in drawn.rounds], drawn.report


def partners(rounds):
    """Return how often each pair were partners; partners face each other."""
    return Counter(
        frozenset(pair)
        for tables in rounds
        for north, east, south, west in tables
        for pair in ((north, south), (east, west))
    )


def opponents(rounds):
    everybody = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    return everybody - partners(rounds)


@pytest.mark.parametrize("players", [*WHIST_STARTERS, *FIELDS])
def test_whist_lets_everybody_partner_once_and_oppose_twice(players):
    rounds = whist(players)
    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    assert len(rounds) == players - (players % 4 == 0)
    assert partners(rounds) == Counter(dict.fromkeys(pairs, 1))
    assert opponents(rounds) == Counter(dict.fromkeys(pairs, 2))
    verdict = judge(rounds, range(players))
    assert (verdict.errors, verdict.sit_out_gap) == ((), 0)


@pytest.mark.parametrize("players", [6, 7, 10, 11, 44, 45, 65])
def test_no_whist_is_known_for_every_field(players):
    assert whist(players) is None


@pytest.mark.parametrize("players", [4, 8, 9, 13, 16, *slowly(21, 28, 40)])
def test_a_whole_whist_tournament(players):
    rounds = players - (players % 4 == 0)
    tables, report = individual(players, rounds)
    assert judge(tables, range(1, players + 1)).errors == ()
    assert set(partners(tables).values()) == {1}
    assert set(opponents(tables).values()) == {2}
    assert report["partners_again"] == []
    assert report["repeats"] == report["repeats_lower_bound"]


def test_after_everybody_once_partners_come_again():
    tables, report = individual(8, 10)
    assert set(partners(tables).values()) == {1, 2}
    assert [times for _, _, times in report["partners_again"]] == [1] * 12


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (27, 6), (40, 10), *slowly((100, 12), (400, 8))])
def test_nobody_meets_anybody_again_in_a_short_evening(players, rounds):
    tables, _ = individual(players, rounds)
    verdict = judge(tables, range(1, players + 1))
    assert (verdict.errors, verdict.repeats) == ((), 0)
    assert verdict.seat_spread <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (7, 6), (10, 9), (11, 8), (14, 7), (18, 9)])
def test_fields_without_a_whist_tournament(players, rounds):
    tables, report = individual(players, rounds)
    verdict = judge(tables, range(1, players + 1))
    assert verdict.errors == ()
    assert verdict.sit_out_gap <= 1
    assert set(partners(tables).values()) == {1}
    assert report["partners_again"] == []


@pytest.mark.parametrize(("players", "rounds", "repeats"), [(16, 6, 24), (20, 7, 20), (20, 10, 110)])
def test_new_partners_at_the_tables_with_fewest_repeats(players, rounds, repeats):
    tables, _ = individual(players, rounds)
    assert judge(tables, range(1, players + 1)).repeats == repeats
    assert set(partners(tables).values()) == {1}


@given(st.integers(4, 24), st.integers(1, 4), st.integers(0, 2**63))
@settings(max_examples=4, deadline=None)
def test_everybody_sits_once_and_has_a_new_partner(players, rounds, seed):
    rounds = min(rounds, players - 1)
    tables, report = individual(players, rounds, seed=seed)
    verdict = judge(tables, range(1, players + 1))
    assert verdict.errors == ()
    assert verdict.sit_out_gap <= 1
    again = sum(times - 1 for times in partners(tables).values())
    assert len(report["partners_again"]) == again == 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [9, pytest.param(14, marks=pytest.mark.slow)])
def test_the_same_seed_gives_the_same_rounds(players):
    drawn = individual(players, 4)
    assert individual(players, 4) == drawn
    assert individual(players, 4, seed=2)[0] != drawn[0]


@pytest.mark.slow
@pytest.mark.parametrize("change", [1, -1])
def test_after_a_change_partners_are_still_new(change):
    tables, _ = individual(16, 8)
    history = tuple(tables[:3])
    entrants = [Participant(number, active=number > -change) for number in range(1, 17)]
    entrants += [Participant(17)] * (change > 0)
    rest, report = individual(entrants, 5, history=history)
    active = [entrant.id for entrant in entrants if entrant.active]
    verdict = judge(rest, active)
    assert verdict.errors == ()
    assert verdict.sit_out_gap <= 1
    assert set(partners([*history, *rest]).values()) == {1}
    assert report["partners_again"] == []


def test_an_unchanged_field_goes_on_as_planned():
    tables, _ = individual(16, 15)
    rest, _ = individual(16, 12, history=tuple(tables[:3]))
    assert partners(rest) == partners(tables[3:])


@pytest.mark.slow
def test_separated_entries_never_sit_together():
    forbidden = ((1, 2), (3, 4), (1, 3))
    tables, _ = individual(13, 6, forbidden=forbidden)
    assert judge(tables, range(1, 14), forbidden=forbidden).errors == ()
    assert set(partners(tables).values()) == {1}


def test_individual_method_needs_tables_of_four():
    (problem,) = refusal(request("individual", 8, rounds=2, sizes=(2,)))
    assert (problem.code, problem.pointer[0]) == ("bad_option", "sizes")
