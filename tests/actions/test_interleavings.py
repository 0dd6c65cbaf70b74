"""Random orders of actions of a table, its director and the clock keep the invariants."""

from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.halls import a_club, a_round, a_tournament, a_user, busca, director_of
from tests.table_sessions import a_phone
from tournaments.actions.at_table import agreement, director_requests, keys, seats, submissions
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.core.idempotency import StoredResponse, answer_once
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.rounds import rounds
from tournaments.actions.verification import verify
from tournaments.models import Entry, Hand, Round, TableSession, Tournament

TALLIES = [(10, 10, 10, 10), (37, 1, 1, 1), (1, 37, 1, 1)]
SEATS = st.integers(0, 3)
NEXT, LAST, OWN, STANDS = "next", "last", "own", "stands"
NUMBERS = st.sampled_from([NEXT, NEXT, LAST, LAST, LAST, 1, 2, 3])
PHONES = st.sampled_from([OWN, OWN, OWN, 0, 1, 2])
PINS = st.sampled_from([None, None, None, True, False])
DECISIONS = {
    *("hand_submitted", "hand_recorded", "hand_corrected", "hand_confirmed", "hand_disputed"),
    *("hand_countered", "hand_voided", "correction_requested", "correction_accepted", "correction_declined"),
    *("round_closed", "round_reopened"),
}
"""What hundreds of interleavings must have come to, or they prove too little."""
versions = st.sampled_from([STANDS, STANDS, STANDS, None, 1, 2])
tallies = st.sampled_from(TALLIES)
reasons = st.sampled_from(["", "Counted again", "Counted again"])


class Killed(BaseException):
    """The process that answers dies."""


