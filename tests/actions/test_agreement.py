"""How a table agrees: four eyes, nothing lost, nothing counted that is not agreed."""

import pytest

from tests.halls import a_round, a_table, a_tournament, director_of, play
from tests.sittings import a_phone, enter, say, voices
from tournaments.actions import agreement, calls, claims, keys, rounds, sittings, table_end
from tournaments.actions.judging import Entered
from tournaments.actions.problems import Conflict, Invalid, PreconditionRequired, Stale
from tournaments.actions.verification import verify
from tournaments.models import Hand, HelpCall, Tournament

pytestmark = pytest.mark.django_db

LEVEL, OTHER = [10, 10, 10, 10], [37, 1, 1, 1]


def refused(action, *args, **kwargs):
    with pytest.raises((Conflict, Invalid, PreconditionRequired, Stale)) as caught:
        action(*args, **kwargs)
    return [problem.code for problem in caught.value.problems]


def versions():
    hands = Hand.objects.order_by("version")
    return [(h.version, h.seat, h.state, h.is_current) for h in hands]


class TestEntering:
    def test_what_a_seat_enters_waits_for_another(self):
        north, *_others = voices()
        hand = enter(north)
        assert (hand.state, hand.seat, hand.scores) == ("submitted", 0, [1, 1, 1, 1])
        assert Tournament.objects.get().ledger.last().kind == "hand_submitted"

    def test_the_same_again_changes_nothing(self):
        north, *_others = voices()
        assert enter(north) == enter(north)
        assert Hand.objects.count() == 1

    def test_the_same_from_another_phone_is_one_confirmed_result(self):
        north, east, *_others = voices()
        enter(north)
        hand = enter(east)
        assert (hand.state, hand.confirmed_seat) == ("confirmed", 1)
        assert Hand.objects.count() == 1

    def test_something_else_from_another_phone_is_a_dispute_that_keeps_both(self):
        north, east, *_others = voices()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert versions() == [(1, 0, "disputed", True), (2, 1, "disputed", False)]
        assert HelpCall.objects.get().reason == "dispute"

    def test_ones_own_is_replaced_by_naming_it(self):
        north, *_others = voices()
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
        north, *_others = voices()
        assert refused(enter, north, [1, 2, "x", -4]) == ["not_an_integer", "out_of_range"]
        assert not Hand.objects.exists()

    def test_after_the_close_it_is_a_claim(self):
        table = a_table()
        north, *_others = voices(table)
        play(table, 1)
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        hand = enter(north, number=2)
        assert (hand.state, hand.is_current) == ("claim", False)

    def test_what_is_settled_is_corrected_only_on_request(self):
        north, east, *_others = voices()
        enter(north)
        say(east)
        assert refused(enter, north, OTHER) == ["hand_stands"]
        asked = enter(north, OTHER, replaces=1, reason="Miscounted the Pita")
        assert (asked.state, asked.is_current) == ("claim", False)
        assert Hand.objects.get(is_current=True).scores == [1, 1, 1, 1]


