"""…/help/: calling the director, and answering."""

import pytest

from .caller import codes, faults
from .table import TABLE

pytestmark = pytest.mark.django_db


class TestHelp:
    def test_a_table_calls_and_somebody_answers(self, phone, scorer):
        north = phone(0)
        assert codes(north.get(TABLE + "help/"), 404) == ["not_found"]
        called = north.post(TABLE + "help/", {"seat": 0, "reason": "rules"}).json()
        assert (called["table"], called["seat"], called["reason"]) == (1, 0, "rules")
        assert north.post(TABLE + "help/").json() == called
        assert scorer.get("tournaments/serata/help/").json()["results"] == [called]
        assert codes(north.delete(TABLE + "help/"), 403) == ["forbidden"]
        assert scorer.delete(TABLE + "help/").json()["answered_at"] is not None
        assert scorer.get("tournaments/serata/help/").json()["results"] == []

    def test_strangers_cannot_call_or_read_calls(self, anybody, stranger, phone):
        assert codes(anybody.post(TABLE + "help/"), 401) == ["not_authenticated"]
        assert codes(stranger.post(TABLE + "help/"), 403) == ["forbidden"]
        assert codes(stranger.get(TABLE + "help/"), 403) == ["forbidden"]
        assert faults(phone(0).post(TABLE + "help/", {"seat": 7})) == [("/seat", "out_of_range")]
