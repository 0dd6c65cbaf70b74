"""Outlooks compared with the places that are really possible: by all ends one by one, and by an exact solver."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.bounds import TableBounds
from scoring.victory_points import TABLES
from tests.ranking.outlook.evenings import dice
from tests.ranking.outlook.exact import draws, endings_with_a_rest, most_held, outcomes, places, places_at
from tournaments.ranking import Award, Entrant, HandResult, Results, RoundPlan, RoundSatOut, Scoring, TableResult, rank

WAYS = {
    "match-points": (Scoring(method="match-points"), 2),
    "match points for a loss": (Scoring(method="match-points", win=3, draw=2, loss=1), 2),
    "victory-points": (Scoring(method="victory-points", vp_limits=TABLES["burraco-3"]), 2),
    "places": (Scoring(method="places"), 4),
    "places of three": (Scoring(method="places", points=(Fraction(3), Fraction(1), Fraction(0))), 3),
}
ANY = 10_000


def fresh(sides):
    return TableBounds((-ANY,) * sides, (ANY,) * sides, -ANY * sides, ANY * sides)


def outlook(have, scoring, sides, tables=(), rounds=2):
    """Return the outlook of entries with these scores in a first round, with these tables of a second, or none yet."""
    entrants = tuple(Entrant(entry, entry) for entry in have)
    drawn = tuple(
        TableResult(2, n, tuple((e,) for e in table), outstanding=True) for n, table in enumerate(tables, start=1)
    )
    pairs = list(zip(list(have)[::2], list(have)[1::2], strict=True))
    hand = HandResult((0, 0))
    played = tuple(
        TableResult(1, n, tuple((e,) for e in pair), (0, 0), (1, 1), (hand,)) for n, pair in enumerate(pairs, start=1)
    )
    seated = {entry for table in tables for entry in table}
    results = Results(
        entrants,
        rounds=(1, 2) if drawn else (1,),
        tables=played + drawn,
        sit_outs=tuple(RoundSatOut(2, entry) for entry in have if drawn and entry not in seated),
        awards=tuple(Award(1, entry, Fraction(points)) for entry, points in have.items()),
    )
    plan = RoundPlan(rounds=rounds, fresh=(fresh(sides),), bounds_of=lambda table: fresh(len(table.sides)))
    last = max(results.rounds)
    return rank(results, scoring, (), after_round=last, lot_seed=1, plan=plan).outlook


def told(have, scoring, sides, tables=(), rounds=2):
    return {entry: (each.best, each.worst) for entry, each in outlook(have, scoring, sides, tables, rounds).items()}


def standings(name, entries, seed):
    """Return everybody's score; most are level or close."""
    throws = dice(name, seed)
    most = 40 if name == "victory-points" else 8
    return {entry: throws.randint(0, throws.choice([2, most])) for entry in range(1, entries + 1)}


def check(name, entries, seed, seated, tables=()):
    """Check that the outlook excludes no possible place; return how many of its limits are exact."""
    scoring, sides = WAYS[name]
    have = standings(name, entries, seed)
    real, said = places(have, scoring, seated), told(have, scoring, sides, tables)
    for entry, (best, worst) in real.items():
        assert said[entry][0] <= best <= worst <= said[entry][1], (name, seed, entry, real[entry], said[entry])
    ends = [mine == its for e in real for mine, its in zip(real[e], said[e], strict=True)]
    return sum(ends) / len(ends)


TWO_SIDES = ["match-points", "match points for a loss", "victory-points"]


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_SIDES)
def test_before_a_last_round_of_two_sides_the_places_told_are_possible(name):
    """By victory points two entries may need more than one table gives, though all need no more than all tables."""
    entries = 4 if name == "victory-points" else 6
    seated = list(draws(list(range(1, entries + 1)), 2))
    right = [check(name, entries, seed, seated) for seed in range(10)]
    assert sum(right) >= (9.6 if name == "victory-points" else 10)


@pytest.mark.parametrize("name", TWO_SIDES)
def test_in_a_last_round_of_two_sides_every_place_told_is_possible(name):
    tables = [(1, 2), (3, 4), (5, 6)][: 2 if name == "victory-points" else 3]
    entries = 2 * len(tables)
    assert [check(name, entries, seed, [tables], tables) for seed in range(15)] == [1] * 15


@pytest.mark.slow
@pytest.mark.parametrize(("name", "tables"), [("places", [(1, 2, 3, 4), (5, 6, 7, 8)]), ("places of three", 0)])
def test_by_places_no_possible_place_is_denied_and_nearly_all_told_are_possible(name, tables):
    """A shared place gives points that nobody gets alone, which the bounds do not consider."""
    entries = 8 if tables else 6
    seated = [tables] if tables else list(draws(list(range(1, entries + 1)), 3))
    right = [check(name, entries, seed, seated, tables or ()) for seed in range(3)]
    assert sum(right) / len(right) > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("sit_out", [0, 4])
def test_with_a_table_open_and_a_round_to_come_that_somebody_sits_out_no_possible_place_is_denied(sit_out):
    """Sitting out may give less than any place at a table, so the next round saves nobody at the open table."""
    scoring = replace(WAYS["places of three"][0], points=tuple(map(Fraction, (3, 2, 1))), sit_out=Fraction(sit_out))
    right = 0
    for seed in range(20):
        throws = dice(sit_out, seed)
        have = {entry: throws.randint(0, 7) for entry in range(1, 5)}
        real, said = places_at(endings_with_a_rest(have, scoring), have), told(have, scoring, 3, [(1, 2, 3)], rounds=3)
        for entry, (best, worst) in real.items():
            assert said[entry][0] <= best <= worst <= said[entry][1], (seed, have, entry)
            right += (best, worst) == said[entry]
    assert right > 72


@pytest.mark.slow
@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("entries", [24, 36])
def test_in_a_larger_field_the_solver_finds_the_same(name, entries):
    """Before a last round of any draw: the same places, by victory points at most one further."""
    scoring, sides = WAYS[name]
    have = standings(name, entries, entries)
    said, ways = told(have, scoring, sides), outcomes(scoring, sides)
    most, least = max(map(max, ways)), min(map(min, ways))
    further = []
    for entry in list(have)[:6]:
        reach, fall = have[entry] + most, have[entry] + least
        rivals = [points for other, points in have.items() if other != entry]
        held = most_held(ways, [most, *(reach - points for points in rivals)]) - 1
        turned = [tuple(-worth for worth in way) for way in ways]
        passing = most_held(turned, [-least, *(points - fall for points in rivals)]) - 1
        best, worst = said[entry]
        assert (best <= entries - held, worst >= 1 + passing) == (True, True)
        further += [entries - held - best, worst - 1 - passing]
    assert max(further) <= (name == "victory-points")