class TestAnswering:
    def test_yes_from_another_seat_confirms(self):
        north, east, *_others = voices()
        enter(north)
        assert say(east).state == "confirmed"
        assert say(east).state == "confirmed"
        kinds = list(Tournament.objects.get().ledger.values_list("kind", flat=True))
        assert kinds.count("hand_confirmed") == 1

    def test_not_from_the_seat_that_entered_it(self):
        north, *_others = voices()
        enter(north)
        assert refused(say, north) == ["own_hand"]

    def test_not_from_the_phone_that_entered_it_whatever_seat_it_claims(self):
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
        pin = keys.pin(sittings.entry_at(table, 1))
        passed_on = agreement.Voice(north.session, 1)
        assert say(passed_on, pin=pin).state == "confirmed"

    def test_not_with_a_wrong_pin_and_it_is_counted(self):
        table = a_table()
        north = a_phone(table, 0)
        enter(north)
        entry = sittings.entry_at(table, 1)
        wrong = f"{(int(keys.pin(entry)) + 1) % 10000:04}"
        passed_on = agreement.Voice(north.session, 1)
        codes = [refused(say, passed_on, pin=wrong) for _try in range(5)]
        assert codes == [["wrong_pin"]] * 4 + [["too_many_tries"]]
        assert refused(say, passed_on, pin=keys.pin(entry)) == ["too_many_tries"]
        assert Hand.objects.get().state == "submitted"

    def test_not_a_version_that_no_longer_stands(self):
        north, east, *_others = voices()
        enter(north)
        enter(north, OTHER, replaces=1)
        assert refused(say, east, version=1) == ["hand_changed"]
        assert say(east, version=2).state == "confirmed"

    def test_no_with_a_tally_is_a_counter_proposal_for_another_seat(self):
        north, east, *_others = voices()
        enter(north)
        tally = {"lines": [{"points": each} for each in OTHER]}
        countered = say(east, accept=False, counter=tally)
        assert (countered.version, countered.seat, countered.state) == (2, 1, "submitted")
        assert versions()[0] == (1, 0, "disputed", False)
        assert say(north, version=2).state == "confirmed"

    def test_a_second_refusal_calls_the_director(self):
        north, east, south, _west = voices()
        enter(north)
        tally = {"lines": [{"points": each} for each in OTHER]}
        say(east, accept=False, counter=tally)
        assert say(south, accept=False, version=2, counter=tally).state == "disputed"
        assert HelpCall.objects.get().reason == "dispute"

    def test_a_plain_no_calls_the_director(self):
        north, east, *_others = voices()
        enter(north)
        assert say(east, accept=False).state == "disputed"
        assert HelpCall.objects.count() == 1

    def test_a_counter_proposal_is_checked_like_any_tally(self):
        north, east, *_others = voices()
        enter(north)
        tally = {"lines": [{"points": 41}] * 4}
        assert refused(say, east, accept=False, counter=tally) == ["out_of_range"] * 4
        assert versions() == [(1, 0, "submitted", True)]

    def test_not_where_the_director_alone_confirms(self):
        round_ = a_round(a_tournament(confirmation="director"))
        north, east, *_others = voices(a_table(round_))
        enter(north)
        assert refused(say, east) == ["director_confirms"]

    def test_not_after_the_close(self):
        table = a_table()
        north, east, *_others = voices(table)
        enter(north)
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        assert refused(say, east) == ["round_closed"]


class TestSaidTwice:
    def test_a_disputing_tally_sent_again_is_kept_once(self):
        north, east, *_others = voices()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert versions() == [(1, 0, "disputed", True), (2, 1, "disputed", False)]

    def test_a_claim_sent_again_is_kept_once(self):
        table = a_table()
        north, *_others = voices(table)
        play(table, 1)
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        assert enter(north, number=2) == enter(north, number=2)
        assert Hand.objects.count() == 2

    def test_the_seat_may_go_on_with_another_phone(self):
        table = a_table()
        north = a_phone(table, 0)
        enter(north)
        pin = keys.pin(sittings.entry_at(table, 0))
        other = a_phone(table, device="borrowed")
        sittings.claim_seat(other.session, 0, given_pin=pin)
        assert enter(other, OTHER, replaces=1).version == 2


class TestADisputedHand:
    def test_whoever_disputes_it_may_give_in(self):
        north, east, *_others = voices()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert say(east).state == "confirmed"
        assert HelpCall.objects.get().answered_at is not None

    def test_or_say_the_same_as_the_other(self):
        north, east, *_others = voices()
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        assert (enter(east).state, enter(east).confirmed_seat) == ("confirmed", 1)

    def test_nobody_else_overrules_him(self):
        north, east, south, _west = voices()
        enter(north)
        say(east, accept=False)
        assert refused(say, south) == ["hand_disputed"]
        assert enter(south).state == "disputed"
        assert say(east).state == "confirmed"

    def test_what_is_confirmed_is_not_disputed_afterwards(self):
        north, east, south, _west = voices()
        enter(north)
        say(east)
        assert refused(say, south, accept=False) == ["hand_settled"]
        assert Hand.objects.get().state == "confirmed"


class TestTheBareCard:
    def a_card(self, seat):
        table = a_table(a_round())
        (card,) = keys.cards(table.round.tournament, [1])
        return agreement.Voice(sittings.at_card(card.secret), seat)

    def test_it_records_for_a_seat_that_nobody_holds(self):
        hand = enter(self.a_card(0))
        assert (hand.state, hand.seat) == ("submitted", 0)

    def test_not_for_a_seat_that_a_phone_holds(self):
        card = self.a_card(0)
        a_phone(card.session.table, 0)
        assert refused(enter, card) == ["seat_taken"]
        assert enter(card, pin=keys.pin(sittings.entry_at(card.session.table, 0))).seat == 0

    def test_it_confirms_with_a_pin_alone(self):
        card = self.a_card(0)
        enter(card)
        other = agreement.Voice(card.session, 1)
        assert enter(other).state == "submitted"
        assert refused(say, other) == ["pin_needed"]
        pin = keys.pin(sittings.entry_at(card.session.table, 1))
        assert say(other, pin=pin).state == "confirmed"

    def test_it_holds_no_seat(self):
        assert refused(sittings.claim_seat, self.a_card(0).session, 0) == ["session_needed"]

    def test_in_a_closed_round_it_asks_for_a_correction(self):
        card = self.a_card(0)
        round_ = card.session.table.round
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        assert enter(self.late(card)).state == "claim"

    def late(self, card):
        secret = keys.cards(card.session.table.round.tournament, [1])[0].secret
        return agreement.Voice(sittings.at_card(secret), card.seat)


