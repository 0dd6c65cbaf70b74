"""…/tables/{t}/hands/: confirmed, disputed, decided, struck out."""

import pytest

from tests.api.test_hands import HAND, HANDS, STEEP, TABLE
from tests.api.test_hands import round_ as round_
from tests.halls import a_table, busca, play

from .caller import codes, faults

pytestmark = pytest.mark.django_db


class TestConfirming:
    @pytest.fixture(autouse=True)
    def _standing(self, round_):
        play(a_table(round_))

    def test_a_hand_is_disputed_and_confirmed(self, director):
        fields = {"version": 1, "accept": False, "reason": "South had 9"}
        answer = director.post(HAND + "confirmations/", fields)
        assert (answer.status_code, answer.json()["status"]) == (200, "disputed")
        assert director.get(TABLE).json()["disputed"] == [1]
        answer = director.post(HAND + "confirmations/", {"version": 1, "accept": True})
        assert (answer.status_code, answer.json()["status"]) == (200, "confirmed")

    def test_only_the_version_that_stands(self, director):
        answer = director.post(HAND + "confirmations/", {"version": 2, "accept": True})
        assert faults(answer, 412) == [("/version", "hand_changed")]
        assert answer.json()["current"]["version"] == 1

    def test_every_fault_at_once(self, director):
        fields = {"version": "1", "accept": 1, "reason": "x" * 301, "pin": "1234"}
        assert faults(director.post(HAND + "confirmations/", fields)) == [
            ("/version", "not_an_integer"),
            ("/accept", "not_a_boolean"),
            ("/reason", "too_long"),
            ("/pin", "unknown_field"),
        ]

    def test_a_director_decides_a_dispute_and_takes_it_back(self, director):
        director.post(HAND + "confirmations/", {"version": 1, "accept": False})
        stale = director.post(HAND + "decision/", {"standing": 2, "version": 1})
        assert (codes(stale, 412), stale.json()["current"]["version"]) == (["hand_changed"], 1)
        assert director.post(HAND + "decision/", {"standing": 1, "version": 1}).json()["status"] == "confirmed"
        assert director.post(HAND + "decision/undo/", {"standing": 1}).json()["status"] == "disputed"
        assert faults(director.post(HAND + "decision/", {"standing": "1"})) == [
            ("/standing", "not_an_integer"),
            ("/version", "missing_field"),
        ]

    @pytest.mark.parametrize("what", ["decision/", "decision/undo/"])
    def test_nobody_else_does(self, anybody, stranger, scorer, what):
        fields = {"standing": 1, "version": 1}
        assert codes(anybody.post(HAND + what, fields), 401) == ["not_authenticated"]
        for caller in (stranger, scorer):
            assert codes(caller.post(HAND + what, fields), 403) == ["forbidden"]

    def test_strangers_cannot_confirm_hands(self, anybody, stranger):
        fields = {"version": 1, "accept": True}
        assert codes(anybody.post(HAND + "confirmations/", fields), 401) == ["not_authenticated"]
        assert codes(stranger.post(HAND + "confirmations/", fields), 403) == ["forbidden"]

    def test_the_last_hand_is_struck_out(self, director, round_):
        answer = director.post(HAND + "void/", {"reason": "Cards were missing"})
        assert (answer.status_code, answer.json()["status"]) == (200, "void")
        assert codes(director.get(HAND), 404) == ["not_found"]
        assert director.get(HAND + "versions/").json()["results"][0]["status"] == "void"
        answer = director.put(HAND, busca(STEEP))
        assert (answer.status_code, answer.json()["version"]) == (201, 2)

    def test_not_an_earlier_one_and_not_without_a_reason(self, director, round_):
        play(a_table(round_), 2)
        answer = director.post(HAND + "void/", {"reason": "x"})
        assert codes(answer, 409) == ["later_hand"]
        for reason in ("", " ", "\x00", None, 7, "x" * 301):
            answer = director.post(HANDS + "2/void/", {"reason": reason})
            assert [place for place, _code in faults(answer)] == ["/reason"]

    def test_and_not_by_others(self, anybody, stranger):
        assert codes(anybody.post(HAND + "void/", {"reason": "x"}), 401) == ["not_authenticated"]
        assert codes(stranger.post(HAND + "void/", {"reason": "x"}), 403) == ["forbidden"]
