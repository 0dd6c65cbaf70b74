"""A player who has left: one page at the table, nothing chosen beforehand, for directors alone."""

import re

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, play
from tests.web.at_table import a_phone, path
from tests.web.pages import faults, text, told
from tests.web.papers import pages
from tournaments.actions.at_table.keys import pin
from tournaments.actions.at_table.seats import entry_at
from tournaments.actions.rounds.departures import free_players, seated_players
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
    assert "A substitute for Player 0001" in text(director.get(address(table))).replace("\u2068", "").replace(
        "\u2069", ""
    )
    assert offered == [str(free_players(table.round).get().pk), "not-entered", "forfeit", "close"]
    assert re.findall(r'name="(?:player|instead|later)"[^>]* checked', page) == []


def test_somebody_plays_on(table, director):
    coming = free_players(table.round).get()
    answer = send(director, table, instead=coming.pk, later="returns")
    stored = "The departure was saved, and can be undone as a whole at the desk."
    assert told(answer) == [stored, f"{coming.name}: PIN {pin(coming.entries.get())}"]
    assert SeatPlayer.objects.get(seat__table=table, seat__number=0, to_hand=None).player == coming


def test_the_tables_phones_are_shown_who_sits_there_now(table, director):
    gone, coming = seated_players(table).first().player.name, free_players(table.round).get()
    send(director, table, instead=coming.pk, later="returns")
    page = a_phone(table).get(path(table)).content.decode()
    tapped = re.findall(r'<button class="seat-button".*?class="name" translate="no">([^<]+)<', page, re.S)
    assert coming.name in tapped
    assert gone not in tapped


def test_a_forfeit(table, director):
    send(director, table)
    assert Decision.objects.get().reason == "Called away"


@pytest.mark.slow
def test_somebody_who_is_not_entered_plays_on_after_a_doubtful_name_is_asked_about(table, director):
    ugo = table.round.tournament.club.players.create(name="Ugo Bianchi", name_key="ugo bianchi")
    answer = send(director, table, instead="not-entered", later="returns", **{"name-0": "Ugo Bianki"})
    assert answer.status_code == 422
    assert "is Ugo Bianchi" in text(answer)
    known = {"name-0": "Ugo Bianki", "as-0-0": f"player-{ugo.pk}"}
    send(director, table, instead="not-entered", later="returns", **known)
    assert SeatPlayer.objects.get(seat__table=table, seat__number=0, to_hand=None).player == ugo
    assert not ugo.entries.exists()
    entry = entry_at(table, 0)
    own = pin(entry, (ugo,))
    slug = table.round.tournament.slug
    cards = text(director.get(reverse("table-cards", args=[slug])))
    assert re.sub("[\u2068\u2069]", "", cards).count(f"Ugo Bianchi sits in at table 1 for {entry.name} {own}") == 1
    (slips,) = pages(director.get(reverse("print-slips", args=[slug])))
    assert f"Ugo Bianchi PIN {own}" in slips


def test_chosen_person_stays_chosen_if_something_else_is_refused(table, director, club):
    known = club.players.create(name="Zita Bianchi", name_key="zita bianchi")
    named = {"instead": "not-entered", "name-0": "Zita Bianki", "as-0-0": f"player-{known.pk}"}
    page = send(director, table, **named, later="")
    assert faults(page) == ["Choose one."]
    assert re.findall(r'<option value="([^"]*)" selected', page.content.decode()) == [f"player-{known.pk}"]


def test_a_name_that_is_missing_or_entered_is_told(table, director):
    assert "Enter a name." in text(send(director, table, instead="not-entered", **{"name-0": " "}))
    entered = send(director, table, instead="not-entered", **{"name-0": "Player 0003"})
    assert "is already entered" in text(entered)
    assert not SeatPlayer.objects.exclude(to_hand=None).exists()


def test_nobody_plays_on_and_the_table_is_closed(table, director, client):
    send(director, table, instead="close", later="returns", unfinished="as-played")
    table.refresh_from_db()
    assert table.closing["unfinished"] == "as-played"
    assert not Decision.objects.exists()
    shown = text(client.get(address(table, "table")))
    assert "This table is closed: what is missing, disputed or not confirmed does not count." in shown


@pytest.mark.slow
def test_the_table_is_closed_without_anybody_leaving_and_reopened(table, director):
    page = director.get(address(table, "table")).content.decode()
    assert address(table, "close-table") in page
    assert director.post(address(table, "close-table"), {"unfinished": "?"}).status_code == 422
    answer = director.post(address(table, "close-table"), {"unfinished": "as-played"}, follow=True)
    assert told(answer) == ["Table 1 is closed."]
    assert "This table is not in play." in text(director.get(address(table)))
    assert "This table is not in play." in text(director.get(address(table, "close-table")))
    answer = director.post(address(table, "reopen-table"), follow=True)
    assert told(answer) == ["Table 1 is in play again."]
    assert address(table, "close-table") in answer.content.decode()


def test_all_faults_of_a_departure_are_next_to_their_fields(table, director):
    answer = director.post(address(table), {})
    assert answer.status_code == 422
    assert answer.content.decode().count("Choose one.") >= 3
    assert "This is missing: fill it in." in text(answer)


def test_only_directors_record_a_departure(table, anybody, stranger, scorer):
    assert [send(client, table).status_code for client in (anybody, stranger, scorer)] == [403] * 3
    assert not Decision.objects.exists()
