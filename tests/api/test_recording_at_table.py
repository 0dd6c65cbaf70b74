"""Recording from a seat: a hand, a repetition, a dispute, a correction request after the close."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import LEVEL, a_round, busca, director_of
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, Round

from .caller import codes, faults
from .table import HAND, HANDS, OTHER, entered, pin

pytestmark = pytest.mark.django_db


class TestRecording:
    def test_entered_hand_waits_for_confirmation(self, phone):
        answer = phone(0).put(HAND, entered())
        hand = answer.json()
        assert (answer.status_code, hand["status"], hand["seat"]) == (201, "submitted", 0)
        assert hand["source"] == "table"

    def test_the_same_again_changes_nothing(self, phone):
        north = phone(0)
        first = north.put(HAND, entered())
        again = north.put(HAND, entered())
        assert (again.status_code, again.json()) == (200, first.json())
        assert Hand.objects.count() == 1

    def test_repeated_key_gives_the_first_answer(self, phone):
        north, east = phone(0), phone(1)
        key = {"Idempotency-Key": "tally-1"}
        first = north.put(HAND, entered(), headers=key)
        tally = busca(OTHER)
        east.post(HAND + "confirmations/", {"seat": 1, "version": 1, "accept": False, **tally})
        again = north.put(HAND, entered(), headers=key)
        assert (again.status_code, again.json()) == (201, first.json())
        assert again["Idempotency-Replayed"] == "true"
        assert Hand.objects.count() == 2
        answer = north.put(HAND, entered(OTHER), headers=key)
        assert codes(answer, 422) == ["idempotency_key_reused"]
        assert east.put(HANDS + "1/", entered(OTHER, 1), headers=key).status_code == 200

    def test_a_dispute_answers_with_both_and_keeps_both(self, phone):
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        answers = [east.put(HAND, entered(OTHER, 1), headers={"Idempotency-Key": "mine"}) for _i in "ab"]
        for answer in answers:
            assert codes(answer, 409) == ["hand_disputed"]
            body = answer.json()
            assert (body["current"]["version"], body["current"]["status"]) == (1, "disputed")
            assert (body["entered"]["version"], body["entered"]["seat"]) == (2, 1)
        assert answers[1]["Idempotency-Replayed"] == "true"
        assert list(Hand.objects.values_list("state", "is_current")) == [("disputed", True), ("disputed", False)]

    def test_ones_own_is_replaced_by_naming_it(self, phone):
        north = phone(0)
        etag = north.put(HAND, entered())["ETag"]
        answer = north.put(HAND, entered(OTHER))
        assert codes(answer, 428) == ["hand_stands"]
        assert answer.json()["current_etag"] == etag
        assert answer.json()["current"]["version"] == 1
        answer = north.put(HAND, entered(OTHER), headers={"If-Match": '"stale"'})
        assert codes(answer, 412) == ["hand_changed"]
        assert answer.json()["current"]["version"] == 1
        answer = north.put(HAND, entered(OTHER), headers={"If-Match": etag})
        assert (answer.status_code, answer.json()["version"]) == (200, 2)

    def test_after_the_close_it_is_kept_as_a_request(self, phone, round_):
        north = phone(0)
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        answers = [north.put(HAND, entered()) for _i in "ab"]
        assert [(a.status_code, a.json()["status"]) for a in answers] == [(202, "requested")] * 2
        assert Hand.objects.get().is_current is False

    def test_also_while_another_round_is_in_play_but_not_the_next_day(self, phone, round_):
        north = phone(0)
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        a_round(round_.tournament)
        assert north.put(HAND, entered()).status_code == 202
        Round.objects.filter(pk=round_.pk).update(closed_at=timezone.now() - timedelta(hours=25))
        answer = north.put(HAND, entered())
        assert codes(answer, 401) == ["round_closed"]

    def test_the_bare_card_records_for_a_named_seat(self, bare, phone):
        assert bare.put(HAND, entered(seat=2)).json()["seat"] == 2
        phone(3)
        answer = bare.put(HANDS + "2/", entered(seat=3))
        assert faults(answer, 403) == [("/seat", "seat_taken")]
        assert bare.put(HANDS + "2/", entered(seat=3, pin=pin(3))).status_code == 201

    def test_every_fault_at_once_and_nothing_stored(self, phone):
        north = phone(0)
        tally = {**busca([41, "x", True, -1]), "seat": 9, "reason": 3, "colour": "red"}
        assert sorted(faults(north.put(HAND, tally))) == [
            ("/colour", "unknown_field"),
            ("/lines/0/points", "out_of_range"),
            ("/lines/1/points", "not_an_integer"),
            ("/lines/2/points", "not_an_integer"),
            ("/lines/3/points", "out_of_range"),
            ("/reason", "not_a_string"),
            ("/seat", "not_a_choice"),
        ]
        assert ("/seat", "not_a_choice") in faults(north.put(HAND, busca(LEVEL)))
        for document in ([], "x", None, 7):
            assert north.put(HAND, document).status_code == 422
        assert not Hand.objects.exists()

    def test_a_hand_that_is_skipped_names_the_next(self, phone):
        answer = phone(0).put(HANDS + "2/", entered())
        assert codes(answer, 409) == ["hand_skipped"]
        assert answer.json()["detail"] == "Enter hand 1 first."

    def test_recording_a_hand_costs_at_most_15_queries(self, phone, counted_queries):
        north = phone(0)
        with counted_queries() as queries:
            assert north.put(HAND, entered()).status_code == 201
        asked = [query for query in queries if "tournaments_tablesession" not in query]
        assert len(asked) <= 15
