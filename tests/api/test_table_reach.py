"""A table's key opens its own table in its own round, and no other address."""

import pytest

from tests.halls import a_round, a_tournament, director_of, play
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.models import Hand, Tournament

from .caller import codes
from .table import HAND, HANDS, TABLE, entered, operations

pytestmark = pytest.mark.django_db


STATELESS = {"games/busca-accademia/score/", "table-sessions/", "games/busca-accademia/count/", "club-game-schema/"}
OWN = {"table-sessions/current/", "table-sessions/current/push/"}
ELSEWHERE = [(address, methods) for address, methods in operations(table=2) if address not in STATELESS | OWN]


class TestNowhereElse:
    @pytest.mark.parametrize(
        ("address", "methods"), [each for each in operations(table=2) if each[0] not in STATELESS | OWN]
    )
    def test_no_address_lets_a_table_in_elsewhere(self, address, methods, phone, bare, round_):
        for caller in (phone(0), bare):
            for method in methods:
                data = None if method == "GET" else entered()
                status = caller(method, address, data).status_code
                assert status in (403, 404), (method, address, status)
        assert not Hand.objects.exists()

    def test_nor_in_another_round_or_tournament(self, phone, round_, club):
        other = a_tournament(club, name="Altra")
        a_round(other)
        north = phone(0)
        for address in (
            HAND.replace("rounds/1", "rounds/2"),
            HAND.replace("serata", other.slug),
            HAND.replace("tables/1", "tables/2"),
        ):
            assert codes(north.get(address), 404) == ["another_table"]
            assert codes(north.put(address, entered()), 404) == ["another_table"]

    def test_a_refusal_says_that_it_is_a_card(self, phone, bare):
        for caller in (phone(0), bare):
            refused = caller.get("tournaments/serata/standings/")
            assert codes(refused, 403) == ["forbidden"]
            assert refused.json()["detail"] == "The card of a table opens only that table."

    def test_the_address_of_a_tournament_by_link_is_that_of_the_table_too(self, phone, round_):
        north = phone(0)
        update_tournament(round_.tournament, {"visibility": "link"}, by=director_of(round_.tournament))
        address = Tournament.objects.get().address
        assert address != "serata"
        assert north.put(HAND.replace("serata", address), entered()).status_code == 201
        assert codes(north.get(HAND.replace("serata", address.replace("serata", "altra"))), 404) == ["another_table"]

    def test_nor_does_it_strike_out_or_seat(self, phone, round_):
        play(round_.tables.get(number=1))
        north = phone(0)
        assert codes(north.post(HAND + "void/", {"reason": "x"}), 403) == ["forbidden"]
        assert codes(north.patch(TABLE, {"seats": [1, 2, 3, 4]}), 403) == ["forbidden"]

    def test_it_reads_its_own(self, phone, bare):
        for caller in (phone(0), bare):
            caller.put(HAND, entered(seat=0 if caller is not bare else 1))
            for address in (TABLE, HANDS, HAND, HAND + "versions/", TABLE + "seats/"):
                assert caller.get(address).status_code == 200
