"""Registration: names typed one after the other, lists pasted, people let go and taken back."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of
from tests.web.pages import text, told
from tournaments.actions import registration
from tournaments.actions.candidates import Candidate
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@fixture_again
def tournament(club):
    return a_tournament(club, players=0, name="Serata")


def page_of(tournament):
    return reverse("registration", args=[tournament.slug])


def names(tournament):
    return list(tournament.entries.order_by("number").values_list("name", flat=True))


def known(tournament, *people):
    """People whom the club knows from an earlier evening."""
    earlier = a_tournament(tournament.club, players=0, name="Prima")
    candidates = [Candidate(names=(name,), new=True) for name in people]
    registration.register(earlier, candidates, by=director_of(tournament))
    return list(tournament.club.players.order_by("id"))


class TestOneByOne:
    def test_a_name_and_enter(self, tournament, director):
        response = director.post(page_of(tournament), {"name": "  Maria   Rossi "}, follow=True)
        assert names(tournament) == ["Maria Rossi"]
        assert told(response) == ["Maria Rossi is entered."]
        assert "1 entered" in text(response)

    def test_the_field_is_ready_for_the_next(self, tournament, director):
        page = director.get(page_of(tournament)).content.decode()
        assert page.count("autofocus") == 1

    def test_somebody_known_is_the_same_person(self, tournament, director):
        (player,) = known(tournament, "Maria Rossi")
        director.post(page_of(tournament), {"name": "maria ROSSI"})
        assert tournament.entries.get().players.get() == player

    def test_here_and_stand_in_are_ticked_at_once(self, tournament, director):
        director.post(page_of(tournament), {"name": "Ugo", "here": "yes", "stand_in": "yes"})
        entry = tournament.entries.get()
        assert (entry.checked_in, entry.stand_in) == (True, True)

    def test_nothing_typed(self, tournament, director):
        response = director.post(page_of(tournament), {"name": ""})
        assert response.status_code == 422
        assert "Write a name." in text(response)

    def test_ten_thousand_letters(self, tournament, director):
        response = director.post(page_of(tournament), {"name": "x" * 10_000})
        assert "The name has 10000 characters: shorten it to 100." in text(response)
        assert len(response.content) < 60_000
        assert names(tournament) == []

    def test_emoji_and_markup_are_names_like_others(self, tournament, director):
        director.post(page_of(tournament), {"name": "🂡 <b>Ugo</b>"})
        page = director.get(page_of(tournament)).content.decode()
        assert names(tournament) == ["🂡 <b>Ugo</b>"]
        assert "🂡 &lt;b&gt;Ugo&lt;/b&gt;" in page

    def test_a_late_entry_says_from_which_round(self, club, director):
        tournament = a_tournament(club, players=8)
        a_round(tournament)
        director.post(page_of(tournament), {"name": "Tarda Mente"})
        assert "plays from round 2" in text(director.get(page_of(tournament)))


class TestQuestions:
    def test_a_name_much_like_a_known_one_is_asked_first(self, tournament, director):
        known(tournament, "Maria Rossi")
        response = director.post(page_of(tournament), {"name": "Maria Rosi"})
        assert names(tournament) == []
        assert "The club does not know Maria Rosi yet. Or is it somebody else?" in text(response)
        assert "It is Maria Rossi" in text(response)

    def test_so_are_first_and_last_name_exchanged(self, tournament, director):
        known(tournament, "Maria Rossi")
        assert "It is Maria Rossi" in text(director.post(page_of(tournament), {"name": "Rossi Maria"}))

    def test_it_is_the_known_one(self, tournament, director):
        (player,) = known(tournament, "Maria Rossi")
        director.post(page_of(tournament), {"player": player.pk})
        assert tournament.entries.get().players.get() == player

    def test_it_is_somebody_new(self, tournament, director):
        known(tournament, "Maria Rossi")
        director.post(page_of(tournament), {"name": "Maria Rosi", "sure": "yes"})
        assert names(tournament) == ["Maria Rosi"]

    def test_somebody_entered_already(self, tournament, director):
        director.post(page_of(tournament), {"name": "Maria Rossi"})
        response = director.post(page_of(tournament), {"name": "Maria Rossi"})
        assert "Maria Rossi is entered already." in text(response)
        director.post(page_of(tournament), {"name": "Maria Rossi", "new": "yes"})
        assert names(tournament) == ["Maria Rossi", "Maria Rossi"]
        assert tournament.club.players.count() == 2

    def test_two_of_one_name(self, tournament, director):
        _first, second = known(tournament, "Maria Rossi", "Maria Rossi")
        response = director.post(page_of(tournament), {"name": "Maria Rossi"})
        assert "The club knows more than one Maria Rossi. Who is it?" in text(response)
        director.post(page_of(tournament), {"player": second.pk})
        assert tournament.entries.get().players.get() == second

    def test_what_was_ticked_is_not_forgotten_over_the_question(self, tournament, director):
        known(tournament, "Maria Rossi")
        page = director.post(page_of(tournament), {"name": "Maria Rosi", "here": "yes"}).content.decode()
        assert page.count('<input type="hidden" name="here" value="yes">') == 2

    def test_a_player_of_another_club_is_nobody_here(self, tournament, director):
        response = director.post(page_of(tournament), {"player": 10**12})
        assert "The club has no such player" in text(response)

    def test_known_players_are_offered_while_typing(self, tournament, director):
        known(tournament, "Maria Rossi", "Ugo Neri")
        where = reverse("known-players", args=[tournament.slug])
        offered = director.get(where, {"name": "ross"}).content.decode()
        assert offered.strip() == '<option value="Maria Rossi"></option>'

    def test_but_not_those_entered(self, tournament, director):
        known(tournament, "Maria Rossi")
        director.post(page_of(tournament), {"name": "Maria Rossi"})
        where = reverse("known-players", args=[tournament.slug])
        assert director.get(where, {"name": "ross"}).content.decode().strip() == ""


class TestList:
    def where(self, tournament):
        return reverse("paste-players", args=[tournament.slug])

    def decided(self, *pairs):
        data = {}
        for place, (name, choice) in enumerate(pairs):
            data |= {f"name-{place}": name, f"as-{place}": choice}
        return data

    def test_it_is_looked_at_first(self, tournament, director):
        known(tournament, "Maria Rossi")
        response = director.post(self.where(tournament), {"list": "Ugo Neri\n\n  Maria Rosi \r\nMaria Rossi"})
        lines = response.context["lines"]
        assert [(line.name, line.question is not None) for line in lines] == [
            ("Ugo Neri", False),
            ("Maria Rosi", True),
            ("Maria Rossi", False),
        ]
        assert names(tournament) == []
        assert "3 names. Nothing is entered yet." in text(response)

    def test_then_entered_whole(self, tournament, director):
        (maria,) = known(tournament, "Maria Rossi")
        data = self.decided(("Ugo Neri", "name"), ("Maria Rosi", f"player-{maria.pk}"), ("Ida", "skip"))
        director.post(self.where(tournament), data)
        assert names(tournament) == ["Ugo Neri", "Maria Rossi"]

    def test_or_not_at_all_with_each_fault_at_its_line(self, tournament, director):
        data = self.decided(("Ugo", "name"), ("x" * 101, "name"), ("Ugo", "name"))
        response = director.post(self.where(tournament), data)
        assert [len(line.faults) for line in response.context["lines"]] == [0, 1, 1]
        assert names(tournament) == []
        assert "2 lines to fix" in text(response)

    def test_strange_decisions_are_no_crash(self, tournament, director):
        data = self.decided(("Ugo", "player-x"), ("Ida", "player-999999999"), ("Eva", "?"))
        assert director.post(self.where(tournament), data).status_code == 422

    def test_more_lines_than_anybody_has_players(self, tournament, director):
        response = director.post(self.where(tournament), {"list": "Ugo\n" * 5_000})
        assert len(response.context["lines"]) == 500


class TestChanges:
    @pytest.fixture
    def entry(self, tournament, director):
        director.post(page_of(tournament), {"name": "Maria Rossi"})
        return tournament.entries.get()

    def change(self, client, entry, what):
        where = reverse("change-entry", args=[entry.tournament.slug, entry.pk, what])
        response = client.post(where, follow=True)
        entry = Entry.objects.filter(pk=entry.pk).first()
        return response, entry

    @pytest.mark.parametrize(
        ("what", "field", "value"),
        [
            ("check-in", "checked_in", True),
            ("check-out", "checked_in", False),
            ("pause", "status", "paused"),
            ("withdraw", "status", "withdrawn"),
            ("return", "status", "active"),
            ("stand-in", "stand_in", True),
            ("ranked", "stand_in", False),
        ],
    )
    def test_one_tap(self, what, field, value, entry, director):
        _response, changed = self.change(director, entry, what)
        assert getattr(changed, field) == value

    def test_off_the_list_before_the_first_draw(self, entry, director):
        assert self.change(director, entry, "remove")[1] is None

    def test_not_after_it(self, club, director):
        round_ = a_round(a_tournament(club))
        entry = round_.tournament.entries.first()
        response, kept = self.change(director, entry, "remove")
        assert kept == entry
        assert told(response) == ["A round has been drawn: withdraw the entry instead."]

    def test_anything_else_is_no_address(self, entry, director):
        where = f"/tournaments/{entry.tournament.slug}/registration/{entry.pk}/explode/"
        assert director.post(where).status_code == 404


class TestPartners:
    @fixture_again
    def tournament(self, club):
        return a_tournament(club, players=0, name="Buraco", ruleset="buraco", table={})

    def test_two_names_make_one_entry(self, tournament, director):
        assert "Player 1" in text(director.get(page_of(tournament)))
        director.post(page_of(tournament), {"name": ["Anna", "Berto"]})
        assert names(tournament) == ["Anna – Berto"]

    def test_one_is_not_enough(self, tournament, director):
        response = director.post(page_of(tournament), {"name": ["Anna", ""]})
        assert response.status_code == 422
        assert names(tournament) == []


@pytest.mark.parametrize("players", [4, 60])
def test_registration_costs_the_same_for_many(club, director, players):
    tournament = a_tournament(club, players=players)
    with CaptureQueriesContext(connection) as queries:
        director.get(page_of(tournament))
    assert len(queries) == 9
