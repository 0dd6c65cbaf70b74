"""Disputes on the phones of a table: who objects, what to do, and the outcome."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.halls import a_round, a_tournament, director_of, play
from tests.web.pages import text
from tournaments.actions.hands import disputes, hands
from tournaments.actions.hands.help_calls import answer_call
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.closed_tables import close_table
from tournaments.actions.rounds.departures import Departure, leave, seated_players
from tournaments.models import Hand, HelpCall

from .at_table import OTHER, a_phone, answer, enter, name_of, path, pin_of, send

pytestmark = pytest.mark.django_db
SEATS = (0, 1, 2)


@pytest.fixture
def phones(table):
    """North sends a hand, East other figures; South looks on."""
    phones = {seat: a_phone(table, seat) for seat in SEATS}
    enter(phones[0], table)
    enter(phones[1], table, OTHER)
    return phones


def page_of(phone, table, *hand):
    return text(phone.get(path(table, "table-hand", *hand) if hand else path(table)))


def top(page):
    """Return the text above the versions side by side."""
    return page.split(" · ")[0]


def decide(table, version):
    shown = hands.SeenHand(table.pk, 1, Hand.objects.current().get(number=1).version)
    return disputes.decide(shown, version, by=director_of(table.round.tournament))


@pytest.fixture
def tablet(table):
    """A table's shared tablet, with which North sent a hand and East, with the PIN, other figures."""
    director = Client()
    director.force_login(director_of(table.round.tournament).user)
    director.post(path(table, "start-kiosk"))
    director.post(path(table, "choose-table", table.number))
    enter(director, table, seat=0, pin=pin_of(table, 0))
    enter(director, table, OTHER, seat=1, pin=pin_of(table, 1))
    return director


class TestOneTabletForTheTable:
    def test_who_sits_in_for_the_one_who_objected_is_named(self, table, tablet):
        gone = seated_players(table).get(seat__number=1).player
        coming = Departure(player=gone.pk, instead=Candidate(names=("Ugo",)), returns=True, reason="Called away")
        leave(table, coming, by=director_of(table.round.tournament))
        page = page_of(tablet, table)
        assert "Ugo can withdraw the objection here, with the PIN." in page

    @pytest.mark.slow
    def test_whoever_objects_gives_in_with_a_pin(self, table, tablet):
        page = page_of(tablet, table)
        assert f"{name_of(table, 1)} can withdraw the objection here, with the PIN." in page
        answer(tablet, table, seat=1)
        assert "This is not the PIN" in text(answer(tablet, table, seat=1, pin="x"))
        assert Hand.objects.current().get().state == "disputed"
        answer(tablet, table, seat=1, pin=pin_of(table, 1))
        assert Hand.objects.current().get().state == "confirmed"
        assert "Hand 1 is agreed." in page_of(tablet, table)

    def test_nobody_gives_in_for_another_who_does_not_object(self, table, tablet):
        said = text(answer(tablet, table, seat=2, pin=pin_of(table, 2)))
        assert "the player who objected can withdraw the objection, or the director decides" in said
        assert Hand.objects.current().get().state == "disputed"


