"""Refused attempts of phones, as the desk shows them."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.halls import director_of
from tests.web.pages import text
from tournaments.actions.at_table import keys, rejected_attempts
from tournaments.actions.rounds import rounds
from tournaments.models import RejectedAttempt, TableKey
from tournaments.web.desk.rejected_attempts import WORDS

from .at_table import OTHER, a_phone, answer, card, enter, path, say, send, tally, wrong_pin

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(table, owner):
    """Return the director's page about refusals."""

    def read():
        return text(owner.get(reverse("desk", args=[table.round.tournament.slug])))

    return read


def recorded():
    return list(RejectedAttempt.objects.order_by("pk").values_list("round", "table", "kind", "times"))


def test_every_kind_has_its_words():
    assert WORDS.keys() == rejected_attempts.KINDS


def test_nothing_refused_is_nothing_said(table, desk):
    enter(a_phone(table, 0), table)
    answer(a_phone(table, 1), table)
    assert "Rejected attempts" not in desk()
    assert recorded() == []


@pytest.mark.slow
def test_the_desk_says_where_what_and_how_often(table, desk):
    north = a_phone(table, 0)
    enter(north, table)
    for _try in range(4):
        answer(north, table)
    assert recorded() == [(1, 1, "own_hand", 4)]
    page_text = desk()
    at = page_text.index("Rejected attempts")
    assert page_text[at:].startswith("Rejected attempts Table 1, ")
    what = ": a result was confirmed by the player who entered it. Refused 4 times."
    assert what in page_text[at : at + 120]


class TestFromPages:
    def test_a_wrong_pin(self, table):
        north = a_phone(table, 0)
        enter(north, table)
        answer(north, table, seat=3, pin=wrong_pin(table, 3))
        assert recorded() == [(1, 1, "wrong_pin", 1)]

    def test_a_seat_that_is_taken(self, table):
        a_phone(table, 0)
        a_phone(table).post(path(table, "claim-seat"), {"seat": 0})
        assert recorded() == [(1, 1, "seat_taken", 1)]

    def test_a_tally_without_a_seat(self, table):
        enter(a_phone(table), table)
        assert recorded() == [(1, 1, "seat_not_claimed", 1)]

    def test_a_version_that_changed(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        enter(north, table, OTHER, replaces=1)
        answer(east, table)
        assert recorded() == [(1, 1, "hand_changed", 1)]

    def test_a_replaced_card_and_whom_it_had_let_in(self, table, desk):
        north, old = a_phone(table, 0), card(table)
        keys.rotate(TableKey.objects.get(), by=director_of(table.round.tournament))
        north.post(path(table, "call-director"))
        Client().post(path(table, "open-table"), {"secret": old.secret})
        assert recorded() == [(1, 1, "card_replaced", 1), (0, 1, "card_replaced", 1)]
        assert "a card that was replaced. Refused." in desk()

    def test_wrong_codes_of_a_phone_that_was_let_in_and_of_no_stranger(self, table, desk):
        north = a_phone(table, 0)
        for phone in (north, Client()):
            phone.post(path(table, "open-table"), {"code": "ABCDEFGH"})
            phone.post(path(table, "open-table"), {"secret": "x" * 22})
        assert recorded() == [(1, 1, "unknown_code", 1)]
        assert ": a wrong code. Refused." in desk()


class TestFromScripts:
    KEY, OTHER_KEY = "a" * 32, "b" * 32

    def test_a_tally_changed_in_flight(self, table):
        north = a_phone(table, 0)
        send(north, table, self.KEY)
        send(north, table, self.KEY, OTHER)
        assert recorded() == [(1, 1, "idempotency_key_reused", 1)]

    def test_what_a_key_repeats_is_noted_once(self, table):
        north = a_phone(table, 0)
        enter(north, table)
        assert {say(north, table, self.KEY).status_code for _try in "abc"} == {403}
        assert recorded() == [(1, 1, "own_hand", 1)]
        say(north, table, self.OTHER_KEY)
        assert recorded() == [(1, 1, "own_hand", 2)]

    def test_what_comes_after_the_close(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        say(east, table, self.KEY)
        assert recorded() == [(1, 1, "round_closed", 1)]

    def test_another_table(self, table):
        north = a_phone(table, 0)
        accept = {"Accept": "application/json", "Idempotency-Key": self.KEY}
        there = tally(round="1", table="2")
        answer = north.post(path(table, "table-hand", 1), there, headers=accept)
        assert (answer.status_code, answer.json()["codes"]) == (401, ["another_table"])
        assert recorded() == [(1, 1, "another_table", 1)]
