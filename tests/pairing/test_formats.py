"""Formats of an evening: those that fit, and the best player's chance by a program that shares no code."""

import random
import time
from math import sqrt

import pytest

from tournaments.pairing.formats.possible import LEAST_ROUNDS, Room, formats
from tournaments.pairing.formats.simulation import STRENGTH, best_wins

EVENINGS = 1_000
SIZES = [((4, 3), (4, 3)), ((4,), (4,)), ((2,), (2,)), ((5, 4, 3), (4, 3)), ((4,), ())]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("tables", [None, 1, 3, 20])
def test_every_format_fits_and_everybody_goes_on_or_is_out(sizes, tables):
    for players in (5, 6, 7, 16, 23, 37, 100):
        for rounds in (0, 1, 2, 5, 9):
            for each in formats(Room(players, *sizes, rounds, tables)):
                assert each.all_rounds == each.rounds + len(each.knock_out) <= rounds
                assert 0 <= each.least_rounds <= each.all_rounds
                if each.group_sizes:
                    assert sum(each.group_sizes) == players
                    assert max(each.group_sizes) - min(each.group_sizes) <= 1
                    assert tables is None or sum(map(len, each.tables)) <= tables
                if each.knock_out:
                    assert each.rounds >= LEAST_ROUNDS or not each.group_sizes
                    assert each.knock_out[0].players == (each.of_each * len(each.group_sizes) or players)
                    assert tables is None or max(round_.tables for round_ in each.knock_out) <= tables
                    assert each.knock_out[-1].is_final


@pytest.mark.parametrize(
    ("players", "sizes", "tables", "byes"),
    [(37, (4,), None, 5 * 1), (37, (4, 3), None, 0), (5, (4, 3), None, 5 * 1), (37, (4, 3), 8, 5 * 5)],
)
def test_those_whom_no_table_takes_are_counted_as_byes(players, sizes, tables, byes):
    first = next(formats(Room(players, sizes, (), 5, tables)))
    assert (first.rounds, first.byes) == (5, byes)


def test_byes_of_groups_and_of_their_knock_out_are_counted():
    found = [each for each in formats(Room(10, (4,), (4,), 4)) if each.group_sizes and each.knock_out]
    assert [(each.group_sizes, each.rounds, each.byes) for each in found] == [((10,), 3, 6), ((5, 5), 3, 6)]


def test_without_a_table_nothing_fits():
    assert [*formats(Room(16, (4,), (4,), 5, 0))] == []


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds", "hands"), [(16, 5, 4), (37, 4, 2)])
def test_the_best_player_wins_as_often_as_in_another_program(players, rounds, hands):
    """Of so many estimates, one may differ by more than two standard errors, none by more than three."""
    beyond = 0
    for each in formats(Room(players, (4, 3), (4, 3), rounds)):
        one, other = best_wins(each, hands, EVENINGS, seed=3), another_program(each, hands, random.Random(4))
        error = sqrt(one.error**2 + other * (1 - other) / EVENINGS)
        beyond += abs(one.share - other) > 2 * error
        assert abs(one.share - other) <= 3 * error, each
    assert beyond <= 1


@pytest.mark.slow
def test_many_rounds_of_many_players_are_simulated_in_five_seconds():
    for each in [*formats(Room(1_000, (4, 3), (4, 3), 144))][:2]:
        begun = time.process_time()
        best_wins(each, hands=4, evenings=EVENINGS)
        assert time.process_time() - begun < 5, each.all_rounds


def another_program(each, hands, dice):
    won = 0
    for _evening in range(EVENINGS):
        talent = {player: dice.gauss(0, sqrt(STRENGTH)) for player in range(each.room.entrants)}
        won += evening(each, hands, talent, dice) == max(talent, key=talent.get)
    return won / EVENINGS


def evening(each, hands, talent, dice):
    everybody = dice.sample(sorted(talent), len(talent))
    if each.group_sizes:
        chosen, points = [], dict.fromkeys(talent, 0.0)
        for size in each.group_sizes:
            group, everybody = everybody[:size], everybody[size:]
            for _round in range(each.rounds):
                seated = dice.sample(group, len(group))
                for seats in tables_of(size):
                    table, seated = seated[:seats], seated[seats:]
                    for player, result in sit(table, hands, talent, dice).items():
                        points[player] += result
            chosen += sorted(group, key=points.get)[-(each.of_each or size) :]
        everybody = sorted(chosen, key=points.get, reverse=True)
    for round_ in each.knock_out:
        byes, seated, through = everybody[: round_.byes], everybody[round_.byes : round_.players], {}
        dice.shuffle(seated)
        for seats in [3] * (4 * round_.tables - len(seated)) + [4] * (len(seated) - 3 * round_.tables):
            results = sit([seated.pop() for _seat in range(seats)], hands, talent, dice)
            kept = 1 if round_ is each.knock_out[-1] else each.going_on
            through |= {player: results[player] for player in sorted(results, key=results.get)[-kept:]}
        everybody = [*sorted(through, key=through.get, reverse=True), *byes]
    return everybody[0]


def tables_of(size):
    threes = -size % 4
    return {5: [4]}.get(size, [4] * ((size - 3 * threes) // 4) + [3] * threes)


def sit(table, hands, talent, dice):
    results = {
        player: sum(talent[player] + dice.gauss(0, sqrt(1 - STRENGTH)) for _hand in range(hands)) for player in table
    }
    mean = sum(results.values()) / len(table)
    return {player: result - mean for player, result in results.items()}