class TestTheDispute:
    @pytest.mark.slow
    def test_every_phone_says_first_who_said_what_and_what_to_do(self, table, phones):
        for phone in phones.values():
            said = top(page_of(phone, table))
            assert "Hand 1 is disputed" in said
            assert f"{name_of(table, 0)} and {name_of(table, 1)} sent different figures." in said
            assert "The director has been called and decides." in said
            assert "if you are mistaken, say so here. You may play on." in said

    def test_the_one_who_sent_the_first_may_change_it_and_the_other_give_in(self, table, phones):
        said = [page_of(phones[seat], table) for seat in SEATS]
        assert ["Change hand 1" in page for page in said] == [True, False, False]
        assert [f"{name_of(table, 0)} is right after all" in page for page in said] == [False, True, False]

    def test_nobody_gives_in_where_the_director_alone_confirms(self, club):
        table = a_round(a_tournament(club, confirmation="director")).tables.get(number=1)
        phones = [a_phone(table, seat) for seat in (0, 1)]
        enter(phones[0], table)
        enter(phones[1], table, OTHER)
        said = page_of(phones[1], table)
        assert "Hand 1 is disputed" in said
        assert "is right after all" not in said

    def test_what_differs_is_marked_and_nothing_else(self, table):
        phones = [a_phone(table, seat) for seat in (0, 1)]
        enter(phones[0], table, (20, 9, 11, 0))
        enter(phones[1], table, (20, 10, 10, 0))
        page = phones[0].get(path(table)).content.decode()
        assert re.findall(r"<mark>(.*?)</mark>", page) == ["9", "10", "11", "10"]

    def test_the_next_hand_can_be_entered_and_its_form_tells_of_it(self, table, phones):
        assert "Go on with hand 2" in page_of(phones[0], table)
        said = page_of(phones[0], table, 2)
        assert said.index("Hand 1 is disputed") < said.index("Hand 2")

    @pytest.mark.slow
    def test_a_plain_no_is_told_with_the_name_of_who_said_it(self, table):
        north, west = a_phone(table, 0), a_phone(table, 3)
        enter(north, table)
        answer(west, table, accept="no")
        for phone in (north, west):
            said = f"{name_of(table, 3)} says that what {name_of(table, 0)} sent is wrong."
            assert said in page_of(phone, table)
        answer_call(HelpCall.objects.get())
        assert "Somebody is on the way to decide." in page_of(west, table)
        assert f"{name_of(table, 0)} is right after all" in page_of(west, table)
        answer(west, table)
        assert Hand.objects.get().state == "confirmed"

    def test_one_that_the_desk_marks_is_told_too(self, table):
        north = a_phone(table, 0)
        enter(north, table)
        hands.dispute(Hand.objects.get(), by=director_of(table.round.tournament))
        said = page_of(north, table)
        assert "The director has marked it as disputed." in said
        assert "The director decides." in said

    def test_in_a_round_that_was_closed_it_counts_for_nothing(self, table, phones):
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        said = page_of(phones[0], table)
        assert "The table is closed: this result does not count." in said
        assert "decides" not in said

    def test_at_a_table_closed_before_its_round_nobody_is_told_that_the_round_is_closed(self, table, phones):
        close_table(table, by=director_of(table.round.tournament))
        enter(phones[0], table, hand=2)
        said = page_of(phones[0], table)
        assert "The table is closed: this result does not count." in said
        assert "arrived after the closing" in said
        assert "round closed" not in said
        assert "round was closed" not in said

    def test_a_phones_journal_is_told_that_the_tally_was_kept_beside_another(self, table):
        phones = [a_phone(table, seat) for seat in (0, 1)]
        send(phones[0], table, "1" * 32)
        answered = send(phones[1], table, "2" * 32, OTHER).json()
        assert (answered["kept"], answered["codes"]) == (True, ["hand_disputed"])

    def test_what_asks_for_news_hears_which_hands_are_disputed(self, table, phones):
        assert phones[2].get(path(table, "table-news")).json()["disputed"] == "1"
        decide(table, 1)
        assert "disputed" not in phones[2].get(path(table, "table-news")).json()


class TestAfterwards:
    @pytest.mark.slow
    def test_the_directors_word_names_whose_figures_count(self, table, phones):
        decide(table, 2)
        own = ("37 points, 17 buscas", "1 point, 0 buscas", "1 point, 0 buscas")
        for seat, phone in phones.items():
            words = f"Hand 1: the director has decided. What {name_of(table, 1)} sent counts: "
            words += f"{name_of(table, seat)} {own[seat]}."
            assert words in page_of(phone, table)
            assert words in page_of(phone, table, 2)
            assert "is disputed" not in page_of(phone, table)

    def test_so_it_does_where_what_stood_is_right(self, table, phones):
        decide(table, 1)
        words = f"What {name_of(table, 0)} sent counts: {name_of(table, 1)} 10 points, 1 busca."
        assert words in page_of(phones[1], table)

    def test_a_word_that_was_taken_back_is_told_no_more(self, table, phones):
        word = decide(table, 2)
        disputes.undo(hands.SeenHand(table.pk, 1, word.version), by=director_of(table.round.tournament))
        said = page_of(phones[1], table)
        assert "Hand 1 is disputed" in said
        assert "has decided" not in said

    def test_other_figures_of_the_directors_are_told(self, table, phones):
        play(table, 1, [20, 20, 0, 0], replaces=1, reason="Counted again")
        words = f"Hand 1: the director has decided. What counts: {name_of(table, 1)} 20 points, 0 buscas."
        assert words in page_of(phones[1], table)

    def test_giving_in_is_told(self, table, phones):
        answer(phones[1], table)
        words = f"Hand 1 is agreed. What {name_of(table, 0)} sent counts: {name_of(table, 0)} 10 points, 1 busca."
        assert words in page_of(phones[0], table)

    def test_a_hand_that_was_struck_out_is_told(self, table, phones):
        hands.void(Hand.objects.current().get(), by=director_of(table.round.tournament), reason="Played twice")
        assert "Hand 1: the director has struck it out." in page_of(phones[0], table)

    def test_after_a_while_nobody_has_to_read_it_any_more(self, table, phones, monkeypatch):
        decide(table, 2)
        later = timezone.now() + timedelta(minutes=16)
        monkeypatch.setattr(timezone, "now", lambda: later)
        assert "the director has decided" not in page_of(phones[0], table)

    def test_a_table_that_never_disagreed_is_told_nothing(self, table):
        north, west = a_phone(table, 0), a_phone(table, 3)
        enter(north, table)
        answer(west, table)
        assert "agreed. What" not in page_of(north, table)


@pytest.mark.parametrize("version", [1, 2])
def test_nobody_is_another_player_on_ones_own_phone(phones, table, version):
    decide(table, version)
    for phone in phones.values():
        page = page_of(phone, table)
        assert "was also entered for hand 1, at" in page
        assert "Another player" not in page
