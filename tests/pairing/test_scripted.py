"""Tables by the director's hand."""

from tests.pairing.requests import refusal, request
from tournaments.pairing import Participant, draw

EIGHT = ((1, 2, 3, 4), (5, 6, 7, 8))


def test_the_tables_are_taken_as_they_are():
    drawn = draw(request("scripted", 8, tables=EIGHT))
    assert (drawn.tables, drawn.sit_out) == (EIGHT, ())


def test_repeats_are_reported_and_not_refused():
    drawn = draw(request("scripted", 8, tables=EIGHT, history=(EIGHT,)))
    assert drawn.tables == EIGHT
    assert drawn.report["repeats"] == 12
    assert drawn.report["repeats_from_last_round"] == 12


def test_pairs_kept_apart_are_reported_and_not_refused():
    drawn = draw(request("scripted", 8, tables=EIGHT, forbidden=((1, 2), (4, 5))))
    assert drawn.report["kept_apart_but_together"] == [[1, 2]]


def test_unseated_entry_sits_out_if_the_number_requires_it():
    drawn = draw(request("scripted", 9, tables=EIGHT))
    assert drawn.sit_out == (9,)


def test_all_faults_of_scripted_tables_are_reported_together():
    tables = ((1, 2, 3, 3), (4, 5, 6), (7, 99, 8, 10))
    problems = refusal(request("scripted", 13, tables=tables))
    assert [(problem.code, problem.params["entrants"]) for problem in problems] == [
        ("seated_twice", (3,)),
        ("unknown_entrant", (99,)),
        ("wrong_table_size", (4, 5, 6)),
        ("left_without_seat", (9,)),
        ("left_without_seat", (11,)),
        ("left_without_seat", (12,)),
        ("left_without_seat", (13,)),
    ]


def test_nobody_is_left_without_a_seat_unless_the_director_says_so():
    tables = ((1, 2, 3, 4),)
    problems = refusal(request("scripted", 8, tables=tables))
    assert [problem.params["entrants"] for problem in problems] == [(5,), (6,), (7,), (8,)]
    drawn = draw(request("scripted", 8, tables=tables, sit_out=(5, 6, 7, 8)))
    assert drawn.sit_out == (5, 6, 7, 8)


def test_who_sits_out_has_no_seat_and_is_known():
    problems = refusal(request("scripted", 8, tables=EIGHT, sit_out=(1, 99)))
    assert [(problem.code, problem.params["entrants"]) for problem in problems] == [
        ("seated_twice", (1,)),
        ("unknown_entrant", (99,)),
    ]


def test_inactive_entry_cannot_be_seated():
    entrants = [Participant(number, active=number != 8) for number in range(1, 10)]
    problems = refusal(request("scripted", entrants, tables=EIGHT))
    assert [(problem.code, problem.params["entrants"]) for problem in problems] == [
        ("unknown_entrant", (8,)),
        ("left_without_seat", (9,)),
    ]


def test_no_tables_are_no_round():
    assert [problem.pointer[0] for problem in refusal(request("scripted", 8))] == ["tables"]


def test_tables_of_three_where_the_game_has_them():
    tables = ((1, 2, 3, 4), (5, 6, 7))
    drawn = draw(request("scripted", 7, tables=tables, sizes=(4, 3)))
    assert drawn.tables == tables
    assert [entry["entrant"] for entry in drawn.report["unusual_tables"]] == [5, 6, 7]
