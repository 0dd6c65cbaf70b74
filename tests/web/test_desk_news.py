"""Notices of the desk on every other page of a tournament."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play
from tests.web.at_table import OTHER, a_phone, answer, enter, path, tally
from tournaments.actions.hands import hands
from tournaments.actions.hands.help_calls import call_director
from tournaments.models import HelpCall

pytestmark = pytest.mark.django_db


@fixture_again
def table(club):
    return a_round(a_tournament(club)).tables.get(number=1)


def news(client, table, mark=""):
    where = reverse("desk-news", args=[table.round.tournament.slug])
    return client.get(where, headers={"if-none-match": mark} if mark else {})


def test_whoever_directs_or_scores_is_led_to_the_desk(table, director, scorer):
    a_phone(table, 0).post(path(table, "call-director"))
    hands.dispute(play(table), by=director_of(table.round.tournament))
    told = news(director, table).json()
    assert [matter["words"].split(",")[0] for matter in told["matters"]] == [
        "Table 1 calls",
        "Table 1 does not agree on hand 1",
    ]
    assert told["more"] == "2 items waiting"
    assert {matter["to"].partition("#")[2] for matter in told["matters"]} == {"matters"}
    assert news(scorer, table).json() == told


def test_a_table_that_calls_over_a_hand_is_told_of_once(table, director):
    north, east = a_phone(table, 0), a_phone(table, 1)
    enter(north, table)
    answer(east, table, accept="no", **tally(OTHER))
    answer(north, table, version=2, accept="no", **tally())
    assert HelpCall.objects.filter(answered_at=None).count() == 1
    told = news(director, table).json()
    assert [matter["words"] for matter in told["matters"]] == ["Table 1 does not agree on hand 1"]
    assert told["more"] == ""


def test_a_call_for_another_reason_is_told_beside_the_dispute(table, director):
    north, east = a_phone(table, 0), a_phone(table, 1)
    enter(north, table)
    answer(east, table, accept="no")
    before = news(director, table)
    call_director(table, seat=1, reason="question")
    told = news(director, table, before["ETag"])
    assert [matter["words"].split(",")[0] for matter in told.json()["matters"]] == [
        "Table 1 calls",
        "Table 1 does not agree on hand 1",
    ]


def test_desk_news_is_304_while_unchanged(table, director):
    first = news(director, table)
    assert first.json() == {"matters": [], "more": ""}
    with CaptureQueriesContext(connection) as queries:
        assert news(director, table, first.headers["ETag"]).status_code == 304
    assert len(queries) == 6
    a_phone(table, 0).post(path(table, "call-director"))
    second = news(director, table, first.headers["ETag"])
    assert second.status_code == 200
    director.post(path(table, "answer-call", HelpCall.objects.get().pk))
    assert news(director, table, second.headers["ETag"]).json() == first.json()


@pytest.mark.parametrize(
    "page", ["registration", "players", "tournament", "decide", "table-cards", "tournament-ledger"]
)
def test_every_page_watches_for_who_directs_and_no_other(table, director, anybody, page):
    where = reverse(page, args=[table.round.tournament.slug])
    watches = f'data-news="{reverse("desk-news", args=[table.round.tournament.slug])}"'
    assert watches in director.get(where).content.decode()
    assert watches not in anybody.get(where).content.decode()
