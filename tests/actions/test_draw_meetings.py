"""Meetings for the draw belong to the present players of an entry."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.parameters import slowly
from tournaments.actions import sweep
from tournaments.actions.hands import hands
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.closed_tables import close_table
from tournaments.actions.rounds.departures import Departure, free_players, leave
from tournaments.actions.rounds.draws import constraints
from tournaments.actions.rounds.draws.records import request_from_json
from tournaments.actions.rounds.draws.replays import replay
from tournaments.actions.rounds.draws.requests import read_draw_request
from tournaments.actions.rounds.substitutes import substitute
from tournaments.actions.standings.figures import MeetingRecord, met_by, played
from tournaments.models import Player, Tournament, leading

pytestmark = pytest.mark.django_db
ZITA = Candidate(names=("Zita",))


@fixture_again
def table(db):
    """Table 1 after the first of three rounds, in which all nine played, but one who sat out."""
    tournament = a_tournament(players=9, rounds=3)
    first = a_round(tournament, tables=[[0, 1, 2, 3], [4, 5, 6, 7]])
    play_out(first)
    rounds.close_round(first, by=director_of(tournament))
    return first.tables.get(number=1)


@fixture_again
def in_play(db):
    """Table 1 of the first of three rounds, after one of two hands."""
    first = a_round(a_tournament(players=9, rounds=3), tables=[[0, 1, 2, 3], [4, 5, 6, 7]])
    play(first.tables.get(number=1), 1)
    return first.tables.get(number=1)


def asked(tournament, number=2):
    return read_draw_request(tournament, 5, number=number)


def meetings(tournament, number=2):
    """Return the report's data on pairs: two entry numbers, how often they met, as partners, and in the last round."""
    numbers = dict(tournament.entries.values_list("pk", "number"))
    return [(numbers[one], numbers[other], *told) for one, other, *told in asked(tournament, number).meetings]


def entry_of(table, number):
    return table.round.tournament.entries.get(number=number)


def take_over(table, number, coming=ZITA):
    entry = entry_of(table, number)
    substitute(entry, entry.players.get(), coming, by=director_of(entry.tournament))


def go(table, **how):
    """The player of entry 1 leaves the table in play."""
    player = entry_of(table, 1).players.get().pk
    departure = Departure(player=player, **{"instead": None, "returns": True, "reason": "Called away", **how})
    leave(table, departure, by=director_of(table.round.tournament))


NOT_MET = [(1, 2, 0, 0, False), (1, 3, 0, 0, False), (1, 4, 0, 0, False)]


def test_where_all_sat_on_their_own_seats_the_history_says_it(table):
    assert meetings(table.round.tournament) == []


def test_substitute_does_not_inherit_meetings(table):
    take_over(table, 1)
    assert meetings(table.round.tournament) == NOT_MET


def test_player_returning_with_a_new_entry_keeps_meetings(table):
    first = entry_of(table, 1).players.get()
    take_over(table, 1)
    candidate = Candidate(player_ids=(first.pk,))
    registration.register(table.round.tournament, [candidate], by=director_of(table.round.tournament))
    assert meetings(table.round.tournament) == [
        *[(1, mate, 0, 0, False) for mate in (2, 3, 4)],
        (2, 10, 1, 0, True),
        (3, 10, 1, 1, True),
        (4, 10, 1, 0, True),
    ]


def test_player_returning_to_the_entry_keeps_meetings(table):
    first = entry_of(table, 1).players.get()
    take_over(table, 1)
    take_over(table, 1, Candidate(player_ids=(first.pk,)))
    assert meetings(table.round.tournament) == []


def test_the_draw_seats_a_substitute_with_them_and_reports_no_repeat(table):
    take_over(table, 1)
    again = a_round(table.round.tournament, tables=[[0, 1, 2, 3], [4, 5, 6, 7]])
    assert (again.report["repeats"], again.report["repeats_from_last_round"]) == (9, 9)
    numbers = dict(table.round.tournament.entries.values_list("pk", "number"))
    pairs = {tuple(sorted(numbers[entry] for entry in pair[:2])) for pair in again.report["repeated_pairs"]}
    assert pairs == {(2, 3), (2, 4), (3, 4), *combinations((5, 6, 7, 8), 2)}


def test_at_a_table_in_play_those_have_met_who_sit_there(in_play):
    take_over(in_play, 1)
    assert meetings(in_play.round.tournament) == []


def test_guest_and_replaced_player_have_both_met_the_table(in_play):
    go(in_play, instead=free_players(in_play.round).get().pk)
    assert meetings(in_play.round.tournament) == [(mate, 9, 1, mate == 3, True) for mate in (2, 3, 4)]


def test_player_who_left_before_the_first_hand_met_nobody(in_play):
    other = in_play.round.tables.get(number=2)
    entry = entry_of(in_play, 5)
    how = {"instead": free_players(in_play.round).get().pk, "returns": True, "reason": "Called away"}
    leave(other, Departure(player=entry.players.get().pk, **how), by=director_of(entry.tournament))
    assert meetings(in_play.round.tournament) == [
        *[(5, mate, 0, 0, False) for mate in (6, 7, 8)],
        *[(mate, 9, 1, mate == 7, True) for mate in (6, 7, 8)],
    ]


