"""The places that are still possible, beside every way in which the evenings left can end."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import chain, permutations, product
from random import Random

import pytest

from tests.ranking.seasons.test_regulations import by_place
from tournaments.ranking.seasons import (
    EveningResult,
    RankedEvening,
    RemainingEvening,
    left_evenings,
    part_outlooks,
    rank_season,
    read_declaration,
    season_outlooks,
)

PEOPLE = ((1,), (2,), (3,))


def outlooks(raw, evenings, left):
    declaration = read_declaration(raw)
    rows = rank_season(declaration, evenings, lot_seed=1)
    return season_outlooks(declaration, evenings, rows, left)


def outlooks_of_parts(raw, evenings, left):
    declaration = read_declaration(raw)
    return part_outlooks(declaration, evenings, rank_season(declaration, evenings, lot_seed=1), left)


def endings(raw, left):
    """Every evening that the declaration allows: who comes, in which order, alone or level in places."""
    here = chain.from_iterable(permutations(PEOPLE, number) for number in range(len(PEOPLE) + 1))
    for order in here:
        if raw["counts"] == "points":
            levels = product([0, 1], repeat=max(len(order) - 1, 0))
            for level in levels:
                places = [1]
                for at, is_level in enumerate(level, 2):
                    places.append(places[-1] if is_level else at)
                yield an_ending(order, places[: len(order)], left)
        else:
            for shares in product([0, 60, 100], repeat=len(order)):
                yield an_ending(order, [1 + sum(s > share for s in shares) for share in shares], left, shares)


def an_ending(order, places, left, shares=()):
    scores = shares or [-place for place in places]
    results = [EveningResult(who, "", p, str(s)) for who, p, s in zip(order, places, scores, strict=True)]
    return RankedEvening(0, left.part, results, left.factor, most=Fraction(100))


def a_year(chance):
    """A declaration with at most two evenings left, and the evenings played."""
    parts = [{"evenings": chance.randint(1, 2)} for _ in range(chance.choice([1, 2]))]
    numbers = [number for number, part in enumerate(parts) for _ in range(part["evenings"])]
    raw = {"counts": chance.choice(["points", "points", "share"]), "parts": parts, "minimum": chance.randint(0, 2)}
    raw["minimum"] = min(raw["minimum"], len(numbers))
    raw["coming"] = chance.choice([0, 1])
    raw["tie_breaks"] = chance.choice([[], ["wins"], ["last_evening", "lot"]])
    if raw["counts"] == "points":
        raw["points"] = chance.choice([[5, 3, 1], [2], [4, 4, 2], "field"])
    for part in parts:
        if chance.random() < 0.5:
            part["best"] = chance.randint(1, part["evenings"])
    if chance.random() < 0.3:
        raw["best"] = chance.randint(1, len(numbers))
    chance.shuffle(numbers)
    number_left = 1 if raw["counts"] == "share" else chance.choice([1, 1, 2])
    left = [RemainingEvening(part, Fraction(chance.choice([1, 1, 2]))) for part in numbers[:number_left]]
    played = [
        chance.choice(list(endings(raw, RemainingEvening(part, Fraction(chance.choice([1, 2]))))))
        for part in numbers[len(left) :]
    ]
    return raw, played, left


def follow(seed):
    """Compare the outlook of each competitor with its places and scores in every ending."""
    raw, played, left = a_year(Random(seed))
    found, inside = outlooks(raw, played, left), outlooks_of_parts(raw, played, left)
    declaration, reached = read_declaration(raw), defaultdict(set)
    nobody_new = {who for evening in played for who in evening.by_competitor}
    for ending in product(*(list(endings(raw, evening)) for evening in left)):
        if any(not nobody_new.issuperset(evening.by_competitor) for evening in ending):
            continue
        for row in rank_season(declaration, [*played, *ending], lot_seed=seed):
            who = row.line.who
            reached[None, who].add((row.ranked.place, row.ranked.score))
            for number, part in enumerate(row.parts):
                reached[number, who].add((part.place, part.score) if part else (None, 0))
    for number, each in [(None, found), *enumerate(inside)]:
        for who, outlook in each.items():
            is_exact = not raw["tie_breaks"] and raw.get("points") != "field"
            assert_within(outlook, reached[number, who], len(each), exact=is_exact)


def assert_within(outlook, reached, last, *, exact):
    """The outlook against the places and scores of a competitor in every ending."""
    places, scores = ({*column} for column in zip(*reached, strict=True))
    assert (outlook.least, outlook.most) == (min(scores), max(scores))
    assert (outlook.worst is None) == (None in places)
    places -= {None}
    assert outlook.best <= min(places)
    assert not exact or outlook.best == min(places)
    assert max(places) <= (outlook.worst or last)


@pytest.mark.parametrize("seed", range(25))
def test_every_ending_is_within_the_outlook(seed):
    follow(seed)


@pytest.mark.slow
def test_a_hundred_years_end_within_the_outlook():
    for seed in range(1000, 1100):
        follow(seed)


def test_a_club_has_its_best_players_in_front():
    league = {**CIRCUIT, "competitors": "clubs", "of_each_club": 2}
    evening = by_place((1,), (2,), (3,), (4,), clubs={(1,): "Alfa", (2,): "Alfa", (3,): "Alfa", (4,): "Beta"})
    found = outlooks(league, [evening], [RemainingEvening(0)])
    assert [(who, each.least, each.most) for who, each in found.items()] == [("Alfa", 46, 46 + 46), ("Beta", 1, 47)]


CIRCUIT = {"counts": "points", "points": [25, 20, 16], "coming": 1, "parts": [{"evenings": 3, "best": 2}]}


def test_who_is_safe_and_who_is_out():
    """Two of three evenings count: Anna has 52; Bruno's 42 + 6 for a better last evening is less."""
    evenings = [by_place((1,), (2,), (3,)), by_place((1,), (2,))]
    found = outlooks(CIRCUIT, evenings, [RemainingEvening(0)])
    assert [(each.best, each.worst, each.least, each.most) for each in found.values()] == [
        (1, 1, 52, 53),
        (2, 3, 42, 48),
        (2, 3, 17, 43),
    ]


