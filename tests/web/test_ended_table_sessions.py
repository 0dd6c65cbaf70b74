"""A phone whose session has ended: what it shows, and that it cannot act."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import a_round, director_of
from tests.web.pages import text
from tournaments.actions.at_table import keys
from tournaments.actions.round_repair import seat_changes
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, HelpCall, Round, SeatClaim, TableKey, TableSession

from .at_table import OTHER, a_phone, enter, path, phone_again, say, send, tally

pytestmark = pytest.mark.django_db

CLOSED = "Round 1 is closed: ask the director."
REPLACED = "This table has a new card: scan that one."
DOOR = "Scan the card on your table"


def close(table):
    rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)


def close_yesterday(table):
    close(table)
    Round.objects.update(closed_at=timezone.now() - timedelta(hours=25))


def rotate(table):
    keys.rotate(TableKey.objects.get(), by=director_of(table.round.tournament))


ACTS = {
    "claim-seat": ({"seat": 1}, ()),
    "stand-up": ({}, ()),
    "call-director": ({}, ()),
    "answer-hand": ({"version": 1, "accept": "yes"}, (1,)),
    "agree-to-all": ({"version-1": 1}, ()),
}


def stored():
    hands = list(Hand.objects.order_by("pk").values_list("version", "state"))
    return hands, HelpCall.objects.count(), SeatClaim.objects.filter(released_at=None).count()


@pytest.fixture
def east(table):
    """The phone that is asked about hand 1."""

    def at_table():
        enter(a_phone(table, 0), table)
        return a_phone(table, 1)

    return phone_again("hand 1 entered", at_table, table)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(("end", "told"), [(close, CLOSED), (close_yesterday, CLOSED), (rotate, REPLACED)])
def test_ended_session_changes_nothing_and_shows_the_reason(table, east, act, end, told):
    end(table)
    before = stored()
    data, more = ACTS[act]
    page = text(east.post(path(table, act, *more), data, follow=True))
    assert told in page
    assert stored() == before


@pytest.mark.parametrize(
    ("end", "status", "code"),
    [(close, 409, "round_closed"), (close_yesterday, 401, "round_closed"),
     (rotate, 401, "card_replaced")],
)  # fmt: skip
def test_ended_session_gives_scripts_a_code(table, east, end, status, code):
    end(table)
    answer = say(east, table, "a" * 32)
    assert (answer.status_code, answer.json()["codes"]) == (status, [code])


class TestAfterTheClose:
    def test_the_table_sees_its_hands_and_asks_for_a_correction(self, table, east):
        close(table)
        page = text(east.get(path(table)))
        assert ("Round 1 is closed" in page, "Correct hand 1" in page) == (True, True)
        page = text(enter(east, table, OTHER, purpose="correction", reason="Miscounted"))
        message = "A correction of hand 1 to 1 · 1 · 1 · 37 was requested: the director decides."
        assert message in page
        assert Hand.objects.filter(state="requested").count() == 1

    def test_what_the_phone_had_kept_is_a_correction_request(self, table):
        north = a_phone(table, 0)
        close(table)
        a_round(table.round.tournament)
        assert send(north, table, "a" * 32).json()["hands"] == [[1, "requested"]]

    def test_not_the_next_day_nor_by_a_replaced_card(self, table):
        north = a_phone(table, 0)
        close_yesterday(table)
        assert send(north, table, "a" * 32).status_code == 401
        Round.objects.update(closed_at=timezone.now())
        rotate(table)
        assert send(north, table, "a" * 32).status_code == 401
        assert not Hand.objects.exists()

    def test_of_another_table_it_hands_in_nothing(self, table):
        north = a_phone(table, 0)
        close(table)
        there = tally(round="1", table="2")
        accept = {"Accept": "application/json", "Idempotency-Key": "a" * 32}
        answer = north.post(path(table, "table-hand", 1), there, headers=accept)
        assert answer.status_code == 401
        assert not Hand.objects.exists()


def test_a_round_closed_long_ago_is_told_at_the_door(table):
    phone = a_phone(table, 0)
    close_yesterday(table)
    page = text(phone.get(path(table)))
    assert (CLOSED in page, DOOR in page, REPLACED in page) == (True, True, False)


def test_of_a_tournament_that_is_deleted_nothing_is_left(table):
    phone = a_phone(table, 0)
    TableSession.objects.all().delete()
    page = text(phone.get(path(table)))
    assert (CLOSED in page, DOOR in page, REPLACED in page) == (False, True, False)


def test_a_phone_does_not_speak_for_who_took_its_players_place(table):
    a_phone(table, 0)
    director = director_of(table.round.tournament)
    entries = list(table.seats.order_by("number").values_list("entry", flat=True))
    seat_changes.change_places(table, [entries[1], entries[0], *entries[2:]], by=director)
    assert not SeatClaim.objects.filter(released_at=None).exists()
