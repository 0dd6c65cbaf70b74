"""Swiss rounds, compared with the best ones, and properties for fields of any size."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.certificate import AGAIN, best_round
from tests.pairing.check_draw import judge
from tests.pairing.requests import request
from tournaments.pairing import Participant, draw
from tournaments.pairing.instance import instance_of
from tournaments.pairing.search.swiss.candidates import CandidateTables
from tournaments.pairing.search.swiss.effort import Budget, effort_for
from tournaments.pairing.search.swiss.neighbourhoods import Improvement
from tournaments.pairing.search.swiss.position import position_of
from tournaments.pairing.search.swiss.set_partition import PartitionProblem, least_cost, least_spread, less_spread
from tournaments.pairing.search.swiss.worth import Worth
from tournaments.pairing.values import Rng

PLENTY = 10**9  # of work


def evening(players, rounds, seed):
    """The draws of an evening in which the stronger score more, each with scores and history."""
    chance = random.Random(seed)
    skill = {player: chance.gauss(0, 1) for player in range(1, players + 1)}
    scores, history = dict.fromkeys(skill, 0), ()
    for number in range(rounds):
        entrants = [Participant(player, score) for player, score in scores.items()]
        drawn = draw(request("swiss", entrants, seed=seed + number, history=history))
        yield dict(scores), history, drawn
        history += (drawn.tables,)
        for table in drawn.tables:
            for place, player in enumerate(sorted(table, key=lambda each: skill[each] + chance.gauss(0, 1))):
                scores[player] += 10 * place + chance.randrange(12)


def value(drawn):
    """The price and the spread, as the certificate counts them."""
    report = drawn.report
    return report["repeats"] + AGAIN * report["repeats_from_last_round"], report["spread"]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(8, 4), (12, 5), (16, 7), (20, 5)])
def test_small_fields_get_the_best_round_there_is(players, rounds):
    for scores, history, drawn in evening(players, rounds, seed=players):
        assert drawn.report["spread_is_least"]
        assert value(drawn) == best_round(scores, history, value(drawn))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("players", "rounds"), [(24, 8), (28, 6), (32, 5), (40, 3)])
def test_fields_up_to_forty_too(players, rounds):
    for scores, history, drawn in evening(players, rounds, seed=players):
        assert value(drawn) == best_round(scores, history, value(drawn))


@pytest.mark.parametrize(
    ("players", "seats", "widths", "proves"),
    [
        (25, 4, (5, 6), True),
        (16, 5, (2, 3), True),
        (25, 5, (3, 3), False),
        (25, 6, (2, 2), False),
        (100, 6, (2, 3), False),
    ],
)
def test_larger_tables_are_seated_anew_fewer_at_a_time(players, seats, widths, proves):
    effort = effort_for(players, seats)
    assert ((effort.width, effort.last_width), effort.proves) == (widths, proves)


@pytest.mark.slow
@given(st.sampled_from([8, 12, 16]), st.integers(0, 2**63))
@settings(max_examples=8, deadline=None)
def test_any_past_and_any_scores(players, seed):
    chance = random.Random(seed)
    order, history = list(range(1, players + 1)), []
    for _round in range(chance.randrange(6)):
        chance.shuffle(order)
        history.append(tuple(tuple(order[n : n + 4]) for n in range(0, players, 4)))
    scores = {player: chance.choice([0, 1, 5, chance.randrange(1_000)]) for player in order}
    entrants = [Participant(player, score) for player, score in scores.items()]
    drawn = draw(request("swiss", entrants, seed=seed, history=tuple(history)))
    assert value(drawn) == best_round(scores, history, value(drawn))


@pytest.mark.slow
@given(st.integers(0, 2**63), st.sampled_from([(4,), (3, 3, 4), (2, 5), (6, 4)]), st.integers(0, 4))
@settings(max_examples=40, deadline=None)
def test_a_part_is_seated_as_well_as_by_trying_everything(seed, sizes, meetings):
    chance = random.Random(seed)
    players = 8 if sizes == (4,) else sum(sizes)
    sizes = (4, 4) if sizes == (4,) else sizes
    position, tables = a_position(chance, players, sizes, meetings)
    least = min(map(position.value, every_round(list(range(players)), sizes)))
    cheaper = least_cost(position, tables, Budget(PLENTY), work=10**6).tables or tables
    found = least_spread(position, cheaper, Budget(PLENTY), work=10**6)
    assert found.proved
    assert position.value(found.tables or cheaper) == least


def a_position(chance, players, sizes, meetings):
    """Players of any score, some of whom have met, at tables of these sizes."""
    entrants = [Participant(player, chance.randrange(30)) for player in range(players)]
    history = tuple((tuple(chance.sample(range(players), 2)),) for _ in range(meetings))
    asked = request("swiss", entrants, sizes=tuple(dict.fromkeys(sizes)), past_sizes=(2,))
    instance = instance_of(asked)
    for ((one, other),) in history:
        for here, there in ((one, other), (other, one)):
            instance.past.meetings[here][there] = instance.past.meetings[here].get(there, 0) + 1
    free = iter(range(players))
    tables = [[next(free) for _ in range(size)] for size in sizes]
    position = position_of(instance, tables, settled=False)
    position.usual[:] = position.unusual[:] = [True] * players
    return position, tables


def every_round(players, sizes):
    """All ways to seat these players at tables of these sizes."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for others in every_round(rest, sizes[1:]):
            yield [list(table), *others]