def test_a_double_evening_that_is_known_opens_the_season_again():
    evenings = [by_place((1,), (2,), (3,)), by_place((1,), (2,))]
    found = outlooks(CIRCUIT, evenings, [RemainingEvening(0, Fraction(2))])
    assert [(each.best, each.worst) for each in found.values()] == [(1, 3), (1, 3), (1, 3)]


def test_a_part_has_an_outlook_of_its_own_while_it_is_played():
    """Autumn is over. For the four who ever came an evening is worth at most 4; Carla may still come in spring."""
    raw = {"counts": "points", "parts": [{"evenings": 1}, {"evenings": 2}]}
    evenings = [by_place((1,), (2,), (3,)), by_place((2,), (1,), (9,), part=1)]
    autumn, spring = outlooks_of_parts(raw, evenings, [RemainingEvening(1)])
    assert autumn == {}
    assert [(who, each.best, each.worst, each.least, each.most) for who, each in sorted(spring.items())] == [
        ((1,), 1, 4, 2, 6),
        ((2,), 1, 4, 3, 7),
        ((3,), 1, None, 0, 4),
        ((9,), 1, 4, 1, 5),
    ]


def test_the_minimum_is_still_needed():
    evenings = [by_place((1,), (2,)), by_place((1,))]
    found = outlooks({**CIRCUIT, "minimum": 2}, evenings, [RemainingEvening(0)])
    assert [(each.best, each.worst) for each in found.values()] == [(1, 1), (2, None)]


@pytest.mark.parametrize("more", [{"counts": "score"}, {"counts": "rounds", "rounds_each": 2}])
def test_without_a_limit_there_is_no_outlook(more):
    raw = {**{name: value for name, value in CIRCUIT.items() if name != "points"}, **more}
    assert outlooks(raw, [by_place((1,), (2,), read_rounds=lambda: [[], []])], [RemainingEvening(0)]) == {}


def test_the_evenings_that_are_left():
    declaration = read_declaration({"counts": "score", "parts": [{"evenings": 2}, {"evenings": 2}]})
    double = RemainingEvening(1, Fraction(2))
    assert left_evenings(declaration, [0, 0, 1], [double]) == [double]
    assert left_evenings(declaration, [0], [double]) == [RemainingEvening(0), double, RemainingEvening(1)]
    assert left_evenings(declaration, [0, 0, 1, 1], []) == []
    doubled = replace(declaration, last_factor=Fraction(2))
    assert left_evenings(doubled, [0], []) == [RemainingEvening(0), RemainingEvening(1), double]
    assert left_evenings(doubled, [0, 0, 1], [RemainingEvening(1)]) == [RemainingEvening(1)]
