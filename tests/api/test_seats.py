"""A seat belongs to the device that claimed it, until its PIN or the director frees it."""

import pytest

from tournaments.models import SeatClaim

from .caller import codes, faults
from .table import TABLE, pin, wrong

pytestmark = pytest.mark.django_db


class TestSeats:
    def test_a_seat_is_claimed_and_seen(self, phone):
        north = phone(0)
        seats = north.get(TABLE + "seats/").json()["results"]
        assert [(seat["claimed"], seat["yours"]) for seat in seats] == [(True, True), *[(False, False)] * 3]
        assert north.post(TABLE + "seats/0/claim/").status_code == 200
        assert SeatClaim.objects.count() == 1

    def test_another_device_takes_it_with_the_pin(self, phone):
        phone(0)
        other = phone(device="other")
        assert faults(other.post(TABLE + "seats/0/claim/"), 409) == [("/seat", "seat_taken")]
        answer = other.post(TABLE + "seats/0/claim/", {"pin": wrong(pin(0))})
        assert faults(answer, 403) == [("/pin", "wrong_pin")]
        answer = other.post(TABLE + "seats/0/claim/", {"pin": pin(0)})
        assert (answer.status_code, answer.json()["yours"]) == (200, True)

    def test_it_is_released_with_the_pin_or_by_the_director(self, phone, director, scorer):
        north = phone(0)
        assert codes(north.delete(TABLE + "seats/0/claim/"), 403) == ["wrong_pin"]
        assert north.delete(TABLE + "seats/0/claim/", data={"pin": pin(0)}).status_code == 204
        phone(0, device="other")
        assert codes(scorer.delete(TABLE + "seats/0/claim/"), 403) == ["forbidden"]
        assert director.delete(TABLE + "seats/0/claim/").status_code == 204
        assert SeatClaim.objects.filter(released_at=None).count() == 0

    def test_not_with_the_bare_card_nor_by_a_user(self, bare, scorer, anybody):
        assert codes(bare.post(TABLE + "seats/0/claim/"), 403) == ["session_needed"]
        assert codes(scorer.post(TABLE + "seats/0/claim/"), 403) == ["forbidden"]
        assert codes(anybody.post(TABLE + "seats/0/claim/"), 401) == ["not_authenticated"]

    def test_a_seat_that_is_not_there(self, phone):
        answer = phone().post(TABLE + "seats/4/claim/")
        assert faults(answer) == [("/seat", "out_of_range")]


class TestTwice:
    def test_the_club_sees_a_second_seat_of_one_address_and_the_table_does_not(self, phone, scorer, director):
        phone(0)
        east = phone(1)
        told = [seat["alike"] for seat in scorer.get(TABLE + "seats/").json()["results"]]
        assert told == ["", "browser", "", ""]
        assert {seat["alike"] for seat in east.get(TABLE + "seats/").json()["results"]} == {""}
        (link,) = [
            link
            for link in director.get("tournaments/serata/ledger/").json()["results"]
            if link["kind"] == "seats_alike"
        ]
        assert link["facts"] == {"round": 1, "table": 1, "seat": 1, "alike": "browser", "source": "table"}
        assert director.get("tournaments/serata/ledger/verification/").json()["holds"] is True

    def test_a_director_who_saw_who_sits_there_takes_the_mark_away(self, phone, anybody, scorer, stranger, director):
        phone(0)
        east = phone(1)
        where = TABLE + "seats/1/accept/"
        refused = [caller.post(where).status_code for caller in (anybody, stranger, scorer, east)]
        assert refused == [401, 403, 403, 403]
        assert director.post(where).json()["alike"] == ""
        assert {seat["alike"] for seat in scorer.get(TABLE + "seats/").json()["results"]} == {""}
        assert director.get("tournaments/serata/ledger/verification/").json()["holds"] is True
        assert faults(director.post(TABLE + "seats/4/accept/")) == [("/seat", "out_of_range")]

    def test_a_director_asks_for_the_pin(self, phone, scorer, director):
        assert director.get("tournaments/serata/").json()["pins"] == "none"
        plan = {"pins": "always"}
        assert codes(scorer.patch("tournaments/serata/", plan), 403) == ["forbidden"]
        assert faults(director.patch("tournaments/serata/", {"pins": "now and then"})) == [("/pins", "not_a_choice")]
        assert director.patch("tournaments/serata/", plan).json()["pins"] == "always"
        north = phone()
        assert faults(north.post(TABLE + "seats/0/claim/"), 403) == [("/pin", "pin_needed")]
        assert north.post(TABLE + "seats/0/claim/", {"pin": pin(0)}).status_code == 200