@given(st.integers(0, 2**63), st.integers(0, 6))
@settings(max_examples=25, deadline=None)
def test_a_part_seated_twice_is_no_better_the_second_time(seed, meetings):
    position, tables = a_position(random.Random(seed), 16, (4, 4, 4, 4), meetings)
    least = least_spread(position, tables, Budget(PLENTY), work=10**6)
    worth = Worth()
    found = less_spread(position, tables, worth, Budget(PLENTY), work=10**6, near=4)
    assert position.value(found.tables or tables)[1] == position.value(least.tables or tables)[1]
    again = less_spread(position, found.tables or tables, worth, Budget(PLENTY), work=10**6, near=4)
    assert (again.tables, again.proved, len(again.near)) == (None, True, 4)


def test_nothing_is_begun_once_the_budget_is_spent():
    position, tables = a_position(random.Random(3), 24, (4,) * 6, 0)
    budget = Budget(1)
    improvement = Improvement(position, budget, None)
    improved = improvement.sweep(tables, width=3, parts=20)
    assert [tables[:3] != improved[:3], tables[3:] != improved[3:], budget.spent_part] == [True, False, 1]
    assert improvement.sweep(improved, width=3, parts=20) == improved
    assert improvement.improve_near_tables(improved, Rng(0), width=3, parts=20) == improved


@given(st.integers(0, 2**63), st.floats(0.1, 1))
@settings(max_examples=25, deadline=None)
def test_the_bound_is_the_same_however_cheap_an_empty_seat_is_at_first(seed, dear):
    position, tables = a_position(random.Random(seed), 12, (4, 4, 4), 4)
    cost, spread = position.value(tables)
    candidates = CandidateTables(position, tables)
    problem = PartitionProblem(candidates, candidates.columns(cost, spread), cost, spread, Budget(PLENTY))
    bounds = []
    for empty in (max(1, spread), dear * spread / 3):
        prices = problem.relaxation(max(0.1, empty)).solve(problem.columns, problem.first, PLENTY)
        bounds.append(sum(prices.row_prices) - prices.limit_price * cost)
    assert bounds[1] == pytest.approx(bounds[0], abs=1e-3)


@given(st.integers(0, 2**63), st.sampled_from([(4, 4), (3, 3, 3), (2, 2, 2, 2)]))
@settings(max_examples=10, deadline=None)
def test_spreads_of_tables_of_one_size_differ_by_even_numbers(seed, sizes):
    position, _ = a_position(random.Random(seed), sum(sizes), sizes, 0)
    spreads = [position.value(tables)[1] for tables in every_round(list(range(sum(sizes))), sizes)]
    assert {spread % 2 for spread in spreads} == {spreads[0] % 2}


def test_candidates_are_all_tables_of_no_higher_a_price():
    position, tables = a_position(random.Random(5), 8, (4, 4), 3)
    price = max(position.costs[0])
    found = [column[2] for group in CandidateTables(position, tables).columns(price, 10**9) for column in group]
    assert found == [
        table
        for table in combinations(range(8), 4)
        if sum(position.costs[a][b] for a, b in combinations(table, 2)) <= price
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(100, 5), (400, 2), (1000, 2)])
def test_nobody_meets_again_in_a_large_field(players, rounds):
    history = tuple(drawn.tables for _, _, drawn in evening(players, rounds, seed=players))
    verdict = judge(history, range(1, players + 1))
    assert (verdict.errors, verdict.repeats) == ((), 0)
    assert verdict.seat_spread <= 2
