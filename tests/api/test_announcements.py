"""Locking announcements by a table and by scorers."""

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament
from tournaments.models import Announcement

from .caller import Caller, codes, faults
from .table import HAND, pin, wrong

pytestmark = pytest.mark.django_db
LOCK = HAND + "announcement/"
BIDS, OTHERS = [3, 4, 0, 5], [3, 4, 1, 5]


@fixture_again
def tournament(club):
    return a_tournament(club, ruleset="buddha", table={})


def bids(lines=BIDS, **more):
    return {"lines": [{"bid": bid} for bid in lines], **more}


def played(said=BIDS, tricks=(3, 5, 0, 5), **more):
    lines = [{"bid": b, "tricks": t} for b, t in zip(said, tricks, strict=True)]
    return {"lines": lines, **more}


class TestAtTheTable:
    @pytest.mark.slow
    def test_every_phone_reads_what_one_locked(self, phone, bare):
        locked = phone(0).put(LOCK, bids(seat=0))
        assert (locked.status_code, locked.json()["version"]) == (201, 1)
        for caller in (phone(1), bare):
            assert caller.get(LOCK).json() == locked.json()

    def test_the_same_again_changes_nothing(self, phone):
        first = phone(0).put(LOCK, bids(seat=0))
        again = phone(1).put(LOCK, bids(seat=1))
        assert (again.status_code, again.json()) == (200, first.json())

    def test_something_else_takes_the_etag_of_what_is_locked(self, phone):
        north, east = phone(0), phone(1)
        locked = north.put(LOCK, bids(seat=0))
        refused = east.put(LOCK, bids(OTHERS, seat=1))
        assert codes(refused, 428) == ["announcement_stands"]
        assert refused.json()["current"] == locked.json()
        match = {"If-Match": refused.json()["current_etag"]}
        changed = east.put(LOCK, bids(OTHERS, seat=1), headers=match)
        assert (changed.status_code, changed.json()["version"]) == (200, 2)
        stale = north.put(LOCK, bids(seat=0), headers=match)
        assert codes(stale, 412) == ["announcement_changed"]
        assert stale.json()["current"] == changed.json()
        assert Announcement.objects.count() == 2

    def test_a_tally_that_says_otherwise_is_refused_by_its_fields(self, phone):
        north = phone(0)
        north.put(LOCK, bids(seat=0))
        refused = north.put(HAND, played(OTHERS, seat=0))
        assert faults(refused) == [("/lines/2/bid", "not_as_announced")]
        told = refused.json()["errors"][0]["message"]
        assert told == "The table locked 0 before play. Enter that, or ask the director"
        assert north.put(HAND, played(seat=0)).status_code == 201

    def test_a_key_answers_as_the_first_time(self, phone):
        key = {"Idempotency-Key": "bids"}
        answers = [phone(0).put(LOCK, bids(seat=0), headers=key) for _i in "ab"]
        assert [(a.status_code, a.json()["version"]) for a in answers] == [(201, 1)] * 2

    def test_another_seat_gives_its_pin(self, phone):
        north, _east = phone(0), phone(1)
        assert codes(north.put(LOCK, bids(seat=1)), 403) == ["seat_not_claimed"]
        response = north.put(LOCK, bids(seat=1, pin=wrong(pin(1))))
        assert faults(response, 403) == [("/pin", "wrong_pin")]
        assert north.put(LOCK, bids(seat=1, pin=pin(1))).json()["seat"] == 1

    def test_the_seat_is_said(self, phone):
        assert faults(phone(0).put(LOCK, bids())) == [("/seat", "missing_field")]

    def test_another_table_is_not_there(self, phone, card):
        other = LOCK.replace("tables/1", "tables/2")
        assert codes(phone(0).put(other, bids(seat=0)), 404) == ["another_table"]
        strange = Caller(Authorization="Table made-up")
        assert strange.put(LOCK, bids(seat=0)).status_code == 401


class TestByWhoScores:
    def test_a_scorer_locks(self, scorer, round_):
        locked = scorer.put(LOCK, bids())
        assert (locked.status_code, locked.json()["seat"]) == (201, None)
        assert locked.json()["source"] == "api"
        assert codes(scorer.put(LOCK, bids(OTHERS)), 428) == ["announcement_stands"]

    def test_nobody_else(self, anybody, stranger, round_):
        assert codes(anybody.put(LOCK, bids()), 401) == ["not_authenticated"]
        assert codes(stranger.put(LOCK, bids()), 403) == ["forbidden"]
        assert not Announcement.objects.exists()

    def test_everybody_reads_it(self, anybody, scorer, round_):
        assert codes(anybody.get(LOCK), 404) == ["not_found"]
        scorer.put(LOCK, bids())
        assert anybody.get(LOCK).json()["lines"] == bids()["lines"]


def test_the_game_says_what_is_announced(anybody):
    assert anybody.get("games/buddha/").json()["announced"] == ["bid"]
    assert anybody.get("games/busca-accademia/").json()["announced"] == []


def test_a_game_that_announces_nothing(club, scorer):
    a_round(a_tournament(club, name="Busca"))
    address = LOCK.replace("serata", "busca")
    assert faults(scorer.put(address, bids())) == [("/lines", "nothing_announced")]
