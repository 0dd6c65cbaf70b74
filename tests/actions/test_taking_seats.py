"""Claiming seats: a second claim is marked, and the PIN is needed where the tournament requires it."""

from datetime import timedelta

import pytest
from django.db.models import F

from tests.again import fixture_again
from tests.halls import a_round, a_table, director_of
from tests.table_sessions import enter, refused, say
from tournaments.actions.at_table import keys, seats, table_sessions
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.at_table.table_sessions import Origin, origin_of
from tournaments.actions.erasing.people import erase_devices
from tournaments.actions.rounds import rounds
from tournaments.models import PhoneSimilarity, SeatClaim, TableSession, Tournament

pytestmark = pytest.mark.django_db
HALL, OTHER = Origin("hall", "one"), Origin("hall", "two")


@fixture_again
def table():
    return a_table()


def sits(table, seat, device, origin=HALL, pin=""):
    """Return the kind of phone that takes this seat."""
    (card,) = keys.cards(table.round.tournament, [table.number])
    session = table_sessions.open_by_secret(card.secret, device=device, origin=origin).session
    return seats.claim_seat(session, seat, given_pin=pin).alike


def pin_at(table, seat):
    return keys.pin(seats.entry_at(table, seat))


def told(table):
    links = table.round.tournament.ledger.filter(kind="seats_alike").order_by("pk")
    return [(link.facts["table"], link.facts["seat"], link.facts["alike"]) for link in links]


class TestAlike:
    def test_one_phone_for_two_seats(self, table):
        assert sits(table, 0, "phone") == PhoneSimilarity.NOTHING
        assert sits(table, 1, "phone", Origin("elsewhere", "three")) == PhoneSimilarity.DEVICE
        assert told(table) == [(1, 1, "device")]

    def test_a_second_browser_or_a_private_window(self, table):
        assert [sits(table, 0, "window"), sits(table, 1, "private window")] == ["", "browser"]
        assert sits(table, 2, "another browser", OTHER) == PhoneSimilarity.ADDRESS
        assert told(table) == [(1, 1, "browser"), (1, 2, "address")]

    def test_an_address_of_its_own_or_a_seat_long_after_is_like_nobody(self, table):
        sits(table, 0, "phone")
        assert sits(table, 1, "other", Origin("elsewhere", "one")) == PhoneSimilarity.NOTHING
        SeatClaim.objects.update(claimed_at=F("claimed_at") - timedelta(minutes=3))
        assert sits(table, 2, "late") == PhoneSimilarity.NOTHING
        assert told(table) == []

    def test_the_address_of_a_whole_hall_tells_nothing_by_itself(self, table):
        sits(table.round.tables.get(number=2), 0, "there")
        sits(table, 0, "phone")
        assert sits(table, 1, "another browser", OTHER) == PhoneSimilarity.NOTHING
        assert sits(table, 2, "the same browser", OTHER) == PhoneSimilarity.BROWSER

    def test_changing_the_claimed_seat_is_not_marked_as_similar(self, table):
        (card,) = keys.cards(table.round.tournament, [1])
        session = table_sessions.open_by_secret(card.secret, device="x", origin=HALL).session
        seats.claim_seat(session, 0)
        seats.stand_up(session)
        assert seats.claim_seat(session, 1).alike == PhoneSimilarity.NOTHING

    def test_a_seat_that_was_left_again_is_remembered(self, table):
        (card,) = keys.cards(table.round.tournament, [1])
        session = table_sessions.open_by_secret(card.secret, device="x", origin=HALL).session
        seats.claim_seat(session, 0)
        seats.stand_up(session)
        assert sits(table, 1, "private window") == PhoneSimilarity.BROWSER

    def test_where_nobody_knows_whence_nothing_is_said(self, table):
        assert [sits(table, seat, f"{seat}", Origin()) for seat in range(4)] == [""] * 4

    def test_no_address_is_kept_as_it_was(self):
        meta = {"REMOTE_ADDR": "192.0.2.7", "HTTP_USER_AGENT": "Firefox"}
        origin = origin_of(meta)
        assert origin == origin_of(dict(meta))
        assert origin != origin_of(meta | {"HTTP_USER_AGENT": "Chrome"})
        assert origin.address == origin_of(meta | {"HTTP_USER_AGENT": "Chrome"}).address
        assert "192.0.2.7" not in f"{origin}"


class TestPins:
    @pytest.fixture
    def guarded(self, table):
        def guard(policy):
            Tournament.objects.update(pins=policy)
            table.round.tournament.refresh_from_db()
            return table

        return guard

    def test_none_is_asked_by_itself(self, table):
        assert sits(table, 0, "phone") == PhoneSimilarity.NOTHING

    def test_the_first_time_of_each_phone_and_player(self, guarded):
        table = guarded("first-claim")
        assert refused(sits, table, 0, "phone") == ["pin_needed"]
        assert refused(sits, table, 0, "phone", pin="nope") == ["wrong_pin"]
        sits(table, 0, "phone", pin=pin_at(table, 0))
        SeatClaim.objects.update(released_at=F("claimed_at"))
        assert sits(table, 0, "phone") == PhoneSimilarity.NOTHING
        assert refused(sits, table, 1, "phone") == ["pin_needed"]
        SeatClaim.objects.update(released_at=F("claimed_at"))
        assert refused(sits, table, 0, "another phone") == ["pin_needed"]

    def test_in_the_next_round_the_phone_is_known(self, guarded):
        table = guarded("first-claim")
        entry = seats.entry_at(table, 0)
        sits(table, 0, "phone", pin=pin_at(table, 0))
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        following = a_round(table.round.tournament)
        seat = following.seats.select_related("table__round__tournament").get(entry=entry)
        assert sits(seat.table, seat.number, "phone") == PhoneSimilarity.NOTHING

    def test_each_time(self, guarded):
        table = guarded("always")
        sits(table, 0, "phone", pin=pin_at(table, 0))
        SeatClaim.objects.update(released_at=F("claimed_at"))
        assert refused(sits, table, 0, "phone") == ["pin_needed"]

    def test_five_wrong_ones_and_no_pin_sits_down(self, guarded):
        table = guarded("always")
        wrong = f"{(int(pin_at(table, 0)) + 1) % 10000:04}"
        said = [refused(sits, table, 0, "phone", pin=wrong) for _try in range(5)]
        assert said[-1] == ["too_many_tries"]
        assert refused(sits, table, 0, "phone", pin=pin_at(table, 0)) == ["too_many_tries"]

    @pytest.mark.parametrize("policy", ["first-claim", "always"])
    def test_card_without_a_pin_confirms_no_own_hand(self, guarded, policy):
        table = guarded(policy)
        sits(table, 0, "mine", pin=pin_at(table, 0))
        mine = SeatActor(TableSession.objects.get(), 0)
        (card,) = keys.cards(table.round.tournament, [1])
        bare = SeatActor(table_sessions.session_at_card(card.secret), 1)
        assert refused(enter, bare) == ["pin_needed"]
        enter(mine)
        assert refused(sits, table, 1, "private window") == ["pin_needed"]
        other = table_sessions.open_by_secret(card.secret, device="private window").session
        assert refused(say, SeatActor(other, 1)) == ["seat_not_claimed"]


def test_erased_with_the_phone(table):
    sits(table, 0, "phone")
    erase_devices(list(TableSession.objects.values_list("device", flat=True)))
    kept = TableSession.objects.values_list("device", "address", "browser")
    assert list(kept) == [("", "", "")]
