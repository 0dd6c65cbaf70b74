"""Correction requests of a table: the director's decision is shown to its players."""

import re

import pytest
from django.urls import reverse

from tests.halls import director_of, play
from tests.web.pages import text
from tournaments.actions.at_table import director_requests
from tournaments.actions.rounds import rounds
from tournaments.models import Hand

from .at_table import LEVEL, OTHER, a_phone, answer, enter, path, send

pytestmark = pytest.mark.django_db
THIRD = (13, 9, 9, 9)


@pytest.fixture
def phones(table):
    return a_phone(table, 0), a_phone(table, 1)


@pytest.fixture
def confirmed(table, phones):
    north, east = phones
    enter(north, table)
    answer(east, table)


def ask(phone, table, points, reason=""):
    enter(phone, table, points, purpose="correction", replaces=1, reason=reason)
    return Hand.objects.filter(state="requested").latest("version")


def mark(phone, table):
    return phone.get(path(table, "table-news")).json()["mark"]


def by(table):
    return director_of(table.round.tournament)


@pytest.mark.slow
def test_declined_correction_request_is_shown_with_its_reason(table, phones, confirmed):
    requested = ask(phones[0], table, OTHER, "Counted again")
    message = "A correction of hand 1 to 1 · 1 · 1 · 37 was requested: the director decides. “Counted again”"
    assert message in text(phones[1].get(path(table)))
    before = mark(phones[1], table)
    director_requests.decline(requested, by=by(table), reason="The cards say otherwise")
    assert mark(phones[1], table) != before
    page = text(phones[1].get(path(table)))
    words = r"not corrected to 1 · 1 · 1 · 37, at \d\d:\d\d \(director\): The cards say otherwise"
    assert re.search(words, page)
    assert "the director decides" not in page


def test_accepted_correction_request_is_shown_with_the_directors_reason(table, phones, confirmed):
    director_requests.decline(ask(phones[0], table, THIRD, "I think"), by=by(table), reason="No")
    requested = ask(phones[0], table, OTHER, "Counted again")
    director_requests.accept(requested, by=by(table), reason="I counted too")
    page = text(phones[1].get(path(table)))
    assert re.search(r"Hand 1 was 10 · 10 · 10 · 10 until \d\d:\d\d \(director\): I counted too", page)
    assert re.search(r"Hand 1 was not corrected to 9 · 9 · 9 · 13, at \d\d:\d\d \(director\): No", page)


@pytest.mark.slow
def test_request_about_a_changed_hand_is_shown_again(table, phones, confirmed, owner):
    requested = ask(phones[0], table, OTHER, "Counted again")
    desk = owner.get(reverse("desk", args=[table.round.tournament.slug])).content.decode()
    assert '<input type="hidden" name="version" value="1">' in desk
    play(table, points=THIRD, replaces=1, reason="Misread")
    fields = {"accept": "yes", "reason": "So it was", "version": "1"}
    page = text(owner.post(path(table, "decide-correction", requested.pk), fields, follow=True))
    changed = "Table 1, hand 1 was changed meanwhile: compare the request with the hand as it is now."
    assert (changed in page, "Hand 1 was corrected." in page) == (True, False)
    assert ("13 · 1 busca" in page, "37 · 17 buscas" in page) == (True, True)
    assert [line["points"] for line in Hand.objects.current().get().lines] == list(THIRD)
    fields["version"] = str(Hand.objects.current().get().version)
    page = text(owner.post(path(table, "decide-correction", requested.pk), fields, follow=True))
    assert "Hand 1 was corrected." in page
    assert [line["points"] for line in Hand.objects.current().get().lines] == list(OTHER)


class TestAfterTheClose:
    @pytest.fixture
    def late(self, table, phones):
        """A hand that reached the server after the close, and none like it before."""
        rounds.close_round(table.round, by=by(table), anyway=True)
        send(phones[0], table, "a" * 32)
        return Hand.objects.get()

    def decide(self, client, table, requested, accept, reason):
        fields = {"accept": accept, "reason": reason, "version": "0"}
        return text(client.post(path(table, "decide-correction", requested.pk), fields, follow=True))

    def test_is_told_to_those_who_sent_it_and_to_the_director(self, table, late, phones, owner):
        message = "arrived after the closing: the director decides whether it counts."
        told = f"Hand 1, 10 · 10 · 10 · 10, {message}"
        assert told in text(phones[1].get(path(table)))
        desk = text(owner.get(reverse("desk", args=[table.round.tournament.slug])))
        assert "Table 1 sent hand 1 after the closing" in desk

    def test_counts_if_the_director_lets_it(self, table, late, owner):
        assert "Hand 1 counts." in self.decide(owner, table, late, "yes", "They had played it")
        hand = Hand.objects.current().get()
        assert [line["points"] for line in hand.lines] == list(LEVEL)

    def test_does_not_if_not(self, table, late, phones, owner):
        told = self.decide(owner, table, late, "no", "Time was up")
        assert "Hand 1 does not count." in told
        words = r"10 · 10, arrived after the closing and was refused at \d\d:\d\d \(director\): Time was up"
        assert re.search(words, text(phones[1].get(path(table))))


def test_a_request_says_why(table, phones):
    play(table)
    page = enter(phones[0], table, OTHER, purpose="correction", replaces=1, reason=" ", follow=False)
    assert page.status_code == 422
    assert "Enter why the result must be corrected." in text(page)
    assert 'href="#reason"' in page.content.decode()
    assert not Hand.objects.filter(state=Hand.State.REQUESTED).exists()
