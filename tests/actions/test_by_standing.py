"""Evenings drawn by standing, from the first draw to the last table."""

import pytest

from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments import pairing
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.rounds.draws.requests import read_draw_request

pytestmark = pytest.mark.django_db

LAST_SEAT_LOSES = [6, 8, 11, 15]


def played(tournament, points=LAST_SEAT_LOSES):
    """Draw, play and close the next round; its tables as sets of entries."""
    director = director_of(tournament)
    round_ = drafts.draw_round(tournament, by=director, seed=5)
    rounds.publish_round(round_, by=director)
    play_out(round_, points)
    rounds.close_round(round_, by=director)
    return round_


def tables(round_):
    return [
        tuple(table.seats.order_by("number").values_list("entry_id", flat=True))
        for table in round_.tables.order_by("number")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["swiss", "danish-modified"])
def test_players_with_equal_scores_meet_and_no_pair_meets_twice(method):
    tournament = a_tournament(players=16, pairing=method)
    losers = {table[3] for table in tables(played(tournament))}
    second = a_round(tournament)
    assert losers in [{*table} for table in tables(second)]
    assert (second.report["spread"], second.report["repeats"]) == (0, 0)


@pytest.mark.slow
def test_danish_seats_the_best_together_again_and_again():
    tournament = a_tournament(players=16, pairing="danish")
    played(tournament)
    second = played(tournament)
    request = read_draw_request(tournament, 5, number=3)
    ahead = [entrant.id for entrant in request.entrants]
    assert {frozenset(table) for table in tables(a_round(tournament))} == {
        frozenset(ahead[place : place + 4]) for place in range(0, 16, 4)
    }
    assert second.report["spread"] == 0


def test_at_intervals_every_table_has_a_loser():
    tournament = a_tournament(players=16, pairing="interval")
    losers = {table[3] for table in tables(played(tournament))}
    assert [len(losers & {*table}) for table in tables(a_round(tournament))] == [1, 1, 1, 1]


@pytest.mark.slow
def test_the_last_sit_out_and_nobody_twice():
    tournament = a_tournament(players=18, pairing="swiss", rounds=8)
    out = []
    for number in range(1, 5):
        request = read_draw_request(tournament, 5, number=number)
        eligible = [entrant.id for entrant in request.entrants if entrant.id not in out]
        sits = list(played(tournament).sit_outs.values_list("entry_id", flat=True))
        assert sorted(sits) == sorted(eligible[-2:])
        out += sits
    assert len(set(out)) == 8


@pytest.mark.slow
def test_a_late_entry_is_drawn_and_who_has_left_is_not():
    tournament = a_tournament(players=16, pairing="swiss")
    director = director_of(tournament)
    played(tournament)
    registration.register(tournament, [Candidate(names=("Zita",))], by=director)
    gone, late = tournament.entries.order_by("number").first(), tournament.entries.last()
    registration.change_entry(gone, {"status": "withdrawn"}, by=director)
    seated = {entry for table in tables(a_round(tournament)) for entry in table}
    assert late.pk in seated
    assert gone.pk not in seated
    assert len(seated) == 16


@pytest.mark.slow
def test_a_stored_draw_gives_the_same_tables_again():
    tournament = a_tournament(players=24, pairing="swiss")
    played(tournament)
    request = read_draw_request(tournament, 5, number=2)
    round_ = a_round(tournament, seed=5)
    assert tables(round_) == list(pairing.draw(request).tables)
    assert round_.report == {**pairing.draw(request).report}
