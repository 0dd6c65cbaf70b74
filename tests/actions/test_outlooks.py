"""Outlooks: safe and possible places in standings, in words and by command."""

from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from pypdf import PdfReader

from tests.again import fixture_again
from tests.halls import a_club, a_round, a_tournament, director_of, play, play_out
from tests.web.pages import text
from tournaments.actions.people import registration
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import tournaments
from tournaments.actions.standings import outlooks, standings
from tournaments.actions.verification import verify
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
TABLES = [(0, 1, 2, 3), (4, 5, 6, 7)]
FOR_ALL = {1: (7, 8), 2: (1, 6), 3: (1, 6), 4: (1, 6), 5: (7, 8), 6: (1, 6), 7: (1, 6), 8: (1, 6)}
"""Two have 34 buscas, all others none; one hand is left, that gives 17 at most."""


@fixture_again
def tournament(db):
    """Before the last of three rounds of one hand."""
    tournament = a_tournament(a_club(), rounds=3, table={"hands": 1}, outlook=True)
    for _number in range(2):
        played_to_its_end(a_round(tournament, tables=TABLES))
    return fresh(tournament)


def played_to_its_end(round_, points=(37, 1, 1, 1)):
    play_out(round_, points=list(points))
    rounds.close_round(round_, by=director_of(round_.tournament))


