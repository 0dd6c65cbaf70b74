"""Invalid draw requests: every fault at once, with a helpful message."""

import pytest

from tests.pairing.requests import refusal, request
from tournaments.pairing import Participant

EIGHT = ((1, 2, 3, 4), (5, 6, 7, 8))
FOUR_AT_1, FOUR_AT_2 = dict.fromkeys(range(1, 5), 1), dict.fromkeys(range(5, 9), 2)


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"players": 0}, ["too_few_players"]),
        ({"players": 1}, ["too_few_players"]),
        ({"players": 3}, ["too_few_players"]),
        ({"players": 10_001}, ["too_many_players"]),
        ({"players": 8, "rounds": 0}, ["bad_option"]),
        ({"players": 8, "rounds": 1_001}, ["bad_option"]),
        ({"players": 8, "sizes": ()}, ["bad_option"]),
        ({"players": 18, "sizes": (9,)}, ["bad_option"]),
        ({"players": [Participant(1), *map(Participant, range(1, 9))]}, ["duplicate_entrant"]),
        ({"players": 8, "history": (((1, 2, 3, 9), (5, 6, 7, 8)),)}, ["unknown_entrant"]),
        ({"players": 8, "history": (((1, 2, 3, 5), (5, 6, 7, 8)),)}, ["seated_twice"]),
        ({"players": 8, "history": (((1, 2, 3), (5, 6, 7, 8)),)}, ["wrong_table_size"]),
        ({"players": 8, "forbidden": ((1, 1),)}, ["bad_option"]),
        ({"players": 8, "forbidden": ((1, 9),)}, ["unknown_entrant"]),
        ({"players": 8, "fixed": {9: 1}}, ["unknown_entrant"]),
        ({"players": 8, "fixed": {8: 0}}, ["bad_option"]),
        ({"players": 8, "fixed": {8: 3}}, ["bad_option"]),
        ({"players": 8, "fixed": dict.fromkeys(range(1, 6), 1)}, ["impossible_constraints"]),
        ({"players": 8, "fixed": {1: 1, 2: 1}, "forbidden": ((1, 2),)}, ["impossible_constraints"]),
        ({"players": 10_000, "fixed": dict.fromkeys(range(1, 10_001), 1)}, ["impossible_constraints"]),
        ({"players": 10, "sizes": (4, 3), "fixed": {**FOUR_AT_1, **FOUR_AT_2}}, ["impossible_constraints"]),
        ({"players": 3, "rounds": 0}, ["bad_option", "too_few_players"]),
    ],
)
def test_a_fault_has_its_problem(options, found):
    problems = refusal(request("random", **options))
    assert [problem.code for problem in problems] == found


def test_an_unknown_method_is_answered_with_those_there_are():
    (problem,) = refusal(request("lottery", 8))
    assert (problem.code, problem.pointer[0]) == ("bad_option", "method")
    assert str(problem).startswith("There is no method “lottery”; there are random, swiss,")


def test_tables_of_another_size_in_the_past_can_be_declared():
    history = (((1, 2, 3), (5, 6, 7, 8)),)
    request("random", 8, history=history, past_sizes=(3,))


def test_tables_that_cannot_all_be_so_large_are_named():
    fixed = {**FOUR_AT_1, **FOUR_AT_2, 9: 3}
    (problem,) = refusal(request("swiss", 10, sizes=(4, 3), fixed=fixed))
    assert str(problem) == (
        "4 or more players are fixed at each of the tables 1, 2, but only 1 of these tables can have that many seats."
    )
    assert problem.params["entrants"] == (1, 2, 3, 4, 5, 6, 7, 8)