class TestOtherPolicies:
    @pytest.mark.parametrize("policy", ["table-end", "director"])
    def test_a_second_phone_with_the_same_tally_confirms_nothing(self, policy):
        north, east, *_others = voices(a_table(a_round(a_tournament(confirmation=policy))))
        enter(north)
        assert enter(east).state == "submitted"

    def test_the_table_confirms_all_at_its_end(self):
        table = a_table(a_round(a_tournament(confirmation="table-end")))
        north, east, south, _west = voices(table)
        enter(north)
        assert refused(say, east) == ["table_end_confirms"]
        assert refused(table_end.agree_to_all, {1: 1}, east) == ["table_not_over"]
        enter(north, number=2)
        assert refused(table_end.agree_to_all, {1: 1, 2: 1}, north) == ["own_hand"]
        assert refused(table_end.agree_to_all, {1: 1}, east) == ["hand_changed"]
        agreed = table_end.agree_to_all({1: 1, 2: 1}, east)
        assert [(h.number, h.state, h.confirmed_seat) for h in agreed] == [
            (1, "confirmed", 1),
            (2, "confirmed", 1),
        ]
        assert table_end.agree_to_all({1: 1, 2: 1}, south) == []

    def test_nobody_confirms_his_own_among_them(self):
        table = a_table(a_round(a_tournament(confirmation="table-end")))
        north, east, *_others = voices(table)
        enter(north)
        enter(east, number=2)
        agreed = table_end.agree_to_all({1: 1, 2: 1}, east)
        assert [hand.number for hand in agreed] == [1]

    def test_nor_with_the_phone_that_entered_them_unless_by_pin(self):
        table = a_table(a_round(a_tournament(confirmation="table-end")))
        north = a_phone(table, 0)
        enter(north)
        enter(north, number=2)
        other = agreement.Voice(north.session, 1)
        sittings.claim_seat(north.session, 1)
        assert refused(table_end.agree_to_all, {1: 1, 2: 1}, other) == ["own_device"]
        pin = keys.pin(sittings.entry_at(table, 1))
        assert len(table_end.agree_to_all({1: 1, 2: 1}, other, pin=pin)) == 2


class TestClaims:
    @pytest.fixture
    def claim(self):
        table = a_table()
        north, east, *_others = voices(table)
        enter(north)
        say(east)
        return enter(east, OTHER, replaces=1, reason="Miscounted the Pita")

    def test_a_director_accepts_one(self, claim):
        tournament = claim.table.round.tournament
        assert claims.open_claims(tournament) == [claim]
        hand = claims.accept_claim(claim, by=director_of(tournament))
        assert (hand.version, hand.state, hand.reason) == (3, "confirmed", "Miscounted the Pita")
        assert hand.lines == claim.lines
        assert claims.open_claims(tournament) == []
        assert verify(tournament).holds

    def test_or_declines_it_with_a_reason(self, claim):
        tournament = claim.table.round.tournament
        director = director_of(tournament)
        assert refused(claims.decline_claim, claim, by=director, reason=" ") == ["missing_field"]
        claims.decline_claim(claim, by=director, reason="Counted again: it was right")
        assert versions() == [(1, 0, "confirmed", True), (2, 1, "claim", False)]
        assert claims.open_claims(tournament) == []
        assert refused(claims.accept_claim, claim, by=director) == ["already_decided"]
        assert claim.ruling.reason == "Counted again: it was right"


class TestTheDirector:
    def test_decides_between_two_tallies(self):
        table = a_table()
        north, east, *_others = voices(table)
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        decided = play(table, points=OTHER, replaces=1, reason="Counted the tricks")
        assert (decided.state, decided.version) == ("confirmed", 3)

    def test_answers_a_call_once(self):
        call = calls.call_director(a_table(), seat=2, reason="question")
        assert calls.call_director(call.table, seat=1, reason="again") == call
        answered = calls.answer_call(call).answered_at
        assert calls.answer_call(call).answered_at == answered
        assert calls.call_director(call.table, seat=1, reason="again") != call


def test_a_table_key_reaches_its_own_table_alone():
    round_ = a_round()
    voice = a_phone(round_.tables.get(number=1), 0)
    agreement.submit(Entered(number=1, tally={"lines": [{"points": 10}] * 4}), voice)
    assert set(Hand.objects.values_list("table__number", flat=True)) == {1}
