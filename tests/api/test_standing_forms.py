"""standings/ as a client wants them: some fields, flat, or for a spreadsheet."""

import csv
import io
import re

import pytest

from tests.halls import a_round, play_out
from tournaments.actions.core.actor import Actor
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.api.views.standing_rows import FIELDS_PATTERN, flat_rows
from tournaments.models import Tournament

from .caller import faults

pytestmark = pytest.mark.django_db
STANDINGS = "tournaments/serata/standings/"
FIRST = {"place": 1, "name": "Player 0003", "score": "0"}


@pytest.fixture(autouse=True)
def _played(tournament):
    first = a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
    play_out(first, [25, 13, 1, 1])
    rounds.close_round(first, by=Actor(None, "clock"))
    tournament.entries.filter(name="Player 0003").update(home_club="Altro Circolo")
    standings.refresh(tournament.pk)


def rows(answer, delimiter=","):
    return list(csv.reader(io.StringIO(answer.content.decode()), delimiter=delimiter))


def test_only_some_fields(anybody):
    document = anybody.get(STANDINGS + "?fields=name,place,score,place").json()
    assert document["rows"][0] == FIRST
    assert [*document["rows"][0]] == ["name", "place", "score"]
    assert (document["current"], document["score"]["direction"]) == (True, "low")
    written = rows(anybody.get(STANDINGS + "?fields=place,name,score&format=csv"))
    assert written[:2] == [[*FIRST], [*map(str, FIRST.values())]]


def test_every_unknown_name_is_refused(anybody):
    answer = anybody.get(STANDINGS + "?fields=place,points,,elo")
    assert faults(answer, 400) == [("", "unknown_field")] * 3
    assert {error["parameter"] for error in answer.json()["errors"]} == {"fields"}
    assert [error["message"].split("”")[0] for error in answer.json()["errors"]] == [
        "There is no field “points", "There is no field “", "There is no field “elo",
    ]  # fmt: skip
    for query, parameter in (("form=round", "form"), ("separator=tab&format=csv", "separator")):
        answer = anybody.get(f"{STANDINGS}?{query}")
        assert (faults(answer, 400), answer.json()["errors"][0]["parameter"]) == ([("", "not_a_choice")], parameter)


def test_fields_that_these_rows_do_not_have_are_left_out(anybody):
    """So a program can ask every tournament for the same fields."""
    wanted = "place,score,table_wins,last_round,rounds,reached"
    row = anybody.get(f"{STANDINGS}?fields={wanted}").json()["rows"][0]
    assert [*row] == ["place", "score", "table_wins", "rounds"]
    assert row["table_wins"] == "0.33"
    flat = anybody.get(f"{STANDINGS}?form=flat&fields={wanted}").json()["rows"][0]
    assert flat == {"place": 1, "score": "0", "table_wins": "0.33"}
    written = rows(anybody.get(f"{STANDINGS}?format=csv&fields={wanted}"))
    assert written[:2] == [wanted.split(","), ["1", "0", "0.33", "", "", ""]]


def test_the_document_says_which_fields_there_are():
    assert re.fullmatch(FIELDS_PATTERN, "place,table_wins,players")
    for wrong in ("", "place,", "place, name", "points"):
        assert not re.fullmatch(FIELDS_PATTERN, wrong)


def test_flat_rows_have_tie_breaks_and_people(anybody, scorer, tournament):
    entry = tournament.entries.get(name="Player 0003")
    row = {
        **FIRST, "hands": 2, "penalty": "0", "moved": None, "withdrawn": False, "stand_in": False,
        "disqualified": False, "table_wins": "0.33", "clean_hands": "2", "card_points": "2", "entry": entry.pk,
        "players": [entry.players.get().pk], "home_club": None,
    }  # fmt: skip
    assert anybody.get(STANDINGS + "?form=flat").json()["rows"][0] == row
    assert scorer.get(STANDINGS + "?form=flat").json()["rows"][0] == {**row, "home_club": "Altro Circolo"}
    chosen = anybody.get(STANDINGS + "?form=flat&fields=table_wins,players").json()["rows"][0]
    assert chosen == {"table_wins": "0.33", "players": row["players"]}


def test_for_spreadsheets(anybody):
    answer = anybody.get(STANDINGS + "?format=csv&separator=semicolon&fields=name,score,table_wins,players")
    assert answer.content.startswith(b"\xef\xbb\xbfname;score;table_wins;players\r\n")
    assert rows(answer, ";")[1][:3] == ["Player 0003", "0", "0,33"]


def test_a_round_reached_is_a_number_in_flat_rows_too():
    """This covers entries that played only before the knock-out."""
    rows = [{"entry": 1, "tie_breaks": {}, "rounds": [], "reached": 2}, {"entry": 2, "tie_breaks": {}, "rounds": []}]
    _names, flat = flat_rows(Tournament(), {"rows": rows, "knock_out": [2], "after_round": 2})
    assert [type(row["reached"]) for row in flat] == [int, int]
    assert [row["reached"] for row in flat] == [2, 0]
