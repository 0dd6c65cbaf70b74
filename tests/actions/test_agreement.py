"""Confirming hands at a table: only confirmed hands count, and none is lost."""

import pytest

from tests.halls import a_round, a_table, a_tournament, busca, director_of, play
from tests.table_sessions import OTHER, a_phone, enter, refused, say, seat_actors, versions
from tournaments.actions.at_table import agreement, keys, seats
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.hands import hands
from tournaments.actions.hands.disputes import dispute_histories
from tournaments.actions.round_repair.repairs import exchange
from tournaments.actions.rounds import rounds
from tournaments.actions.verification import verify
from tournaments.models import Hand, HelpCall, Tournament

pytestmark = pytest.mark.django_db


class TestAnswering:
    def test_yes_from_another_seat_confirms(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert say(east).state == "confirmed"
        assert say(east).state == "confirmed"
        kinds = list(Tournament.objects.get().ledger.values_list("kind", flat=True))
        assert kinds.count("hand_confirmed") == 1

    def test_not_from_the_seat_that_entered_it(self):
        north, *_others = seat_actors()
        enter(north)
        assert refused(say, north) == ["own_hand"]

    def test_phone_that_entered_a_hand_cannot_confirm_it_from_another_seat(self):
        table = a_table()
        north = a_phone(table, 0, device="one phone")
        east = a_phone(table, 1, device="one phone")
        enter(north)
        assert refused(say, east) == ["own_device"]
        assert Hand.objects.get().state == "submitted"

    def test_with_one_phone_the_other_gives_its_pin(self):
        table = a_table()
        north = a_phone(table, 0, device="one phone")
        enter(north)
        pin = keys.pin(seats.entry_at(table, 1))
        passed_on = SeatActor(north.session, 1)
        assert say(passed_on, pin=pin).state == "confirmed"

    def test_not_with_a_wrong_pin_and_it_is_counted(self):
        table = a_table()
        north = a_phone(table, 0)
        enter(north)
        entry = seats.entry_at(table, 1)
        wrong = f"{(int(keys.pin(entry)) + 1) % 10000:04}"
        passed_on = SeatActor(north.session, 1)
        codes = [refused(say, passed_on, pin=wrong) for _try in range(5)]
        assert codes == [["wrong_pin"]] * 4 + [["too_many_tries"]]
        assert refused(say, passed_on, pin=keys.pin(entry)) == ["too_many_tries"]
        assert Hand.objects.get().state == "submitted"

    def test_not_a_version_that_no_longer_stands(self):
        north, east, *_others = seat_actors()
        enter(north)
        enter(north, OTHER, replaces=1)
        assert refused(say, east, version=1) == ["hand_changed"]
        assert say(east, version=2).state == "confirmed"

    def test_no_with_a_tally_is_a_counter_proposal_for_another_seat(self):
        north, east, *_others = seat_actors()
        enter(north)
        tally = {"lines": [{"points": each} for each in OTHER]}
        countered = say(east, accept=False, counter=tally)
        assert (countered.version, countered.seat, countered.state) == (2, 1, "submitted")
        assert versions()[0] == (1, 0, "disputed", False)
        assert say(north, version=2).state == "confirmed"

    def test_a_second_refusal_calls_the_director(self):
        north, east, south, _west = seat_actors()
        enter(north)
        tally = {"lines": [{"points": each} for each in OTHER]}
        say(east, accept=False, counter=tally)
        assert say(south, accept=False, version=2, counter=tally).state == "disputed"
        assert HelpCall.objects.get().reason == "dispute"

    def test_a_plain_no_calls_the_director(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert say(east, accept=False).state == "disputed"
        assert HelpCall.objects.count() == 1

    def test_a_counter_proposal_is_checked_like_any_tally(self):
        north, east, *_others = seat_actors()
        enter(north)
        tally = {"lines": [{"points": 41}] * 4}
        assert refused(say, east, accept=False, counter=tally) == ["out_of_range"] * 4
        assert versions() == [(1, 0, "submitted", True)]

    def test_a_counter_proposal_of_the_same_tally_is_none(self):
        north, east, *_others = seat_actors()
        hand = enter(north)
        assert refused(say, east, accept=False, counter=hand.tally) == ["same_tally"]
        assert versions() == [(1, 0, "submitted", True)]

    def test_not_where_the_director_alone_confirms(self):
        round_ = a_round(a_tournament(confirmation="director"))
        north, east, *_others = seat_actors(a_table(round_))
        enter(north)
        assert refused(say, east) == ["director_confirms"]

    def test_not_after_the_close(self):
        table = a_table()
        north, east, *_others = seat_actors(table)
        enter(north)
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        assert refused(say, east) == ["round_closed"]


class TestADisputedHand:
    def test_objector_may_accept_the_hand(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert say(east).state == "confirmed"
        assert HelpCall.objects.get().answered_at is not None

    def test_call_is_answered_when_the_sender_changes_the_hand(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        enter(north, (20, 10, 10, 0), replaces=1)
        assert HelpCall.objects.get().answered_at is not None

    def test_call_is_answered_when_a_seat_proposes_another_tally(self):
        table = a_table()
        _north, east, south, _west = seat_actors(table)
        hands.dispute(play(table), by=director_of(table.round.tournament))
        say(east, accept=False)
        say(south, accept=False, counter=busca(OTHER))
        assert versions() == [(1, None, "disputed", False), (2, 2, "submitted", True)]
        assert HelpCall.objects.get().answered_at is not None

    def test_call_for_another_reason_stays_open_when_the_dispute_is_settled(self):
        north, east, south, _west = seat_actors()
        enter(north)
        say(east, accept=False)
        entry = seats.entry_at(north.session.table, 2)
        wrong = f"{(int(keys.pin(entry)) + 1) % 10000:04}"
        for _try in range(5):
            refused(enter, south, number=2, pin=wrong)
        say(east)
        call = HelpCall.objects.get()
        assert (call.reason, call.seat, call.answered_at) == ("pin", 2, None)

    def test_or_say_the_same_as_the_other(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert (enter(east).state, enter(east).confirmed_seat) == ("confirmed", 1)

    def test_nobody_else_overrules_him(self):
        north, east, south, _west = seat_actors()
        enter(north)
        say(east, accept=False)
        assert refused(say, south) == ["hand_disputed"]
        assert enter(south).state == "disputed"
        assert say(east).state == "confirmed"

    def test_every_seat_that_says_no_objects(self):
        north, east, south, _west = seat_actors()
        enter(north)
        for seat_actor in (east, south, south):
            say(seat_actor, accept=False)
        assert dispute_histories(north.session.table)[1].objectors == (1, 2)
        assert Tournament.objects.get().ledger.filter(kind="hand_disputed").count() == 2
        assert verify(Tournament.objects.get()).findings == ()

    def test_confirmed_hand_cannot_be_disputed(self):
        north, east, south, _west = seat_actors()
        enter(north)
        say(east)
        assert refused(say, south, accept=False) == ["hand_settled"]
        assert Hand.objects.get().state == "confirmed"


class TestOtherPolicies:
    @pytest.mark.parametrize("policy", ["table-end", "director"])
    def test_a_second_phone_with_the_same_tally_confirms_nothing(self, policy):
        north, east, *_others = seat_actors(a_table(a_round(a_tournament(confirmation=policy))))
        enter(north)
        assert enter(east).state == "submitted"

    def test_the_table_confirms_all_at_its_end(self):
        table = a_table(a_round(a_tournament(confirmation="table-end")))
        north, east, south, _west = seat_actors(table)
        enter(north)
        assert refused(say, east) == ["table_end_confirms"]
        assert refused(agreement.agree_to_all, {1: 1}, east) == ["table_not_over"]
        enter(north, number=2)
        assert refused(agreement.agree_to_all, {1: 1, 2: 1}, north) == ["own_hand"]
        assert refused(agreement.agree_to_all, {1: 1}, east) == ["hand_changed"]
        agreed = agreement.agree_to_all({1: 1, 2: 1}, east)
        assert [(h.number, h.state, h.confirmed_seat) for h in agreed] == [(1, "confirmed", 1), (2, "confirmed", 1)]
        assert agreement.agree_to_all({1: 1, 2: 1}, south) == []

    def test_an_objection_is_withdrawn_before_the_tables_end(self):
        north, east, south, _west = seat_actors(a_table(a_round(a_tournament(confirmation="table-end"))))
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert refused(say, south) == ["hand_disputed"]
        assert say(east).state == "confirmed"

    def test_nobody_confirms_his_own_among_them(self):
        table = a_table(a_round(a_tournament(confirmation="table-end")))
        north, east, *_others = seat_actors(table)
        enter(north)
        enter(east, number=2)
        agreed = agreement.agree_to_all({1: 1, 2: 1}, east)
        assert [hand.number for hand in agreed] == [1]

    def test_nor_with_the_phone_that_entered_them_unless_by_pin(self):
        table = a_table(a_round(a_tournament(confirmation="table-end")))
        north = a_phone(table, 0)
        enter(north)
        enter(north, number=2)
        other = SeatActor(north.session, 1)
        seats.claim_seat(north.session, 1)
        assert refused(agreement.agree_to_all, {1: 1, 2: 1}, other) == ["own_device"]
        pin = keys.pin(seats.entry_at(table, 1))
        assert len(agreement.agree_to_all({1: 1, 2: 1}, other, pin=pin)) == 2


def test_exchanged_player_may_confirm_the_hand_of_the_former_one(db):
    round_ = a_round(a_tournament(players=8))
    first, second = round_.tables.all()
    north, _east = seat_actors(first, seats=(0, 1))
    enter(north)
    one, other = first.seats.get(number=0).entry, second.seats.get(number=0).entry
    exchange(round_, one.pk, other.pk, by=director_of(round_.tournament), reason="Wrong table")
    new = a_phone(first, 0, device="the new phone")
    assert say(new).state == "confirmed"
