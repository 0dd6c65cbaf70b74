"""Dividing a field into tables if the game has several sizes."""

import pytest

from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.partitions import partitions
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HANDS = {3: 6, 4: 4, 5: 5, 6: 6}


def buddha(players=0, **plan):
    return a_tournament(players=players, ruleset="buddha", table={}, **plan)


def drawn(tournament):
    tables = a_round(tournament).tables.all()
    return sorted(table.seats.count() for table in tables)


def offers(players):
    ways = partitions(Tournament(ruleset="buddha"), players, "random")
    return [(sorted(way.shape.sizes), way.shape.sit_outs) for way in ways]


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (6, [6]),
        (9, [3, 3, 3]),
        (10, [5, 5]),
        (11, [5, 6]),
        (12, [4, 4, 4]),
        (14, [4, 5, 5]),
        (15, [5, 5, 5]),
        (18, [6, 6, 6]),
    ],
)
def test_the_draw_takes_one_size_or_the_most_alike(players, sizes):
    assert drawn(buddha(players)) == sizes


def test_sizes_that_seat_everybody_come_first():
    assert offers(11)[:2] == [([5, 6], 0), ([3, 4, 4], 0)]
    for players in range(6, 40):
        out = [sit_outs for _sizes, sit_outs in offers(players)]
        assert out == sorted(out)


def test_where_one_size_seats_everybody_it_is_offered_before_several():
    for players in range(6, 40):
        kinds = [len(set(sizes)) for sizes, sit_outs in offers(players) if not sit_outs and len(sizes) > 1]
        fitting = [size for size in HANDS if players % size == 0 and players > size]
        assert kinds[: len(fitting)] == [1] * min(len(fitting), len(kinds))


def test_usual_size_is_offered_with_sit_outs():
    assert ([4, 4], 3) in offers(11)
    assert ([4, 4, 4, 4], 3) in offers(19)


def test_a_number_that_was_chosen_stands():
    tournament = buddha(11)
    change_constraints(tournament, lambda now: now.__class__(seats=4), by=director_of(tournament))
    assert drawn(tournament) == [3, 4, 4]


def test_a_game_of_one_size_has_one_way():
    ways = partitions(Tournament(ruleset="busca-accademia", table_hands=8), 11, "random")
    assert [way.shape.sizes for way in ways] == [(4, 4)]
