"""tournaments/{slug}/rounds/{n}/tables/{t}/departures/."""

import pytest

from tests.again import fixture_again
from tests.halls import a_round, play
from tournaments.actions.at_table.keys import pin
from tournaments.actions.rounds.departures import free_players, seated_players
from tournaments.models import Decision, Entry, SeatPlayer

from .caller import codes, faults

pytestmark = pytest.mark.django_db
ADDRESS = "tournaments/serata/rounds/1/tables/1/departures/"


@fixture_again
def table(tournament):
    table = a_round(tournament).tables.get(number=1)
    play(table, 1)
    return table


def wanted(table, **more):
    gone = seated_players(table).first().player
    return {"player": gone.pk, "instead": None, "returns": False, "reason": "Called away", **more}


def test_a_director_stores_a_forfeit_and_undoes_it(director, table):
    answer = director.post(ADDRESS, wanted(table))
    assert (answer.status_code, answer.json()["number"]) == (200, 1)
    assert Decision.objects.get().kind == "forfeit"
    last = director.get("tournaments/serata/undo/").json()["last"]
    assert director.post("tournaments/serata/undo/", {"line": last["sequence"]}).status_code == 200
    assert not Decision.objects.filter(cancelled_at=None).exists()
    assert not Entry.objects.filter(status="withdrawn").exists()


def test_every_fault_at_once(director, table):
    assert [where for where, _code in faults(director.post(ADDRESS, {}))] == [
        "/player",
        "/instead",
        "/returns",
        "/reason",
    ]
    sitting = seated_players(table).first().player
    assert faults(director.post(ADDRESS, wanted(table, instead=sitting.pk))) == [("/instead", "not_free")]
    assert not SeatPlayer.objects.exclude(to_hand=None).exists()
    assert not free_players(table.round).filter(pk=sitting.pk).exists()


def test_somebody_who_is_not_entered_plays_on(director, table):
    wanted_name = wanted(table, name="Bianchi, Ugo", returns=True)
    assert director.post(ADDRESS, wanted_name).status_code == 200
    turn = SeatPlayer.objects.get(seat__table=table, from_hand=2)
    assert turn.player.name == "Ugo Bianchi"
    entry = turn.seat.entry
    (guest,) = director.get(f"tournaments/serata/entries/{entry.pk}/pin/").json()["guests"]
    assert guest == {"name": "Ugo Bianchi", "pin": pin(entry, (turn.player,)), "round": 1, "table": 1}
    pins = director.get("tournaments/serata/pins/").json()["results"]
    assert [each["guests"] for each in pins if each["guests"]] == [[guest]]
    other = director.post("tournaments/serata/rounds/1/tables/2/departures/", wanted(table, instead=turn.player_id))
    assert faults(other) == [("/player", "not_seated"), ("/instead", "not_free")]


def test_the_table_is_closed_with_what_it_counts(director, table):
    answer = director.post(ADDRESS, wanted(table, closes=True, unfinished="as-played", returns=True))
    assert answer.json()["closing"] == {"unplayed": "absent", "amount": None, "unfinished": "as-played"}
    assert not Decision.objects.exists()


def test_only_directors(anybody, scorer, stranger, table):
    assert codes(anybody.post(ADDRESS, wanted(table)), 401) == ["not_authenticated"]
    for caller in (scorer, stranger):
        assert codes(caller.post(ADDRESS, wanted(table)), 403) == ["forbidden"]
