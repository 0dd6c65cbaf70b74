"""A player who has left: one page at the table, nothing chosen beforehand, for directors alone."""

import re

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, play
from tests.web.pages import text, told
from tournaments.actions.departures import free_players, seated_players
from tournaments.models import Decision, SeatPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club):
    table = a_round(a_tournament(club, players=9, table={"hands": 3})).tables.get(number=1)
    play(table, 1)
    return table


def address(table, name="departure"):
    return reverse(name, args=[table.round.tournament.slug, 1, table.number])


def send(client, table, **fields):
    gone = seated_players(table).first().player
    asked = {"player": gone.pk, "instead": "forfeit", "later": "leaves", "reason": "Called away"} | fields
    return client.post(address(table), asked, follow=True)


def test_the_table_leads_to_it_while_the_round_is_in_play(table, director, scorer):
    assert address(table) in director.get(address(table, "table")).content.decode()
    assert address(table) not in scorer.get(address(table, "table")).content.decode()


def test_who_sits_out_is_offered_first_and_nothing_is_chosen(table, director):
    page = director.get(address(table)).content.decode()
    offered = re.findall(r'name="instead" value="([^"]*)"', page)
    assert offered == [str(free_players(table.round).get().pk), "forfeit"]
    assert "checked" not in page.split('<form class="form"')[1].split("</form>")[0]


def test_somebody_plays_on(table, director):
    coming = free_players(table.round).get()
    answer = send(director, table, instead=coming.pk, later="returns")
    assert told(answer) == ["It is stored, and can be undone as a whole at the desk."]
    assert SeatPlayer.objects.get(seat__table=table, seat__number=0, to_hand=None).player == coming


def test_a_forfeit(table, director):
    send(director, table)
    assert Decision.objects.get().reason == "Called away"


def test_all_faults_stand_next_to_their_fields(table, director):
    answer = director.post(address(table), {})
    assert answer.status_code == 422
    assert answer.content.decode().count("Choose one.") >= 3
    assert "This is missing: fill it in." in text(answer)


def test_who_may_not(table, anybody, stranger, scorer):
    assert [send(client, table).status_code for client in (anybody, stranger, scorer)] == [403] * 3
    assert not Decision.objects.exists()
