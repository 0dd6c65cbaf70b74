"""Entering hands from a seat: by one phone, by a card, twice, after the close."""

import pytest
from django.utils import timezone

from tests.halls import a_round, a_table, director_of, play
from tests.table_sessions import OTHER, a_phone, enter, refused, say, seat_actors, versions
from tournaments.actions.at_table import keys, seats, submissions, table_sessions
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.rounds import rounds
from tournaments.actions.verification import verify
from tournaments.models import Hand, HelpCall, Tournament

pytestmark = pytest.mark.django_db


class TestEntering:
    def test_entered_hand_waits_for_confirmation(self):
        north, *_others = seat_actors()
        hand = enter(north)
        assert (hand.state, hand.seat, hand.scores) == ("submitted", 0, [1, 1, 1, 1])
        assert Tournament.objects.get().ledger.last().kind == "hand_submitted"

    def test_the_same_again_changes_nothing(self):
        north, *_others = seat_actors()
        assert enter(north) == enter(north)
        assert Hand.objects.count() == 1

    def test_the_same_from_another_phone_is_one_confirmed_result(self):
        north, east, *_others = seat_actors()
        enter(north)
        hand = enter(east)
        assert (hand.state, hand.confirmed_seat) == ("confirmed", 1)
        assert Hand.objects.count() == 1

    def test_something_else_from_another_phone_is_a_dispute_that_keeps_both(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert versions() == [(1, 0, "disputed", True), (2, 1, "disputed", False)]
        assert HelpCall.objects.get().reason == "dispute"

    def test_ones_own_is_replaced_by_naming_it(self):
        north, *_others = seat_actors()
        enter(north)
        assert refused(enter, north, OTHER) == ["hand_stands"]
        assert refused(enter, north, OTHER, replaces=2) == ["hand_changed"]
        enter(north, OTHER, replaces=1)
        assert versions() == [(1, 0, "corrected", False), (2, 0, "submitted", True)]

    def test_a_phone_without_a_seat_enters_nothing(self):
        stranger = a_phone(a_table(), device="stranger")
        assert refused(enter, stranger) == ["seat_not_claimed"]
        assert not Hand.objects.exists()

    def test_every_fault_at_once_and_nothing_stored(self):
        north, *_others = seat_actors()
        assert refused(enter, north, [1, 2, "x", -4]) == ["not_an_integer", "out_of_range"]
        assert not Hand.objects.exists()

    def test_after_the_close_it_is_a_correction_request(self):
        table = a_table()
        north, *_others = seat_actors(table)
        play(table, 1)
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        hand = enter(north, number=2)
        assert (hand.state, hand.is_current) == ("requested", False)

    def test_confirmed_hand_needs_a_correction_request(self):
        north, east, *_others = seat_actors()
        enter(north)
        say(east)
        assert refused(enter, north, OTHER) == ["hand_stands"]
        response = enter(north, OTHER, replaces=1, reason="Miscounted the Pita")
        assert (response.state, response.is_current) == ("requested", False)
        assert Hand.objects.get(is_current=True).scores == [1, 1, 1, 1]


class TestSaidTwice:
    def test_a_disputing_tally_sent_again_is_kept_once(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert versions() == [(1, 0, "disputed", True), (2, 1, "disputed", False)]

    def test_a_tally_that_disputed_an_earlier_version_disputes_the_new_one_too(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        enter(north, (20, 10, 10, 0), replaces=1)
        HelpCall.objects.update(answered_at=timezone.now())
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert Hand.objects.current().get().state == "disputed"
        assert HelpCall.objects.filter(answered_at=None).count() == 1
        assert verify(Tournament.objects.get()).findings == ()

    def test_so_it_does_after_the_hand_was_struck_out(self):
        north, east, *_others = seat_actors()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        by = director_of(Tournament.objects.get())
        hands.void(Hand.objects.current().get(), by=by, reason="Played twice")
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert Hand.objects.current().get().state == "disputed"

    def test_one_of_two_who_object_does_not_settle_it_for_both(self):
        north, east, south, _west = seat_actors()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert refused(enter, south, [20, 20, 0, 0]) == ["hand_disputed"]
        assert refused(say, east) == ["hand_disputed"]
        assert enter(east).state == "disputed"
        assert Hand.objects.current().get().state == "disputed"

    def test_a_request_sent_again_is_kept_once(self):
        table = a_table()
        north, *_others = seat_actors(table)
        play(table, 1)
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        assert enter(north, number=2) == enter(north, number=2)
        assert Hand.objects.count() == 2

    def test_the_seat_may_go_on_with_another_phone(self):
        table = a_table()
        north = a_phone(table, 0)
        enter(north)
        pin = keys.pin(seats.entry_at(table, 0))
        other = a_phone(table, device="borrowed")
        seats.claim_seat(other.session, 0, given_pin=pin)
        assert enter(other, OTHER, replaces=1).version == 2


class TestTheBareCard:
    def a_card(self, seat):
        table = a_table(a_round())
        (card,) = keys.cards(table.round.tournament, [1])
        return SeatActor(table_sessions.session_at_card(card.secret), seat)

    def test_it_records_for_a_seat_that_nobody_holds(self):
        hand = enter(self.a_card(0))
        assert (hand.state, hand.seat) == ("submitted", 0)

    def test_not_for_a_seat_that_a_phone_holds(self):
        card = self.a_card(0)
        a_phone(card.session.table, 0)
        assert refused(enter, card) == ["seat_taken"]
        assert enter(card, pin=keys.pin(seats.entry_at(card.session.table, 0))).seat == 0

    def test_it_confirms_with_a_pin_alone(self):
        card = self.a_card(0)
        enter(card)
        other = SeatActor(card.session, 1)
        assert enter(other).state == "submitted"
        assert refused(say, other) == ["pin_needed"]
        pin = keys.pin(seats.entry_at(card.session.table, 1))
        assert say(other, pin=pin).state == "confirmed"

    def test_it_holds_no_seat(self):
        assert refused(seats.claim_seat, self.a_card(0).session, 0) == ["session_needed"]

    def test_in_a_closed_round_it_asks_for_a_correction(self):
        card = self.a_card(0)
        round_ = card.session.table.round
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        assert enter(self.late(card)).state == "requested"

    def late(self, card):
        secret = keys.cards(card.session.table.round.tournament, [1])[0].secret
        return SeatActor(table_sessions.session_at_card(secret), card.seat)


def test_a_table_key_reaches_its_own_table_alone():
    round_ = a_round()
    seat_actor = a_phone(round_.tables.get(number=1), 0)
    submissions.submit(HandInput(number=1, tally={"lines": [{"points": 10}] * 4}), seat_actor)
    assert set(Hand.objects.values_list("table__number", flat=True)) == {1}
