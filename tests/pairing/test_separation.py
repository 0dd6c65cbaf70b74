"""Rounds that keep all pairs apart, compared with a search through every round."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.problems import Refusal
from tests.pairing.requests import refusal, request
from tournaments.pairing import draw
from tournaments.pairing.requirements.feasibility import can_fill
from tournaments.pairing.search.separation_search import search_separation
from tournaments.pairing.shape import shape_of

SIZES = st.sampled_from([(4,), (4, 3), (3,), (2,), (5, 4), (4, 3, 5)])
PLENTY = 10**6


def all_rounds(players, sizes):
    """Every way to seat these players at tables of these sizes."""
    if not players:
        yield []
        return
    first, *others = players
    for size in set(sizes):
        place = sizes.index(size)
        for clubmates in combinations(others, size - 1):
            left = [player for player in others if player not in clubmates]
            for tables in all_rounds(left, sizes[:place] + sizes[place + 1 :]):
                yield [(first, *clubmates), *tables]


def has_round(players, pairs, sizes, fixed):
    """Whether some round keeps the pairs apart and the fixed at their tables."""
    shape = shape_of(players, sizes)
    for out in combinations(range(players), shape.sit_outs):
        seated = [player for player in range(players) if player not in out]
        if any(keeps(tables, pairs, fixed) for tables in all_rounds(seated, shape.sizes)):
            return True
    return False


def keeps(tables, pairs, fixed):
    homes = [{fixed[player] for player in table if player in fixed} for table in tables]
    numbers = [number for home in homes for number in home]
    return (
        all(pairs.isdisjoint(combinations(sorted(table), 2)) for table in tables)
        and all(len(home) <= 1 for home in homes)
        and len(numbers) == len(set(numbers))
    )


@st.composite
def fields(draw_value):
    """A few players, who is kept apart, and who is fixed at which table."""
    sizes = draw_value(SIZES)
    players = draw_value(st.integers(sizes[0] + 1, 9))
    everybody = [*combinations(range(players), 2)]
    pairs = draw_value(st.sets(st.sampled_from(everybody), max_size=len(everybody)))
    tables = len(shape_of(players, sizes).sizes)
    fixed = st.dictionaries(st.integers(0, players - 1), st.integers(0, tables - 1), max_size=3)
    return players, pairs, sizes, draw_value(fixed)


def as_bits(players, pairs):
    apart = [0] * players
    for one, other in pairs:
        apart[one] |= 1 << other
        apart[other] |= 1 << one
    return apart


@given(fields())
@settings(max_examples=60, deadline=None)
def test_a_round_is_found_or_there_is_none(case):
    players, pairs, sizes, fixed = case
    shape = shape_of(players, sizes)
    found = search_separation(as_bits(players, pairs), shape, fixed, PLENTY)
    assert found.impossible is not has_round(players, pairs, sizes, fixed)
    if found.tables is not None:
        assert sorted(map(len, found.tables)) == sorted(shape.sizes)
        assert keeps(found.tables, pairs, fixed)


@given(fields(), st.integers(0, 30))
@settings(max_examples=30, deadline=None)
def test_with_less_work_nothing_is_said_that_is_not_so(case, work):
    players, pairs, sizes, fixed = case
    found = search_separation(as_bits(players, pairs), shape_of(players, sizes), fixed, work)
    assert not (found.impossible and has_round(players, pairs, sizes, fixed))


@given(st.lists(st.integers(1, 7), min_size=1, max_size=4), SIZES)
@settings(max_examples=40, deadline=None)
def test_parts_fill_tables_if_some_way_to_share_them_does(counts, sizes):
    shape = shape_of(sum(counts), sizes)
    ways = {tuple(sorted((*shape.sizes, *[1] * shape.sit_outs)))}

    def shared(left, places):
        if not left:
            return not places
        return any(
            shared(left[1:], rest)
            for number in range(len(places) + 1)
            for taken in set(combinations(places, number))
            if sum(taken) == left[0]
            for rest in [without(places, taken)]
        )

    assert can_fill(counts, shape.sizes, shape.sit_outs) == any(shared(counts, way) for way in ways)


def without(places, taken):
    rest = list(places)
    for place in taken:
        rest.remove(place)
    return tuple(rest)


def named(problem):
    return {tuple(sorted(pair)) for pair in problem.params["pairs"]}


@given(
    st.integers(5, 11),
    st.sampled_from([(4,), (4, 3)]),
    st.sets(st.sampled_from([*combinations(range(1, 12), 2)]), min_size=8, max_size=40),
    st.sampled_from(["random", "swiss", "schedule", "interval"]),
)
@settings(max_examples=60, deadline=None)
def test_with_sit_outs_too_only_what_is_impossible_is_refused(players, sizes, pairs, method):
    pairs = {pair for pair in pairs if max(pair) <= players}
    asked = request(method, players, sizes=sizes, forbidden=tuple(sorted(pairs)))
    try:
        drawn = draw(asked)
    except Refusal as refused:
        for problem in refused.problems:
            blamed = {(one - 1, other - 1) for one, other in named(problem)}
            assert not has_round(players, blamed, sizes, {})
    else:
        assert keeps(drawn.tables, pairs, {})


def two_sides(players, first):
    return {(one, other) for one in range(first) for other in range(first, players)}


@pytest.mark.slow
def test_two_sides_that_fill_their_tables_are_drawn_whoever_sits_out():
    apart = tuple((one + 1, other + 1) for one, other in two_sides(27, 12))
    for method in ("random", "swiss", "danish", "interval", "schedule", "individual"):
        drawn = draw(request(method, 27, rounds=2, forbidden=apart))
        assert drawn.report["kept_apart_but_together"] == []
        assert all(len(made.sit_out) == 3 for made in drawn.rounds)


@pytest.mark.slow
def test_two_sides_of_which_none_fills_its_tables_are_named():
    apart = tuple((one + 1, other + 1) for one, other in two_sides(100, 26))
    (problem,) = refusal(request("swiss", 100, forbidden=apart))
    blamed = {(one - 1, other - 1) for one, other in named(problem)}
    assert search_separation(as_bits(100, blamed), shape_of(100, (4,)), {}, PLENTY).impossible


@pytest.mark.slow
def test_what_can_neither_be_drawn_nor_proved_names_nobody():
    chance = Random(62)
    everybody = combinations(range(1, 121), 2)
    apart = tuple(pair for pair in everybody if chance.random() < 0.6)
    (problem,) = refusal(request("random", 120, sizes=(6,), forbidden=apart))
    assert (problem.code, problem.params) == ("no_draw_found", {})
    assert str(problem).startswith("No draw that keeps all these players apart was found")
