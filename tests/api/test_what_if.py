"""…/what-if/: standings and draw for assumed results; nothing is stored."""

import pytest
from django.apps import apps

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, busca, play
from tournaments.actions.standings import standings
from tournaments.models import ApiToken

from .caller import codes

pytestmark = pytest.mark.django_db
WHAT_IF = "tournaments/serata/what-if/"
FIRST, SECOND = [14, 13, 13, 0], [40, 0, 0, 0]
COMPARED = ("entry", "place", "score", "score_exact", "outlook")


@fixture_again
def round_(club):
    """Return a round of two tables of two hands; the first has played one and the second both."""
    tournament = a_tournament(club, players=8, rounds=3, pairing="swiss", outlook=True)
    round_ = a_round(tournament)
    play(a_table(round_, 1), 1, FIRST)
    play(a_table(round_, 2), 1, FIRST)
    play(a_table(round_, 2), 2, [10, 10, 10, 10])
    standings.refresh(tournament.pk)
    return round_


def everything():
    """Return every row of the database, except the time of a token's last use."""
    models = [model for model in apps.get_models() if model is not ApiToken]
    return {model: list(model.objects.order_by("pk").values()) for model in models}


def supposed(*hands, table=1, **more):
    return {"tables": [{"table": table, "hands": [busca(points) for points in hands]}], **more}


@pytest.mark.slow
def test_what_would_be_is_what_comes_and_nothing_is_stored(director, round_):
    before = everything()
    found = director.post(WHAT_IF, supposed(SECOND, draw=True))
    assert found.status_code == 200, found.json()
    assert everything() == before
    shown = director.get("tournaments/serata/standings/?after_round=1").json()
    was = {row["entry"]: row for row in shown["rows"]}
    found = found.json()
    assert [row["before"] for row in found["rows"]] == [
        {name: was[row["entry"]].get(name) for name in COMPARED[1:]} for row in found["rows"]
    ]
    assert any(row["place"] != row["before"]["place"] for row in found["rows"])
    play(a_table(round_, 1), 2, SECOND)
    standings.refresh(round_.tournament_id)
    after = director.get("tournaments/serata/standings/?after_round=1").json()
    assert [{name: row[name] for name in COMPARED} for row in found["rows"]] == [
        {name: row[name] for name in COMPARED} for row in after["rows"]
    ]
    assert (found["provisional"], found["outstanding_tables"]) == (after["provisional"], 0)
    director.post("tournaments/serata/rounds/", {"seed": found["draw"]["seed"]})
    tables = director.get("tournaments/serata/rounds/2/tables/").json()["results"]
    assert found["draw"]["tables"] == [[seat["entry"] for seat in table["seats"]] for table in tables]


def test_faults_of_every_table_have_their_places(director, round_):
    sent = [{"table": 1, "hands": [busca([1, 1, 1, 1])]}, {"table": 1}, {"table": 9}, {"table": 1, "hand": []}]
    answer = director.post(WHAT_IF, {"tables": sent[:3]})
    assert {(each["pointer"], each["code"]) for each in answer.json()["errors"]} == {
        ("/tables/0/hands/0/lines", "sum_not_40"),
        ("/tables/1/table", "named_twice"),
        ("/tables/2/table", "not_a_choice"),
    }
    assert codes(director.post(WHAT_IF, {"tables": sent[3:]}), 422) == ["unknown_field"]
    assert codes(director.post(WHAT_IF, supposed(SECOND, SECOND)), 422) == ["hand_after_end"]
    assert codes(director.post(WHAT_IF, supposed(SECOND, table=2)), 409) == ["table_is_over"]
    assert codes(director.post(WHAT_IF, supposed(draw=True)), 409) == ["tables_outstanding"]
    total = {"table": 1, "total": busca([1, 2, 3, 2])}
    assert codes(director.post(WHAT_IF, {"tables": [total]}), 422) == ["needs_hands"] * 2


def test_a_total_replaces_the_hands_so_far(director, club):
    round_ = a_round(a_tournament(club, tie_breaks=["table_wins"]))
    play(a_table(round_, 1), 1, FIRST)
    found = director.post(WHAT_IF, {"tables": [{"table": 1, "total": busca([4, 1, 1, 2])}]}).json()
    seats = [seat.entry_id for seat in a_table(round_, 1).seats.order_by("number")]
    scores = {row["entry"]: row["score"] for row in found["rows"]}
    assert [scores[entry] for entry in seats] == ["4", "1", "1", "2"]


def test_only_directors(anybody, scorer, stranger, round_):
    for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403)):
        assert caller.post(WHAT_IF, supposed(SECOND)).status_code == status


def test_it_says_who_would_come_into_the_next_stage(director, round_):
    director.post("tournaments/", {"name": "Finale", "club": "circolo-del-re", "ruleset": "busca-accademia"})
    declared = {"sources": ["serata"], "last": 4, "ties": "all"}
    assert director.put("tournaments/finale/stage/", declared).status_code == 200
    found = director.post(WHAT_IF, supposed(SECOND)).json()
    was, then = ({row["name"] for row in rows if row["place"] <= 4} for rows in (befores(found), found["rows"]))
    [final] = found["stages"]
    assert (final["stage"], final["name"]) == ("finale", "Finale")
    assert ({*final["ins"]}, {*final["outs"]}) == (then - was, was - then)
    assert final["outs"] != []
    assert director.post(WHAT_IF, supposed(FIRST)).json()["stages"] == []


def befores(found):
    return [{**row, **row["before"]} for row in found["rows"]]


def goes_on(found):
    """Return by name whether each entry qualifies, as it is and as it would be."""
    return {row["name"]: (row["before"].get("goes_on"), row.get("goes_on")) for row in found["rows"]}


def at_table(round_, number):
    return [seat.entry.name for seat in a_table(round_, number).seats.select_related("entry").order_by("number")]


def test_it_says_who_goes_on_from_a_round_of_a_knock_out_whatever_the_public_is_shown(director, club):
    tournament = a_tournament(club, players=16, pairing="knock-out", table={"hands": 1})
    round_ = a_round(tournament)
    play(a_table(round_, 2), 1, [40, 0, 0, 0])
    standings.refresh(tournament.pk)
    assert "goes_on" not in director.get("tournaments/serata/standings/").content.decode()
    names = at_table(round_, 1)
    told = goes_on(director.post(WHAT_IF, supposed([20, 20, 0, 0])).json())
    assert [told[name] for name in names] == [(None, True), (None, True), (None, False), (None, False)]
    told = goes_on(director.post(WHAT_IF, supposed([20, 0, 10, 10])).json())
    assert [told[name] for name in names] == [(None, None), (None, False), (None, None), (None, None)]
    for table in (3, 4):
        play(a_table(round_, table), 1, [20, 20, 0, 0])
    found = director.post(WHAT_IF, supposed([20, 0, 10, 10], draw=True)).json()
    told = goes_on(found)
    assert sorted(after for name in names for _before, after in [told[name]]) == [False, False, True, True]
    names_of = dict(tournament.entries.values_list("pk", "name"))
    assert {names_of[entry] for table in found["draw"]["tables"] for entry in table} == {
        name for name, (_before, after) in told.items() if after
    }
