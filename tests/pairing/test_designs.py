"""Every construction and every schedule of the catalogue has its promised properties."""

import pytest

from tests.pairing.check_draw import judge
from tournaments.pairing.constructions.catalogue import CATALOGUE, columns_from_catalogue, from_catalogue
from tournaments.pairing.constructions.design import design
from tournaments.pairing.constructions.developed import developed
from tournaments.pairing.constructions.finite_fields import resolvable
from tournaments.pairing.constructions.shifted_columns import COLUMNS, in_columns, shift, shift_limit
from tournaments.pairing.constructions.starters import STARTERS, thirty_two
from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import Rng

# the most rounds that anybody knows of without a repeat, for 16, 20, … 64 players: OEIS A107431
KNOWN = dict(zip(range(16, 68, 4), (5, 5, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21), strict=True))

# schedules that have to repeat themselves, with the fewest repeats that counting allows, or for
# twenty players in six rounds and none in five, the fewest known
REPEATS = {(20, 6): 6, (20, 7): 20, (20, 8): 50, (20, 9): 80, (20, 10): 110}


def is_schedule(rounds, players, *, sizes=(4,), repeats=0):
    verdict = judge(rounds, range(players), sizes=sizes)
    assert (verdict.errors, verdict.repeats) == ((), repeats)
    assert verdict.sit_out_gap <= 1
    return verdict


@pytest.mark.parametrize(("players", "rounds"), KNOWN.items())
def test_the_longest_schedule_without_repeats_is_known(players, rounds):
    drawn = design(players, (4,), rounds, Rng(1))
    assert len(drawn) == rounds
    is_schedule(drawn, players)


@pytest.mark.parametrize("players", [16, 28, 40, 52, 76, 88, 112, 124, 148])
def test_resolvable_designs_let_everybody_meet_everybody_once(players):
    rounds = resolvable(players)
    assert len(rounds) == (players - 1) // 3
    is_schedule(rounds, players)


@pytest.mark.parametrize("players", [4, 20, 36, 64, 100, 136])
def test_no_field_no_resolvable_design(players):
    assert resolvable(players) is None


@pytest.mark.parametrize("players", STARTERS)
def test_starters_develop(players):
    rounds = STARTERS[players].rounds()
    assert len(rounds) == (players - 1) // 3 == STARTERS[players].modulus
    is_schedule(rounds, players)


def test_thirty_two_players_meet_thirty_others():
    rounds = thirty_two()
    assert len(rounds) == 10
    is_schedule(rounds, 32)


@pytest.mark.parametrize("tables", [5, 7, 11, 14, 15, 25, 50, 100, 250])
def test_columns_shift(tables):
    limit = shift_limit(4 * tables)
    assert limit == tables / {5: 1, 7: 1, 11: 1, 14: 2, 15: 3, 25: 1, 50: 2, 100: 2, 250: 2}[tables]
    is_schedule(shift(4 * tables, min(limit, 40)), 4 * tables)


@pytest.mark.parametrize(("players", "sizes", "text"), CATALOGUE)
def test_what_was_found_is_right(players, sizes, text):
    rounds = len(text.split())
    drawn = from_catalogue(players, sizes, rounds)
    assert len(drawn) == rounds
    verdict = is_schedule(drawn, players, sizes=sizes, repeats=REPEATS.get((players, rounds), 0))
    assert verdict.unusual_gap <= 1


@pytest.mark.parametrize(("players", "rounds"), REPEATS)
def test_as_few_repeats_as_known_where_there_have_to_be_some(players, rounds):
    verdict = is_schedule(from_catalogue(players, (4,), rounds), players, repeats=REPEATS[players, rounds])
    assert verdict.most_meetings == 2


@pytest.mark.parametrize("columns", COLUMNS)
def test_columns_that_were_found_never_meet_themselves(columns):
    length = 40 // columns
    rounds = columns_from_catalogue(columns, 7)
    is_schedule(rounds, 40)
    assert {len({player // length for player in t}) for tables in rounds for t in tables} == {4}


@pytest.mark.parametrize(
    ("players", "rounds"), [(n, 5) for n in (19, 21, 22, 23, 25)] + [(n, 7) for n in (27, 29, 101)]
)
def test_rotations_of_one_round_give_all_rounds(players, rounds):
    drawn = next(
        drawn for seed in range(10) if (drawn := developed(players, shape_of(players, (4,)), rounds, Rng(seed)))
    )
    assert len(drawn) == rounds
    is_schedule(drawn, players)


@pytest.mark.slow
def test_a_round_that_is_hard_to_find_is_looked_for_again():
    drawn = developed(27, shape_of(27, (4,)), 7, Rng(0))
    assert len(drawn) == 7
    is_schedule(drawn, 27)


@pytest.mark.parametrize(("players", "rounds"), [(19, 5), (27, 7), (1001, 10)])
def test_rotations_of_a_round_with_tables_of_three_give_all_rounds(players, rounds):
    sizes = (4, 3)
    drawn = developed(players, shape_of(players, sizes), rounds, Rng(1))
    assert is_schedule(drawn, players, sizes=sizes).unusual_gap <= 1


@pytest.mark.parametrize(("players", "gap"), [(21, 0), (22, 2), (23, 1), (33, 0), (35, 1)])
def test_a_schedule_without_its_fixed_points_has_tables_of_three(players, gap):
    rounds = (players + (-players) % 4) // 3 - 1 if players < 30 else 11
    verdict = is_schedule(design(players, (4, 3), rounds, Rng(1)), players, sizes=(4, 3))
    assert verdict.unusual_gap == gap


def test_clubs_that_fit_into_columns_never_meet_themselves():
    clubs = [range(10), range(10, 20), range(20, 27), range(27, 30), range(30, 39), range(39, 40)]
    rounds = in_columns(clubs, 7)
    is_schedule(rounds, 40)
    club_of = {player: number for number, club in enumerate(clubs) for player in club}
    assert all(len({club_of[p] for p in t}) == 4 for tables in rounds for t in tables)


def test_clubs_that_do_not_fit_have_no_columns():
    assert in_columns([range(11), range(11, 40)], 7) is None
    assert in_columns([range(7 * n, 7 * n + 7) for n in range(5)] + [range(35, 40)], 7) is None
