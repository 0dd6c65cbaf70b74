"""Confirmation policies of a tournament; nobody confirms an own hand."""

import pytest

from tests.halls import LEVEL, a_round, a_tournament, busca
from tournaments.actions.at_table import keys, seats, table_sessions

from .caller import Caller, codes

pytestmark = pytest.mark.django_db
TABLE = "tournaments/serata/rounds/1/tables/1/"


class ATable:
    """A table of two hands under a policy: seats 0 and 1 on one phone, seat 2 on another."""

    def __init__(self, club, policy):
        tournament = a_tournament(club, players=4, confirmation=policy)
        self.table = a_round(tournament).tables.get()
        self.mine, self.other = self.phone(0, 1), self.phone(2)

    def phone(self, *numbers):
        (card,) = keys.cards(self.table.round.tournament, [1])
        opened = table_sessions.open_by_secret(card.secret, device=f"phone {numbers}")
        for seat in numbers:
            seats.claim_seat(opened.session, seat)
        return Caller(Authorization=f"Table {opened.secret}")

    def enter(self, phone, hand=1, seat=0):
        answer = phone.put(f"{TABLE}hands/{hand}/", {**busca(LEVEL), "seat": seat})
        assert answer.status_code in (200, 201)
        return answer.json()["status"]

    def confirm(self, phone, seat, hand=1, **more):
        fields = {"seat": seat, "version": 1, "accept": True, **more}
        return phone.post(f"{TABLE}hands/{hand}/confirmations/", fields)

    def confirm_all(self, phone, seat, hands=2, **more):
        shown = [{"hand": number, "version": 1} for number in range(1, hands + 1)]
        return phone.post(f"{TABLE}confirmations/", {"seat": seat, "hands": shown, **more})

    def pin(self, seat):
        return keys.pin(seats.entry_at(self.table, seat))


@pytest.fixture
def at_table(club, request):
    return ATable(club, request.param)


def under(policy):
    return pytest.mark.parametrize("at_table", [policy], indirect=True)


@under("every-hand")
class TestEveryHand:
    def test_another_seat_on_another_phone(self, at_table):
        assert at_table.enter(at_table.mine) == "submitted"
        assert at_table.confirm(at_table.other, 2).json()["status"] == "confirmed"

    def test_not_the_seat_that_entered_it_even_with_its_pin_or_from_another_phone(self, at_table):
        at_table.enter(at_table.mine)
        for phone in (at_table.mine, at_table.other):
            for more in ({}, {"pin": at_table.pin(0)}):
                assert codes(at_table.confirm(phone, 0, **more), 403) == ["own_hand"]

    def test_phone_that_entered_the_hand_cannot_confirm_it(self, at_table):
        at_table.enter(at_table.mine)
        assert codes(at_table.confirm(at_table.mine, 1), 403) == ["own_device"]
        assert at_table.enter(at_table.mine, seat=1) == "submitted"

    def test_on_one_phone_the_pin_of_another_seat(self, at_table):
        at_table.enter(at_table.mine)
        answer = at_table.confirm(at_table.mine, 1, pin=at_table.pin(1))
        assert answer.json()["status"] == "confirmed"

    def test_not_a_seat_of_another_phone_without_its_pin(self, at_table):
        at_table.enter(at_table.mine)
        assert codes(at_table.confirm(at_table.other, 3), 403) == ["seat_not_claimed"]

    def test_the_same_tally_from_another_phone_is_a_yes(self, at_table):
        at_table.enter(at_table.mine)
        assert at_table.enter(at_table.other, seat=2) == "confirmed"


@under("table-end")
class TestAtTheTablesEnd:
    def test_all_hands_after_the_last_one(self, at_table):
        at_table.enter(at_table.mine)
        assert codes(at_table.confirm_all(at_table.other, 2, 1), 409) == ["table_not_over"]
        at_table.enter(at_table.mine, 2)
        agreed = at_table.confirm_all(at_table.other, 2).json()["results"]
        assert [hand["status"] for hand in agreed] == ["confirmed"] * 2

    def test_no_single_hand_neither_by_saying_the_same(self, at_table):
        at_table.enter(at_table.mine)
        assert codes(at_table.confirm(at_table.other, 2), 403) == ["table_end_confirms"]
        assert at_table.enter(at_table.other, seat=2) == "submitted"

    def test_not_the_seat_nor_the_phone_that_entered_them(self, at_table):
        for hand in (1, 2):
            at_table.enter(at_table.mine, hand)
        assert codes(at_table.confirm_all(at_table.mine, 0), 403) == ["own_hand"]
        assert codes(at_table.confirm_all(at_table.mine, 1), 403) == ["own_device"]
        agreed = at_table.confirm_all(at_table.mine, 1, pin=at_table.pin(1))
        assert len(agreed.json()["results"]) == 2

    def test_seat_confirms_all_hands_except_its_own(self, at_table):
        at_table.enter(at_table.mine)
        at_table.enter(at_table.other, 2, seat=2)
        agreed = at_table.confirm_all(at_table.other, 2).json()["results"]
        assert [hand["number"] for hand in agreed] == [1]
        agreed = at_table.confirm_all(at_table.mine, 0).json()["results"]
        assert [hand["number"] for hand in agreed] == [2]


@under("director")
class TestTheDirectorAlone:
    def test_no_seat_confirms_however_it_says_so(self, at_table):
        for hand in (1, 2):
            at_table.enter(at_table.mine, hand)
        pin = at_table.pin(2)
        for more in ({}, {"pin": pin}):
            refused = at_table.confirm(at_table.other, 2, **more)
            assert codes(refused, 403) == ["director_confirms"]
            refused = at_table.confirm_all(at_table.other, 2, **more)
            assert codes(refused, 403) == ["director_confirms"]
        assert at_table.enter(at_table.other, seat=2) == "submitted"

    def test_the_director_does(self, at_table, director):
        at_table.enter(at_table.mine)
        fields = {"version": 1, "accept": True}
        answer = director.post(f"{TABLE}hands/1/confirmations/", fields)
        assert answer.json()["status"] == "confirmed"
