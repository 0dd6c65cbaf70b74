"""A session that has ended: the same response at every address, with the reason."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import a_round, a_tournament, director_of
from tests.parameters import slowly
from tournaments.actions.at_table import keys
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import archiving
from tournaments.models import Announcement, CodeTries, Hand, HelpCall, Round, SeatClaim, TableKey, Tournament

from .caller import Caller, codes
from .table import HAND, TABLE, entered, operations

pytestmark = pytest.mark.django_db

FOR_ANYBODY = {"games/busca-accademia/score/", "games/busca-accademia/count/", "table-sessions/", "schema/"}
FOR_ANYBODY |= {"club-game-schema/"}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
OF_ADDRESS = dict(operations())


def close(tournament):
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)


def close_and_hide(tournament):
    close(tournament)
    Tournament.objects.update(visibility="private")


def go_on(tournament):
    close(tournament)
    a_round(tournament)


def close_yesterday(tournament):
    close(tournament)
    Round.objects.update(closed_at=timezone.now() - timedelta(hours=25))


def rotate(tournament):
    keys.rotate(TableKey.objects.get(number=1), by=director_of(tournament))


def rotate_after_the_close(tournament):
    close(tournament)
    rotate(tournament)


def delete(tournament):
    archiving.delete_tournament(tournament, by=director_of(tournament))


def stored():
    kinds = (Hand, HelpCall, Announcement)
    held = list(SeatClaim.objects.order_by("pk").values_list("seat", "released_at"))
    return [kind.objects.count() for kind in kinds], held


def answers(caller, left_out=(), *, addresses=OF_ADDRESS, methods=None):
    """Return the responses of these addresses to their methods (or to these), as statuses with codes."""
    names, left_out = set(), [*left_out, *(TOTAL if left_out else ())]
    for address in addresses:
        own = OF_ADDRESS[address]
        for method in methods or own:
            if address not in FOR_ANYBODY and (method, address) not in left_out:
                answer = caller(method, address, None if method == "GET" else entered())
                names.add((answer.status_code, tuple(codes(answer, answer.status_code))))
    return names


KEPT = [("PUT", HAND)]
TOTAL = [("PUT", TABLE + "total/")]
"""What is left for a day: to hand in a tally of one’s own table; or its total, which a round kept by hands refuses."""
TOLD = [(method, "table-sessions/current/push/") for method in ("GET", "PUT", "DELETE")]
"""And for a phone, which is no card, whether it is told its next table."""
SOME = [*list(OF_ADDRESS)[::6], HAND]
AT_EVERY_ADDRESS = pytest.mark.parametrize("addresses", [SOME, pytest.param(OF_ADDRESS, marks=pytest.mark.slow)])
"""A closed round is told at every address each time, the other ends at some of them."""


class TestOneAnswerEverywhere:
    @pytest.mark.slow
    @pytest.mark.parametrize("methods", [None, *slowly(*([method] for method in METHODS))], ids=str)
    def test_at_every_address_of_the_api(self, phone, bare, tournament, round_, methods):
        north = phone(0)
        close(tournament)
        before = stored()
        assert answers(north, KEPT + TOLD) == {(401, ("round_closed",))}
        assert answers(bare, KEPT, methods=methods) == {(409, ("no_round_in_play",))}
        assert stored() == before

    @pytest.mark.slow
    @AT_EVERY_ADDRESS
    @pytest.mark.parametrize(
        ("end", "code", "left"),
        [
            (close, "round_closed", KEPT),
            (close_and_hide, "round_closed", KEPT),
            (go_on, "round_closed", KEPT),
            (close_yesterday, "round_closed", []),
            (rotate, "card_replaced", []),
            (rotate_after_the_close, "card_replaced", []),
            (delete, "unknown_key", []),
        ],
    )
    def test_to_a_session(self, phone, tournament, round_, end, code, left, addresses):
        north = phone(0)
        end(tournament)
        before = stored()
        assert answers(north, left and left + TOLD, addresses=addresses) == {(401, (code,))}
        assert stored() == before
        assert {north(*address, entered()).status_code for address in left} <= {202}
        assert not left or codes(north(*TOTAL[0], entered()), 409) == ["kept_by_hands"]

    @pytest.mark.slow
    @AT_EVERY_ADDRESS
    def test_to_one_that_was_left(self, phone, addresses):
        north = phone(0)
        assert north.delete("table-sessions/current/").status_code == 204
        assert answers(north, addresses=addresses, methods=METHODS) == {(401, ("session_over",))}

    @pytest.mark.slow
    @AT_EVERY_ADDRESS
    @pytest.mark.parametrize(
        ("end", "status", "code", "left"),
        [
            (close, 409, "no_round_in_play", KEPT),
            (close_and_hide, 409, "no_round_in_play", KEPT),
            (close_yesterday, 409, "no_round_in_play", []),
            (rotate, 401, "card_replaced", []),
            (rotate_after_the_close, 401, "card_replaced", []),
            (delete, 401, "unknown_key", []),
        ],
    )
    def test_to_a_bare_card(self, bare, phone, tournament, round_, end, status, code, left, addresses):
        phone(0)
        end(tournament)
        before = stored()
        assert answers(bare, left, addresses=addresses) == {(status, (code,))}
        assert stored() == before
        assert {bare(*at, entered(seat=2)).status_code for at in left} <= {202}
        assert not left or codes(bare(*TOTAL[0], entered(seat=2)), 409) == ["kept_by_hands"]


class TestWhatIsLeft:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "elsewhere",
        [HAND.replace("tables/1", "tables/2"), HAND.replace("rounds/1", "rounds/2"), HAND.replace("serata", "altra")],
    )
    def test_is_of_ones_own_table(self, phone, tournament, round_, elsewhere):
        other = a_tournament(tournament.club, name="Altra")
        a_round(other)
        north = phone(0)
        go_on(tournament)
        assert codes(north.put(elsewhere, entered()), 401) == ["round_closed"]
        assert not Hand.objects.exists()

    def test_is_of_ones_own_seat(self, phone, tournament, round_):
        north = phone(0)
        close(tournament)
        assert codes(north.put(HAND, entered(seat=1)), 403) == ["seat_not_claimed"]
        assert codes(north.put(HAND, entered(seat=1, pin="no")), 403) == ["wrong_pin"]

    def test_shows_nothing_and_keeps_all(self, phone, tournament, round_):
        north = phone(0)
        north.put(HAND, entered())
        close_and_hide(tournament)
        asked = entered([37, 1, 1, 1], reason="Miscounted")
        answer = north.put(HAND, asked, headers={"If-Match": '"old"'})
        assert (answer.status_code, answer.json()["status"]) == (202, "requested")
        assert "current" not in answer.json()
        assert codes(north.get(HAND), 401) == ["round_closed"]

    def test_comes_back_whole_with_a_round_that_is_reopened(self, phone, tournament, round_):
        north = phone(0)
        close(tournament)
        rounds.reopen_round(round_, by=director_of(tournament))
        assert north.put(HAND, entered()).status_code == 201
        assert north.get(TABLE).status_code == 200


class TestWhy:
    GONE = "This table has a new card: scan that one. The old one no longer works."

    def test_it_is_said_in_words(self, phone, tournament, round_):
        north = phone(0)
        close(tournament)
        assert north.get(HAND).json()["detail"] == "Round 1 is closed: ask the director."
        rotate(tournament)
        assert north.get(HAND).json()["detail"] == self.GONE

    def test_a_replaced_card_is_known_as_such(self, anybody, card, tournament, round_):
        rotate(tournament)
        answer = anybody.post("table-sessions/", {"secret": card.secret})
        assert (codes(answer, 403), answer.json()["detail"]) == (["card_replaced"], self.GONE)
        typed = {"tournament": "serata", "code": card.code}
        for _try in range(6):
            assert codes(anybody.post("table-sessions/", typed), 403) == ["card_replaced"]
        assert not CodeTries.objects.exists()

    def test_a_phone_that_scanned_the_new_card_is_in(self, phone, director, round_):
        phone(0)
        fresh = director.post("tournaments/serata/cards/1/rotate/").json()["secret"]
        opened = Caller().post("table-sessions/", {"secret": fresh}).json()["secret"]
        assert Caller(Authorization=f"Table {opened}").get(TABLE).status_code == 200
