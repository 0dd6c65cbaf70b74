"""Knock-outs at tables of four, three and two: the plan, and every round down to the final."""

import random
from collections import Counter

import pytest

from tests.pairing.requests import refusal, request
from tournaments.pairing import Participant, draw
from tournaments.pairing.knock_out_plan import plan

FOURS_AND_THREES, FOURS = (4, 3), (4,)


def after(tables, byes, going_on, sizes):
    """The next field, and how many of it had lost; three are no table in a game of four."""
    field = going_on * tables + byes
    back = max(0, 4 - field) if sizes == FOURS else 0
    return field + back, back


def fewest(most, going_on, sizes):
    """Return the fewest byes in all rounds by field, computed independently, with players who come back."""
    least = dict.fromkeys(sizes, 0)
    smallest = 4 if going_on == 3 else min(sizes)  # nobody is out at a table of three from which three go on
    for field in range(5, most + 1):
        for byes in range(field):
            if byes >= least.get(field, field):
                break
            for tables in range(1, (field - byes) // smallest + 1)[(field - byes - 1) // 4 :]:
                following, back = after(tables, byes, going_on, sizes)
                if following < field and following in least:
                    least[field] = min(least.get(field, field), byes + back + least[following])
    return least


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [FOURS_AND_THREES, FOURS])
@pytest.mark.parametrize("going_on", [1, 2, 3])
def test_every_field_comes_down_to_one_table_with_the_fewest_byes(sizes, going_on):
    bound = fewest(1000, going_on, sizes)
    for field in range(5, 1001):
        rounds, lifted, playing = plan(field, sizes, going_on), 0, field
        for number, each in enumerate(rounds, 1):
            seats = each.sizes(4)
            assert each.players == playing == sum(seats) + each.byes
            assert {*seats} <= {*sizes}
            assert (number == len(rounds)) == (len(seats) == 1 and not each.byes)
            playing, back = after(len(seats), each.byes, going_on, sizes)
            lifted += each.byes + (back if number < len(rounds) else 0)
        assert lifted == bound[field], field


def test_pairs_have_their_byes_in_the_first_round():
    assert [(each.players, each.tables, each.byes) for each in plan(21, (2,), 1)] == [
        (21, 5, 11),
        (16, 8, 0),
        (8, 4, 0),
        (4, 2, 0),
        (2, 1, 0),
    ]


@pytest.mark.parametrize(
    ("field", "going_on", "sizes"), [(5, 1, (4, 3)), (37, 1, (4, 3)), (37, 2, (4, 3)), (23, 1, (2,))]
)
def test_everybody_is_in_or_out_and_byes_go_to_the_best(field, going_on, sizes):
    check_knock_out(field, going_on, sizes)


@pytest.mark.slow
@pytest.mark.parametrize("going_on", [1, 2, 3])
def test_knock_outs_of_many_fields_are_drawn_down_to_the_final(going_on):
    for field in (*range(5, 21), 37, 64):
        check_knock_out(field, going_on, FOURS_AND_THREES)


@pytest.mark.slow
@pytest.mark.parametrize("going_on", [1, 2, 3])
def test_the_first_round_of_every_field_is_drawn(going_on):
    for field in range(5, 1001):
        round_of(field, [*range(field)], going_on, FOURS_AND_THREES)


def check_knock_out(field, going_on, sizes):
    """Draw every round down to the final."""
    chance, history, had, left = random.Random(field), (), Counter(), [*range(field)]
    while True:
        drawn = round_of(field, left, going_on, sizes, history, had)
        had.update(drawn.sit_out)
        history += (drawn.tables,)
        if len(left) == len(drawn.tables[0]):
            return
        best = [number for table in drawn.tables for number in chance.sample(table, going_on)]
        left = [*drawn.sit_out, *best]


def round_of(field, left, going_on, sizes, history=(), had=None):
    """Draw a round and check it: no player has two seats or none, the best get byes, clubs are apart if possible."""
    had = had or Counter()
    clubs = {number: str(number % 6) for number in range(field)}
    players = [Participant(number, place, clubs[number], active=True) for place, number in enumerate(left)]
    players += [Participant(number, field, clubs[number], active=False) for number in {*range(field)} - {*left}]
    more = {"history": history, "low_wins": True, "avoid_same_club": True}
    drawn = draw(request("knock-out", players, sizes=sizes, going_on=going_on, **more))
    seated = [number for table in drawn.tables for number in table]
    assert sorted([*seated, *drawn.sit_out]) == sorted(left)
    assert {*map(len, drawn.tables)} <= {*sizes}
    place_of = {number: place for place, number in enumerate(left)}
    byes = sorted(left, key=lambda number: (had[number], place_of[number]))[: len(drawn.sit_out)]
    assert sorted(byes) == sorted(drawn.sit_out)
    if max(Counter(clubs[number] for number in seated).values()) <= len(drawn.tables):
        assert not drawn.report["kept_apart_but_together"]
    return drawn


FINAL = (((0, 1, 2, 3),),)
ONE_TABLE = "A knock-out needs more players than one table seats: here are"


@pytest.mark.parametrize(
    ("field", "more", "code"),
    [
        (16, {"sizes": (4, 3), "going_on": 4}, "bad_option"),
        (16, {"sizes": (4, 3), "going_on": -1}, "bad_option"),
        (16, {"sizes": (5, 4)}, "bad_option"),
        ([Participant(n, active=False) for n in range(4)], {"sizes": (4, 3), "history": FINAL}, "knock_out_over"),
    ],
)
def test_what_is_refused(field, more, code):
    assert [problem.code for problem in refusal(request("knock-out", field, **more))] == [code]


@pytest.mark.parametrize(
    ("field", "sizes", "said"),
    [
        (0, (4, 3), "Too few players to be seated (0): the smallest table takes 3."),
        (2, (4, 3), "Too few players to be seated (2): the smallest table takes 3."),
        (3, (4,), "Too few players to be seated (3): the smallest table takes 4."),
        (3, (4, 3), f"{ONE_TABLE} 3. Make the tables another way."),
        (4, (4, 3), f"{ONE_TABLE} 4. Make the tables another way."),
    ],
)
def test_a_field_too_small_is_told_what_is_missing(field, sizes, said):
    problems = refusal(request("knock-out", field, sizes=sizes))
    assert [(each.code, each.text(str)) for each in problems] == [("too_few_players", said)]
