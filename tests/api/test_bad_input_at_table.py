"""Bad input at a table: each mistake has its response, in the reader's language."""

import pytest

from tests.halls import LEVEL, a_round, busca, director_of, play
from tournaments.actions.at_table import keys, seats, table_sessions
from tournaments.actions.rounds import rounds
from tournaments.models import HelpCall, TableKey

from .caller import Caller, codes

pytestmark = pytest.mark.django_db
TABLE = "tournaments/serata/rounds/1/tables/1/"
HAND = TABLE + "hands/1/"
CONFIRM = HAND + "confirmations/"
OTHER = [37, 1, 1, 1]
KEY = {"Idempotency-Key": "one"}


class Hall:
    """A table with two phones, which speak English or Italian."""

    def __init__(self, tournament, language):
        self.round = a_round(tournament)
        self.table = self.round.tables.get(number=1)
        self.language = language
        self.secret = keys.cards(tournament, [1])[0].secret
        self.phones = [self.phone(seat) for seat in (0, 1)]

    def phone(self, seat, table=None):
        card = keys.cards(self.round.tournament, [(table or self.table).number])[0]
        opened = table_sessions.open_by_secret(card.secret, device=f"phone {seat} {table}")
        seats.claim_seat(opened.session, seat)
        return self.caller(opened.secret)

    def caller(self, secret):
        return Caller(Authorization=f"Table {secret}", **{"Accept-Language": self.language})

    def enter(self, points=LEVEL, seat=0, hand=1, headers=None, **more):
        where = f"{TABLE}hands/{hand}/"
        tally = {**busca(points), "seat": seat, **more}
        return self.phones[seat].put(where, tally, headers=headers or {})

    def close(self):
        rounds.close_round(self.round, by=director_of(self.round.tournament), anyway=True)


def stale_version(hall):
    etag = hall.enter()["ETag"]
    hall.enter(OTHER, headers={"If-Match": etag})
    return hall.phones[1].post(CONFIRM, {"seat": 1, "version": 1, "accept": True})


def changed_in_flight(hall):
    hall.enter(headers=KEY)
    return hall.enter(OTHER, headers=KEY)


def key_of_another_table(hall):
    return hall.phone(0, table=hall.round.tables.get(number=2)).get(TABLE)


def rotated_key(hall):
    key = TableKey.objects.get(tournament=hall.round.tournament, number=1)
    keys.rotate(key, by=director_of(hall.round.tournament))
    return hall.enter()


def rotated_card(hall):
    rotated_key(hall)
    return hall.caller(hall.secret).get(TABLE)


def guessed_pin(hall):
    hall.enter()
    fields = {"seat": 2, "version": 1, "accept": True, "pin": "no"}
    return [hall.phones[0].post(CONFIRM, fields) for _try in range(5)][-1]


def skipped_hand(hall):
    return hall.enter(hand=2)


def repeated_hand(hall):
    hall.enter()
    return hall.enter(OTHER)


def repeated_by_another(hall):
    hall.enter()
    return hall.enter(OTHER, seat=1)


def a_hand_too_many(hall):
    for hand in (1, 2):
        play(hall.table, hand)
    return hall.enter(hand=3)


def confirmed_after_the_close(hall):
    hall.enter()
    hall.close()
    return hall.phones[1].post(CONFIRM, {"seat": 1, "version": 1, "accept": True})


def confirmed_by_the_same_seat(hall):
    hall.enter()
    return hall.phones[0].post(CONFIRM, {"seat": 0, "version": 1, "accept": True})


GONE = "This table has a new card: scan that one. The old one no longer works."
CLOSED = "Round 1 is closed: ask the director."
CHANGED = "Hand 1 has been changed: look at the current version."
REUSED = "This Idempotency-Key belongs to another request: use a new one."
MISTAKES = [
    (stale_version, 412, "hand_changed", CHANGED),
    (changed_in_flight, 422, "idempotency_key_reused", REUSED),
    (key_of_another_table, 404, "another_table", "You are now at table 2: go there?"),
    (rotated_key, 401, "card_replaced", GONE),
    (rotated_card, 401, "card_replaced", GONE),
    (guessed_pin, 403, "too_many_tries", "Five wrong PINs: ask the director for a new one."),
    (skipped_hand, 409, "hand_skipped", "Enter hand 1 first."),
    (repeated_hand, 428, "hand_stands", "You have already entered hand 1: change that version."),
    (repeated_by_another, 409, "hand_disputed", "Another player entered hand 1 differently: compare it with yours."),
    (a_hand_too_many, 422, "hand_after_end", "The table is over: this hand does not count"),
    (confirmed_after_the_close, 401, "round_closed", CLOSED),
    (confirmed_by_the_same_seat, 403, "own_hand", "You entered this result: another player confirms it."),
]
CALLS = {"guessed_pin": ["pin"], "repeated_by_another": ["dispute"]}
"""What the director hears of by itself."""


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("mistake", "status", "code", "said"), MISTAKES, ids=[each[0].__name__ for each in MISTAKES])
def test_each_mistake_has_its_answer(tournament, mistake, status, code, said, language):
    answer = mistake(Hall(tournament, language))
    assert codes(answer, status) == [code]
    assert (answer.json()["detail"] == said) == (language == "en")
    called = list(HelpCall.objects.values_list("reason", flat=True))
    assert called == CALLS.get(mistake.__name__, [])


def test_a_tally_that_comes_after_the_close_waits_for_the_director(tournament, scorer):
    hall = Hall(tournament, "en")
    hall.close()
    assert (hall.enter().status_code, hall.enter().status_code) == (202, 202)
    (requested,) = scorer.get("tournaments/serata/correction-requests/").json()["results"]
    assert (requested["table"], requested["number"], requested["status"]) == (1, 1, "requested")


def test_a_request_that_is_repeated_has_one_effect(tournament):
    hall = Hall(tournament, "en")
    first, again = hall.enter(headers=KEY), hall.enter(headers=KEY)
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert tournament.ledger.filter(kind="hand_submitted").count() == 1


@pytest.mark.parametrize("hand", ["0", "99999", "99999999999999999999", "-1", "x"])
def test_a_hand_that_cannot_be_is_none(tournament, hand):
    assert Hall(tournament, "en").enter(hand=hand).status_code in (404, 409)
