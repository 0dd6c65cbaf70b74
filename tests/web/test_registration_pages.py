"""Registration: typed names, questions about them, and entering past players at once."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_club, a_round, a_tournament, director_of, play
from tests.web.pages import text, text_of, told
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.models import Player
from tournaments.web.desk.registered_list import PER_PAGE

pytestmark = pytest.mark.django_db


@fixture_again
def tournament(club):
    return a_tournament(club, players=0, name="Serata")


def page_of(tournament):
    return reverse("registration", args=[tournament.slug])


def names(tournament):
    return list(tournament.entries.order_by("number").values_list("name", flat=True))


def known(tournament, *people):
    """Return players whom the club knows from an earlier evening."""
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

    def test_whoever_is_entered_once_everybody_is_here_has_come_in_late(self, tournament, director):
        everybody = [reverse("tick-everybody", args=[tournament.slug, where]) for where in ("here", "away")]
        for address, is_here in zip(everybody, (True, False), strict=True):
            director.post(address)
            assert director.get(page_of(tournament)).context["ticks_here"] is is_here

    def test_who_is_entered_for_next_month_is_not_here_tonight(self, tournament, club, director):
        director.post(page_of(tournament), {"name": "Ugo", "here": "yes"})
        later = a_tournament(club, players=0, name="Dopo")
        assert director.get(page_of(later)).context["ticks_here"] is False
        director.post(page_of(later), {"name": "Ida"})
        assert director.get(page_of(tournament)).context["ticks_here"] is True

    def test_nothing_typed(self, tournament, director):
        response = director.post(page_of(tournament), {"name": ""})
        assert response.status_code == 422
        assert "Enter a name." in text(response)

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
        page = director.get(page_of(tournament))
        assert "plays from round 2" in text(page)
        assert "Came too late for round 1: Tarda Mente Make room in round 1" in text(page)
        asked = f"{reverse('repair-round', args=[tournament.slug, 1])}?joining={tournament.entries.last().pk}"
        assert f'href="{asked}#proposal"' in page.content.decode()
        assert "What the program proposes" in text(director.get(asked))

    def test_whoever_withdraws_from_a_table_without_a_hand_is_told_of_with_the_way_to_mend(self, club, director):
        tournament = a_tournament(club, players=12)
        first, second, third = a_round(tournament).tables.order_by("number")
        play(first)
        gone = [table.seats.first().entry for table in (first, second, third)]
        for entry, what in zip(gone, ("withdraw", "withdraw", "pause"), strict=True):
            director.post(reverse("change-entry", args=[tournament.slug, entry.pk, what]))
        page = director.get(page_of(tournament))
        names = ", ".join(sorted(entry.name for entry in gone[1:]))
        assert f"Not playing, with a seat in round 1: {names} Repair round 1" in text(page)
        assert reverse("repair-round", args=[tournament.slug, 1]) in page.content.decode()

    @pytest.mark.slow
    def test_whoever_comes_during_a_draft_is_in_it_after_one_more_tap(self, club, director):
        tournament = a_tournament(club, players=7)
        a_round(tournament, publish=False)
        assert "draft of round" not in text(director.get(page_of(tournament)))
        response = director.post(page_of(tournament), {"name": "Tarda Mente"}, follow=True)
        assert "Not in the draft of round 1 yet: 1 player." in text(response)
        response = director.post(reverse("draw-again", args=[tournament.slug, 1]), follow=True)
        assert "Tarda Mente" in text(response)
        assert response.request["PATH_INFO"].endswith("/rounds/1/draft/")
        assert "Not in the draft" not in text(director.get(page_of(tournament)))


class TestQuestions:
    def test_a_name_much_like_a_known_one_is_asked_first(self, tournament, director):
        known(tournament, "Maria Rossi")
        response = director.post(page_of(tournament), {"name": "Maria Rosi"})
        assert names(tournament) == []
        assert "There is no Maria Rosi in this club yet. Or is it somebody else?" in text(response)
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
        director.post(page_of(tournament), {"name": "Maria Rosi", "sure": "Maria Rosi"})
        assert names(tournament) == ["Maria Rosi"]

    def test_somebody_entered_already(self, tournament, director):
        director.post(page_of(tournament), {"name": "Maria Rossi"})
        response = director.post(page_of(tournament), {"name": "Maria Rossi"})
        assert "Maria Rossi is already entered." in text(response)
        assert "cancel and add something to the name, such as a second name." in text(response)
        director.post(page_of(tournament), {"name": "Maria Rossi", "new": "Maria Rossi"})
        assert names(tournament) == ["Maria Rossi", "Maria Rossi"]
        assert tournament.club.players.count() == 2

    def test_two_of_one_name(self, tournament, director):
        _first, second = known(tournament, "Maria Rossi", "Maria Rossi")
        response = director.post(page_of(tournament), {"name": "Maria Rossi"})
        assert "There is more than one Maria Rossi in this club. Who is it?" in text(response)
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

    def test_with_and_without_accents_and_for_a_substitute_too(self, tournament, director):
        known(tournament, "Niccolò Neri")
        where = reverse("known-players", args=[tournament.slug])
        for typed in ({"name": "nicCOLO"}, {"name-0": "colò"}):
            assert director.get(where, typed).content.decode().strip() == '<option value="Niccolò Neri"></option>'

    def test_but_not_those_entered(self, tournament, director):
        known(tournament, "Maria Rossi")
        director.post(page_of(tournament), {"name": "Maria Rossi"})
        where = reverse("known-players", args=[tournament.slug])
        assert director.get(where, {"name": "ross"}).content.decode().strip() == ""


class TestQuestionsAboutPartners:
    """In a tournament of pairs each of the two names may need an answer."""

    @pytest.fixture
    def pairs(self, club):
        return a_tournament(club, players=0, ruleset="burraco", table={"hands": 4})

    @staticmethod
    def answer(client, tournament, page, label):
        """Send the form of the page whose button has this label."""
        forms = re.findall(r'<form method="post">.*?</form>', page.content.decode(), re.DOTALL)
        form = next(form for form in forms if label in " ".join(text_of(form).split()))
        sent = {}
        for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form):
            sent.setdefault(name, []).append(value)
        return client.post(page_of(tournament), sent)

    def test_both_are_known_players(self, pairs, director):
        players = known(a_tournament(pairs.club, players=0), "Maria Rossi", "Carla Bianchi")
        page = director.post(page_of(pairs), {"name": ["Maria Rosi", "Carla Bianci"]})
        page = self.answer(director, pairs, page, "It is Maria Rossi")
        self.answer(director, pairs, page, "It is Carla Bianchi")
        assert [*pairs.entries.get().players.order_by("id")] == players

    def test_one_who_is_new_leaves_the_question_about_the_other(self, pairs, director):
        _maria, carla = known(a_tournament(pairs.club, players=0), "Maria Rossi", "Carla Bianchi")
        page = director.post(page_of(pairs), {"name": ["Maria Rosi", "Carla Bianci"]})
        page = self.answer(director, pairs, page, "Somebody new")
        self.answer(director, pairs, page, "It is Carla Bianchi")
        assert set(pairs.entries.get().players.values_list("name", flat=True)) == {"Maria Rosi", "Carla Bianchi"}
        assert carla in pairs.entries.get().players.all()

    def test_a_namesake_does_not_make_the_partner_new(self, pairs, director):
        _maria, carla = known(a_tournament(pairs.club, players=0), "Maria Rossi", "Carla Bianchi")
        director.post(page_of(pairs), {"name": ["Maria Rossi", "Ugo Verdi"]})
        page = director.post(page_of(pairs), {"name": ["Maria Rossi", "Carla Bianchi"]})
        self.answer(director, pairs, page, "Somebody else of the same name")
        assert carla in pairs.entries.get(number=2).players.all()
        assert pairs.club.players.filter(name="Carla Bianchi").count() == 1

    def test_two_of_one_name_of_whom_the_club_knows_one(self, pairs, director):
        (rossi,) = known(a_tournament(pairs.club, players=0), "Maria Rossi")
        page = director.post(page_of(pairs), {"name": ["Maria Rossi", "Maria Rossi"]})
        assert "Maria Rossi is typed twice. Are these two people?" in text(page)
        self.answer(director, pairs, page, "Somebody else of the same name")
        assert names(pairs) == ["Maria Rossi – Maria Rossi"]
        assert (rossi in pairs.entries.get().players.all(), pairs.club.players.count()) == (True, 2)

    def test_two_of_one_name_of_whom_the_club_knows_none(self, pairs, director):
        known(a_tournament(pairs.club, players=0), "Mario Rossi")
        page = director.post(page_of(pairs), {"name": ["Maria Rossi", "maria rossi"]})
        page = self.answer(director, pairs, page, "Somebody new")
        self.answer(director, pairs, page, "Somebody else of the same name")
        assert names(pairs) == ["Maria Rossi – maria rossi"]

    def test_two_of_one_name_of_whom_the_club_knows_both(self, pairs, director):
        first, second = known(a_tournament(pairs.club, players=0), "Maria Rossi", "Maria Rosso")
        Player.objects.filter(pk=second.pk).update(name=first.name, name_key=first.name_key)
        sent = {"name": ["Maria Rossi"], "player": [first.pk]}
        assert [each.pk for each in director.post(page_of(pairs), sent).context["question"].players] == [
            first.pk,
            second.pk,
        ]
        director.post(page_of(pairs), {"player": [first.pk, second.pk]})
        assert {*pairs.entries.get().players.all()} == {first, second}


class TestLastTime:
    def test_everybody_of_last_month_with_one_tap(self, club, tournament, director):
        last = a_tournament(club, players=17, name="Ottobre")
        last.entries.filter(number=1).update(stand_in=True)
        last.entries.filter(number=2).update(status="withdrawn", until_round=0)
        last.entries.filter(number=3).update(home_club="Bocciofila")
        director.post(page_of(tournament), {"name": "Player 0004"})
        assert "Enter the 14 from Ottobre" in text(director.get(page_of(tournament)))
        where = reverse("enter-again", args=[tournament.slug])
        answer = director.post(where, {"tournament": last.pk}, follow=True)
        assert told(answer)[0] == "Entered: 14 players."
        assert told(answer)[1].startswith("Left out: ")
        assert tournament.entries.get(name="Player 0003").home_club == "Bocciofila"
        assert set(names(tournament)) == {f"Player {number:04}" for number in range(3, 18)}
        assert told(director.post(where, {"tournament": last.pk}, follow=True))[0] == "Nobody new was entered."

    def test_the_offer_says_how_many_come_and_why_others_do_not(self, tournament, director):
        last = a_tournament(tournament.club, players=0, name="Prima")
        by = director_of(last)
        people = [Candidate(names=(n,), new=True) for n in ("Ada", "Ugo", "Zita", "Ida")]
        ada, ugo, zita, _ida = registration.register(last, people, by=by)
        registration.change_entry(ugo, {"stand_in": True}, by=by)
        registration.change_entry(zita, {"status": "withdrawn"}, by=by)
        registration.register(tournament, [Candidate(player_ids=(ada.players.get().pk,))], by=by)
        page = text(director.get(page_of(tournament)))
        assert "Enter the 1 from Prima" in page
        assert "Iscrivi il giocatore di Prima" in text(
            director.get(page_of(tournament), headers={"accept-language": "it"})
        )
        assert "Left out: Ada is already entered, Ugo stood in, Zita withdrew." in page

    def test_not_those_of_another_club(self, tournament, director, stranger):
        other = a_tournament(a_club("Altrove"), players=4)
        where = reverse("enter-again", args=[tournament.slug])
        for wrong in (other.pk, "x", ""):
            assert director.post(where, {"tournament": wrong}).status_code == 404


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


class TestALongList:
    @fixture_again
    def tournament(self, club):
        return a_tournament(club, players=PER_PAGE + 2)

    @pytest.mark.slow
    def test_stands_on_pages_and_is_searched_as_a_whole(self, tournament, director):
        where = page_of(tournament)
        last = f"Player 0{PER_PAGE + 2}"
        first_page, second_page = director.get(where), director.get(f"{where}?page=2")
        assert [len(each.context["listed"].entries) for each in (first_page, second_page)] == [PER_PAGE, 2]
        assert f"{PER_PAGE + 2} entered" in text(first_page)
        assert last not in first_page.context["listed"].entries[-1].name
        found = director.get(f"{where}?q={last[-3:]}")
        assert [entry.name for entry in found.context["listed"].entries] == [last]
        assert "Nobody called “Zeno” is entered." in text(director.get(f"{where}?q=Zeno"))

    def test_after_a_tap_the_page_is_there_on_which_it_was(self, tournament, director):
        entry = tournament.entries.last()
        answer = director.post(reverse("change-entry", args=[tournament.slug, entry.pk, "check-in"]), follow=True)
        assert entry in answer.context["listed"].entries
        assert answer.context["listed"].others_here == 0
        assert director.get(page_of(tournament)).context["listed"].others_here == 1

    @pytest.mark.parametrize("number", ["0", "3", "x", "-1", "9" * 5000])
    def test_there_is_always_some_page(self, tournament, director, number):
        assert director.get(f"{page_of(tournament)}?page={number}").context["listed"].entries


@pytest.mark.parametrize("players", [4, 60])
def test_registration_costs_the_same_for_many(club, director, players):
    tournament = a_tournament(club, players=players)
    with CaptureQueriesContext(connection) as queries:
        director.get(page_of(tournament))
    assert len(queries) == 10
