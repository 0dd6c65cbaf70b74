"""Another seat's answer to a hand: confirm, dispute, or dispute with a tally."""

import pytest

from tests.halls import busca, director_of
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, HelpCall

from .caller import codes, faults
from .table import HAND, HANDS, OTHER, TABLE, entered, pin, wrong, yes

pytestmark = pytest.mark.django_db


class TestConfirming:
    CONFIRM = HAND + "confirmations/"

    def test_another_seat_says_yes(self, phone):
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        answers = [east.post(self.CONFIRM, yes(1)) for _i in "ab"]
        assert [(a.status_code, a.json()["status"]) for a in answers] == [(200, "confirmed")] * 2
        assert answers[0].json()["confirmed_seat"] == 1

    def test_not_the_seat_nor_the_device_that_entered_it(self, phone):
        north = phone(0)
        north.post(TABLE + "seats/1/claim/")
        north.put(HAND, entered())
        assert codes(north.post(self.CONFIRM, yes(0)), 403) == ["own_hand"]
        assert codes(north.post(self.CONFIRM, yes(1)), 403) == ["own_device"]
        assert north.post(self.CONFIRM, yes(1, pin=pin(1))).json()["status"] == "confirmed"

    def test_a_wrong_pin_is_counted_also_with_a_key(self, bare):
        bare.put(HAND, entered())
        right, no = pin(1), wrong(pin(1))
        said = [
            bare.post(self.CONFIRM, yes(1, pin=no), headers={"Idempotency-Key": f"try-{number}"}) for number in range(5)
        ]
        assert [codes(answer, 403) for answer in said] == [["wrong_pin"]] * 4 + [["too_many_tries"]]
        assert codes(bare.post(self.CONFIRM, yes(1, pin=right)), 403) == ["too_many_tries"]
        assert Hand.objects.get().state == "submitted"
        call = HelpCall.objects.get()
        assert (call.table.number, call.seat, call.reason) == (1, 1, "pin")

    def test_the_bare_card_needs_the_pin(self, bare):
        bare.put(HAND, entered())
        assert faults(bare.post(self.CONFIRM, yes(1)), 403) == [("/pin", "pin_needed")]
        assert bare.post(self.CONFIRM, yes(1, pin=pin(1))).json()["status"] == "confirmed"

    def test_not_a_version_that_no_longer_stands(self, phone):
        north, east = phone(0), phone(1)
        etag = north.put(HAND, entered())["ETag"]
        north.put(HAND, entered(OTHER), headers={"If-Match": etag})
        answer = east.post(self.CONFIRM, yes(1, version=1))
        assert codes(answer, 412) == ["hand_changed"]
        assert answer.json()["current"]["version"] == 2

    def test_a_no_may_carry_a_tally_of_its_own(self, phone):
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        no = {"seat": 1, "version": 1, "accept": False, **busca(OTHER), "reason": "My buscas"}
        countered = east.post(self.CONFIRM, no).json()
        assert (countered["version"], countered["seat"]) == (2, 1)
        assert north.post(self.CONFIRM, yes(0, version=2)).json()["scores"] == [17, 0, 0, 0]

    def test_a_yes_carries_none(self, phone):
        answer = phone(1).post(self.CONFIRM, yes(1))
        assert codes(answer, 404) == ["not_found"]
        phone(0).put(HAND, entered())
        answer = phone(1).post(self.CONFIRM, yes(1, **busca(OTHER)))
        assert faults(answer) == [("/lines", "contradiction")]

    def test_every_fault_at_once(self, phone):
        north = phone(0)
        north.put(HAND, entered())
        fields = {"seat": "1", "version": 0, "accept": "yes", "pin": 7, "colour": 1}
        assert sorted(faults(north.post(self.CONFIRM, fields))) == [
            ("/accept", "not_a_boolean"),
            ("/colour", "unknown_field"),
            ("/pin", "not_a_string"),
            ("/seat", "not_an_integer"),
            ("/version", "out_of_range"),
        ]

    def test_confirmation_after_the_round_refers_to_the_director(self, phone, round_):
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        answer = east.post(self.CONFIRM, yes(1))
        assert codes(answer, 401) == ["round_closed"]
        assert answer.json()["detail"] == "Round 1 is closed: ask the director."


class TestTheTablesEnd:
    @pytest.mark.slow
    def test_all_hands_in_one_go(self, director, phone, round_):
        plan = {"confirmation": "table-end"}
        assert director.patch("tournaments/serata/", plan).json()["confirmation"] == "table-end"
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        answer = east.post(HAND + "confirmations/", yes(1))
        assert codes(answer, 403) == ["table_end_confirms"]
        fields = {"seat": 1, "hands": [{"hand": 1, "version": 1}, {"hand": 2, "version": 1}]}
        assert codes(east.post(TABLE + "confirmations/", fields), 409) == ["table_not_over"]
        north.put(HANDS + "2/", entered())
        stale = {"seat": 1, "hands": [{"hand": 1, "version": 1}]}
        answer = east.post(TABLE + "confirmations/", stale)
        assert codes(answer, 412) == ["hand_changed"]
        assert len(answer.json()["current"]["hands"]) == 2
        agreed = east.post(TABLE + "confirmations/", fields).json()["results"]
        assert [hand["status"] for hand in agreed] == ["confirmed", "confirmed"]