@pytest.mark.parametrize("struck_out", [False, True])
def test_at_a_table_closed_without_a_hand_nobody_met(in_play, struck_out):
    director, other = director_of(in_play.round.tournament), in_play.round.tables.get(number=2)
    if struck_out:
        hands.void(play(other, 1), by=director, reason="Cards were missing")
    nobody = [(one, other, 0, 0, False) for one, other in combinations((5, 6, 7, 8), 2)]
    assert meetings(in_play.round.tournament) == []
    close_table(other, by=director)
    assert meetings(in_play.round.tournament) == nobody
    rounds.close_round(in_play.round, by=director, anyway=True)
    assert meetings(in_play.round.tournament) == nobody


def test_in_a_tournament_without_any_hand_the_seats_say_who_met(db):
    tournament = a_tournament(players=8, rounds=3)
    first, second = a_round(tournament), a_round(tournament)
    for round_ in (first, second):
        rounds.close_round(round_, by=director_of(tournament), anyway=True)
    assert meetings(tournament, 3) == []
    play(second.tables.get(number=1), reason="On paper")
    assert len(meetings(tournament, 3)) == len(pairs_at(first.tables.all()) | pairs_at(second.tables.filter(number=2)))


def pairs_at(tables):
    return {pair for table in tables for pair in combinations(sorted(table.seats.values_list("entry", flat=True)), 2)}


def test_pair_has_met_the_opponents_of_either_partner(db):
    tournament = a_tournament(players=0, ruleset="buraco", table={"hands": 1}, rounds=3)
    director = director_of(tournament)
    pairs = [Candidate(names=(f"A{n}", f"B{n}")) for n in range(4)]
    registration.register(tournament, pairs, by=director)
    first = a_round(tournament, tables=[[0, 1], [2, 3]])
    one = tournament.entries.get(number=1)
    substitute(one, Player.objects.get(name="A0"), ZITA, by=director)  # no hand was played: he never sat there
    rounds.close_round(first, by=director, anyway=True)
    substitute(one, Player.objects.get(name="B0"), Candidate(names=("Zoe",)), by=director)
    assert meetings(tournament) == []
    substitute(one, Player.objects.get(name="Zita"), Candidate(names=("Zelda",)), by=director)
    assert meetings(tournament) == [(1, 2, 0, 0, False)]


def test_an_older_draw_says_nothing_of_it_and_comes_out_the_same(table):
    take_over(table, 1)
    drawn = a_round(table.round.tournament)
    assert (len(drawn.draw_inputs["meetings"]), replay(drawn)) == (3, True)
    older = table.round
    older.refresh_from_db()
    del older.draw_inputs["meetings"]
    assert (request_from_json(older.draw_inputs).meetings, replay(older)) == ((), True)


@pytest.mark.slow
@pytest.mark.parametrize("meets", [False, *slowly(True)])
def test_a_schedule_goes_on_unless_it_seats_those_together_who_met_otherwise(db, meets):
    tournament = a_tournament(players=17, rounds=2, pairing="schedule")
    director = director_of(tournament)
    constraints.change_constraints(tournament, lambda before: replace(before, uneven_tables=False), by=director)
    first = a_round(tournament)
    out = first.sit_outs.get().entry
    mates = next(set(seats) - {out.pk} for seats in first.ahead[0]["tables"] if out.pk in seats)
    mate, *_others = first.seats.filter(entry__in=mates)
    if meets:  # whoever sits out plays on beside one of those with whom the schedule seats him next
        leaver = mate.table.seats.exclude(pk=mate.pk).first().entry.players.get()
        departure = Departure(player=leaver.pk, instead=out.players.get().pk, returns=True, reason="Ill")
        leave(mate.table, departure, by=director)
    play(mate.table, 1)
    rounds.close_round(first, by=director, anyway=True)
    second = a_round(tournament)
    assert (second.draw_inputs["taken"], second.report["repeats"], replay(second)) == (1 - meets, 0, True)


def test_the_square_compares_the_seats_on_which_they_sat(in_play):
    """A player who sat out plays for North from hand 2 on, in which East takes the busca."""
    tournament, director = in_play.round.tournament, director_of(in_play.round.tournament)
    go(in_play, instead=free_players(in_play.round).get().pk)
    play(in_play, 2, [20, 0, 10, 10])
    for number in (1, 2):
        play(in_play.round.tables.get(number=2), number, [20, 20, 0, 0])
    rounds.close_round(in_play.round, by=director)
    in_second = a_round(tournament, tables=[[8, 4, 5, 6], [0, 1, 2, 7]])
    for table in in_second.tables.all():
        play(table, 1)
        play(table, 2)
    rounds.close_round(in_second, by=director)
    sweep.refresh_stale_standings()
    shown = leading(Tournament.objects.with_last_round().get())
    numbers = dict(tournament.entries.values_list("pk", "number"))
    listed = [numbers[row["entry"]] for row in played(shown)]
    square = {(listed[one], listed[other]): met for (one, other), met in met_by(tournament, shown).items()}
    assert (square[9, 2], square[2, 9], square[9, 3]) == (
        MeetingRecord(ahead=1),
        MeetingRecord(behind=1),
        MeetingRecord(level=1),
    )
    assert {pair for pair in square if 9 in pair} == {
        pair for mate in (2, 3, 4, 5, 6, 7) for pair in ((9, mate), (mate, 9))
    }
    assert square[1, 2].times == 2


# An evening of chance, and who met whom in it counted from the rows, hand by hand