class ATable(RuleBasedStateMachine):
    """A table of three hands: seats 0 to 2 with a phone each, seat 3 without one."""

    def __init__(self):
        super().__init__()
        self.as_it_was = transaction.savepoint()
        self.tournament = Tournament.objects.get()
        self.round = self.tournament.rounds.get()
        self.table = self.round.tables.get()
        self.phones = [SeatActor(session, seat) for seat, session in enumerate(TableSession.objects.order_by("pk"))]
        self.director = director_of(self.tournament)
        self.read()
        self.seen = {}
        self.keys = 0

    def read(self):
        """Check the entered data once against the invariants and the rule that follows from them."""
        self.hands = list(Hand.objects.filter(table=self.table).order_by("number", "version"))
        self.current = {hand.number: hand for hand in self.hands if hand.is_current}

    @initialize(begins=st.sampled_from(["empty", "entered", "entered", "agreed", "agreed and asked"]))
    def begin(self, begins):
        """Let the table begin with these actions."""
        if begins == "entered":
            self.submit(0, OWN, 1, TALLIES[0], None, None, "")
        elif begins != "empty":
            self.correct(1, TALLIES[0], None)
        self.read()
        if begins == "agreed and asked":
            self.submit(0, OWN, 1, TALLIES[1], STANDS, None, "Counted again")

    def seat_actor(self, seat, phone):
        """A seat speaking from its own phone, or from another one."""
        phone = min(seat, 2) if phone == OWN else phone
        return SeatActor(self.phones[phone].session, seat)

    def number(self, named):
        """The number of the next hand, of the last one, or the one that was named."""
        played = len(self.current)
        return {NEXT: played + 1, LAST: max(played, 1)}.get(named, named)

    def version(self, number, tally):
        standing = self.current.get(number)
        return (standing.version if standing else 1) if tally == STANDS else tally

    def pin(self, seat, right):
        if right is None:
            return ""
        entry = seats.entry_at(self.table, seat)
        Entry.objects.filter(pk=entry.pk).update(pin_failures=0)
        return keys.pin(entry) if right else "no"

    @staticmethod
    def tried(action, *arguments, **more):
        with suppress(Refusal):
            action(*arguments, **more)

    @rule(seat=SEATS, phone=PHONES, number=NUMBERS, points=tallies, replaces=versions, pin=PINS, reason=reasons)
    def submit(self, seat, phone, number, points, replaces, pin, reason):
        number = self.number(number)
        replaces = self.version(number, replaces)
        entered = HandInput(number=number, tally=busca(points), replaces=replaces, reason=reason)
        self.tried(submissions.submit, entered, self.seat_actor(seat, phone), pin=self.pin(seat, pin))

    @rule(
        seat=SEATS,
        phone=PHONES,
        number=NUMBERS,
        version=versions.filter(bool),
        accept=st.booleans(),
        counter=st.none() | tallies,
        pin=PINS,
    )
    def answer(self, seat, phone, number, version, accept, counter, pin):
        number = self.number(number)
        given = agreement.Answer(
            number=number,
            version=self.version(number, version),
            accept=accept,
            counter=None if accept or counter is None else busca(counter),
            pin=self.pin(seat, pin),
        )
        self.tried(agreement.answer, given, self.seat_actor(seat, phone))

    @rule(seat=st.integers(1, 2))
    def counter(self, seat):
        """A seat disagrees and sends its own version of the last hand from its phone."""
        standing = self.current.get(self.number(LAST))
        said = [line["points"] for line in standing.lines] if standing else []
        other = next(points for points in TALLIES if list(points) != said)
        self.answer(seat, OWN, LAST, STANDS, accept=False, counter=other, pin=None)

    @rule(seat=SEATS, number=NUMBERS, points=tallies, dies=st.booleans())
    def send_until_answered(self, seat, number, points, dies):
        """A phone with a key: where its first request died half-way, the next does it once."""
        number = self.number(number)
        entered = HandInput(number=number, tally=busca(points), replaces=self.version(number, STANDS))
        seat_actor = self.seat_actor(seat, OWN)
        self.keys += 1
        begun = {"holder": f"phone {self.table.pk}", "key": f"key-{self.keys}", "request_digest": "same"}

        def act():
            return StoredResponse(200, f"{submissions.submit(entered, seat_actor).pk}".encode())

        def dying():
            act()
            raise Killed

        before = len(self.hands)
        with suppress(Refusal):
            if dies:
                with suppress(Killed):
                    answer_once(**begun, act=dying)
                assert Hand.objects.filter(table=self.table).count() == before
            first, _again = answer_once(**begun, act=act)
            assert answer_once(**begun, act=act) == (first, True)
        assert Hand.objects.filter(table=self.table).count() - before in (0, 1)

    @rule(seat=SEATS, phone=PHONES, pin=PINS)
    def agree_to_all(self, seat, phone, pin):
        shown = {number: hand.version for number, hand in self.current.items()}
        seat_actor = self.seat_actor(seat, phone)
        self.tried(agreement.agree_to_all, shown, seat_actor, pin=self.pin(seat, pin))

    @rule(number=NUMBERS, points=tallies, replaces=versions)
    def correct(self, number, points, replaces):
        number = self.number(number)
        entered = HandInput(
            number=number, tally=busca(points), reason="Counted again", replaces=self.version(number, replaces)
        )
        self.tried(hands.record, self.table, entered, by=self.director)

    @rule(number=NUMBERS, decision=st.sampled_from(["void", "confirm", "dispute"]))
    def judge(self, number, decision):
        number = self.number(number)
        standing = self.current.get(number)
        if standing and decision == "void":
            self.tried(hands.void, standing, by=self.director, reason="Cards were missing")
        elif standing:
            judge = hands.confirm if decision == "confirm" else hands.dispute
            self.tried(judge, standing, by=self.director)

    @rule()
    def accept_a_request(self):
        self.decide_a_request(director_requests.accept)

    @rule()
    def decline_a_request(self):
        self.decide_a_request(director_requests.decline)

    def decide_a_request(self, decide):
        for requested in director_requests.open_requests(self.tournament)[:1]:
            self.tried(decide, requested, by=self.director, reason="Looked at the sheet")

    @rule(close=st.booleans())
    def close_or_reopen(self, close):
        current = Round.objects.get(pk=self.round.pk)
        if close:
            self.tried(rounds.close_round, current, by=self.director, anyway=True)
        else:
            self.tried(rounds.reopen_round, current, by=self.director)

    @invariant()
    def everything_holds(self):
        self.read()
        self.nothing_is_lost_or_edited()
        self.one_version_stands_for_each_hand_and_none_is_skipped()
        self.what_counts_was_seen_by_four_eyes()

    def nothing_is_lost_or_edited(self):
        now = {hand.pk: (hand.number, hand.version, hand.tally, hand.scores, hand.seat) for hand in self.hands}
        assert {pk: now.get(pk) for pk in self.seen} == self.seen
        self.seen = now
        for number in (1, 2, 3):
            kept = sorted(v[1] for v in now.values() if v[0] == number)
            assert kept == list(range(1, len(kept) + 1))

    def one_version_stands_for_each_hand_and_none_is_skipped(self):
        numbers = [hand.number for hand in self.hands if hand.is_current]
        assert numbers == list(range(1, len(numbers) + 1))

    def what_counts_was_seen_by_four_eyes(self):
        counted = [hand for hand in self.current.values() if hand.state == Hand.State.CONFIRMED]
        links = list(self.tournament.ledger.select_related("disclosure")) if counted else []
        for hand in counted:
            said = [
                link
                for link in links
                if (link.facts.get("hand"), link.facts.get("version"), link.facts.get("state"))
                == (hand.number, hand.version, "confirmed")
            ]
            assert any(self.is_four_eyes(hand, link) for link in said), (hand, said)

    def is_four_eyes(self, hand, link):
        personal = link.disclosure.personal
        if personal.get("user") == self.director.user.pk:
            return True
        if hand.confirmed_seat is None or hand.confirmed_seat == hand.seat:
            return False
        return link.facts["with_pin"] or personal["device"] != hand.device

    def teardown(self):
        try:
            assert verify(Tournament.objects.get(pk=self.tournament.pk)).findings == ()
            type(self).happened |= set(self.tournament.ledger.values_list("kind", flat=True))
        finally:
            transaction.savepoint_rollback(self.as_it_was)


def interleave(policy, examples, steps):
    tournament = a_tournament(a_club(owner=a_user()), players=4, table={"hands": 3}, confirmation=policy)
    table = a_round(tournament).tables.get()
    for seat in range(3):
        a_phone(table, seat)
    machine = type("ATable", (ATable,), {"happened": set()})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
    return machine.happened


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["every-hand", "table-end", "director"])
def test_a_few_interleavings(db, policy):
    interleave(policy, examples=10, steps=15)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("policy", "examples"), [("every-hand", 300), ("table-end", 150), ("director", 50)])
def test_five_hundred_interleavings(db, policy, examples):
    happened = interleave(policy, examples=examples, steps=12)
    assert policy != "every-hand" or happened >= DECISIONS