def fresh(tournament):
    standings.refresh(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def told(tournament, after=None):
    """Return the best and worst of the standings after a round (the last by default), by number."""
    shown = tournament.standings.get(after_round=after) if after else tournament.standings.last()
    numbers = dict(tournament.entries.values_list("pk", "number"))
    rows = [row for row in shown.document["rows"] if "outlook" in row]
    return {numbers[row["entry"]]: (row["outlook"]["best"], row["outlook"]["worst"]) for row in rows}


def change(tournament, **plan):
    tournaments.update_tournament(tournament, plan, by=director_of(tournament))
    return fresh(tournament)


def command(*arguments):
    out = StringIO()
    call_command("outlook", *arguments, stdout=out)
    return out.getvalue().splitlines()


class TestTheSnapshot:
    def test_there_is_one_before_the_first_is_entered(self):
        tournament = fresh(a_tournament(a_club(), players=0, rounds=3, outlook=True))
        assert tournament.standings.last().document["rows"] == []

    def test_it_says_the_places_and_scores_that_are_possible(self, tournament):
        assert told(tournament) == FOR_ALL
        first = tournament.standings.last().document["rows"][0]
        assert first["outlook"] == {"best": 1, "worst": 6, "least": "0", "most": "17"}

    def test_each_standing_says_what_was_known_by_then(self, tournament):
        """After one round of three, 17 buscas ahead of two that are to come."""
        assert told(tournament, after=1) != FOR_ALL
        begun = a_round(tournament, tables=TABLES)
        play(begun.tables.get(number=1), 1, [1, 37, 1, 1])
        tournament = fresh(tournament)
        assert told(tournament, after=2) == FOR_ALL
        assert told(tournament)[2] == (5, 6)
        assert told(tournament)[1] == (7, 8)

    def test_nothing_is_said_where_the_director_does_not_wish_it(self, tournament):
        off = change(tournament, outlook=False)
        assert (told(off), told(off, after=1)) == ({}, {})
        assert told(change(off, outlook=True)) == FOR_ALL

    def test_nor_when_everything_is_played(self, tournament):
        played_to_its_end(a_round(tournament, tables=TABLES))
        tournament = fresh(tournament)
        assert told(tournament) == {}
        assert told(tournament, after=2) == FOR_ALL

    def test_a_round_more_in_the_plan_opens_places_again(self, tournament):
        assert told(change(tournament, rounds=5))[1] == (4, 8)

    def test_outlook_of_a_paused_entry_allows_for_absence(self, tournament):
        entry = tournament.entries.get(number=2)
        registration.change_entry(entry, {"status": Entry.Status.PAUSED}, by=director_of(tournament))
        assert told(fresh(tournament))[2] == (1, 6)

    def test_it_is_what_the_hands_come_to(self, tournament):
        assert verify(tournament).findings == ()

    def test_nothing_in_a_field_too_large(self, tournament, monkeypatch):
        monkeypatch.setattr(outlooks, "MOST_ENTRIES", 7)
        assert told(change(change(tournament, outlook=False), outlook=True)) == {}


class TestThePages:
    def page(self, client, tournament, language="en"):
        return client.get(reverse("tournament", args=[tournament.slug]), headers={"accept-language": language})

    def test_each_row_has_its_mark_in_words(self, client, tournament):
        shown = text(self.page(client, tournament))
        assert [shown.count(mark) for mark in ("Still possible: 1 to 6", "At best place 7")] == [6, 2]
        assert "hold if 3 rounds are played in all" in shown

    def test_in_the_readers_language(self, client, tournament):
        shown = text(self.page(client, tournament, "it"))
        assert shown.count("Ancora possibili: posizioni da 1 a 6") == 6

    def test_there_is_none_where_it_is_off(self, client, tournament):
        shown = text(self.page(client, change(tournament, outlook=False)))
        assert [shown.count(mark) for mark in ("possible", "At best")] == [0, 0]

    def test_while_the_last_round_is_in_play_the_newest_are_shown(self, client, tournament):
        begun = a_round(tournament, tables=TABLES)
        play(begun.tables.get(number=1), 1, [1, 37, 1, 1])
        shown = text(self.page(client, fresh(tournament)))
        assert shown.count("Still possible: 5 to 6") == 1

    def test_an_entrys_page_says_why(self, client, tournament):
        last = tournament.entries.get(number=1)
        shown = text(client.get(reverse("entry", args=[tournament.slug, last.pk]), headers={"accept-language": "en"}))
        assert "At best place 7. Final score: 34 to 51." in shown
        assert "Certainly ahead: Player 0002 (0 to 17), Player 0003 (0 to 17), Player 0004 (0 to 17), 3 more." in shown

    def everywhere(self, client, tournament):
        """The page, the sheet, the print-out and the API, in words."""
        where = f"/tournaments/{tournament.slug}/standings"
        sheet = client.get(f"{where}.csv").content.decode()
        printed = PdfReader(BytesIO(client.get(f"{where}.pdf").content)).pages[0].extract_text()
        api = client.get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()["rows"]
        return text(self.page(client, tournament)), sheet, " ".join(printed.split()), api

    def test_the_sheet_the_print_out_and_the_api_have_it_too(self, client, tournament):
        *told_there, api = self.everywhere(client, tournament)
        marks = ("Still possible: 1 to 6", "At best place 7")
        assert [[each.count(mark) for mark in marks] for each in told_there] == [[6, 2]] * 3
        assert "hold if 3 rounds are played in all" in told_there[2]
        assert [(row["outlook"]["best"], row["outlook"]["worst"]) for row in api] == [(1, 6)] * 6 + [(7, 8)] * 2

    def test_hidden_standings_hide_it_everywhere(self, client, tournament):
        standings.hide_standings(tournament, by=director_of(tournament), after_round=1)
        *told_there, api = self.everywhere(client, fresh(tournament))
        assert [[each.count(mark) for mark in ("1 to 6", "place 7")] for each in told_there] == [[0, 0]] * 3
        known = [(row["outlook"]["best"], row["outlook"]["worst"]) for row in api]
        assert sorted(known) == sorted(told(tournament, after=1).values())

    def test_nor_is_it_anywhere_where_it_is_off(self, client, tournament):
        *told_there, api = self.everywhere(client, change(tournament, outlook=False))
        assert [[each.lower().count(mark) for mark in ("possible", "at best")] for each in told_there] == [[0, 0]] * 3
        assert [row for row in api if "outlook" in row] == []


class TestTheCommand:
    def test_it_prints_each_with_the_reasons(self, tournament):
        lines = command(tournament.slug)
        assert len(lines) == 9
        assert lines[0].startswith("1. Player 0002: Still possible: 1 to 6. Final score: 0 to 17. ")
        assert "Certainly behind: Player 0001 (34 to 51), Player 0005 (34 to 51)." in lines[0]
        assert lines[8].startswith("These places hold if")

    def test_together_they_are_more_than_one_by_one(self, db):
        """Six entries have no points, at most one of each table can take the 17 points that the last two lack."""
        tournament = a_tournament(a_club(), rounds=2, table={"hands": 1}, outlook=True)
        played_to_its_end(a_round(tournament, tables=TABLES))
        lines = command(fresh(tournament).slug)
        assert "Certainly ahead" not in lines[6]
        assert "At least 4 others will finish ahead." in lines[6]

    def test_while_a_round_is_in_play_it_has_the_places_that_the_standings_lead_with(self, client, tournament):
        begun = a_round(tournament, tables=TABLES)
        play(begun.tables.get(number=1), 1, [1, 37, 1, 1])
        page = client.get(reverse("tournament", args=[fresh(tournament).slug]))
        led = [f"{row['place']}. {row['name']}" for row in page.context["document"]["rows"]]
        assert [line.partition(":")[0] for line in command(tournament.slug)[:-1]] == led

    def test_it_says_when_nothing_is_left(self, tournament):
        played_to_its_end(a_round(tournament, tables=TABLES))
        assert command(fresh(tournament).slug) == ["Nothing is left to be played."]

    def test_it_refuses_what_is_unknown_or_not_wished(self, tournament):
        with pytest.raises(CommandError, match="no tournament nowhere"):
            command("nowhere")
        with pytest.raises(CommandError, match="is off"):
            command(change(tournament, outlook=False).slug)
