"""refusals/: rejected attempts at tables are counted, with a limit, for members of the club."""

import pytest

from tests.concurrency import at_once
from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.at_table import keys, rejected_attempts
from tournaments.actions.at_table.rejected_attempts import AttemptSource
from tournaments.actions.rounds import rounds
from tournaments.models import RejectedAttempt, TableKey

from .caller import Caller, codes
from .table import HAND, HANDS, OTHER, TABLE, entered, pin, wrong, yes

pytestmark = pytest.mark.django_db
REFUSALS = "tournaments/serata/refusals/"
CONFIRM = HAND + "confirmations/"
KEY = {"Idempotency-Key": "one"}


def stale(hall):
    etag = hall.north.put(HAND, entered())["ETag"]
    hall.north.put(HAND, entered(OTHER), headers={"If-Match": etag})
    return hall.east.post(CONFIRM, yes(1))


def own_hand(hall):
    hall.north.put(HAND, entered())
    return hall.north.post(CONFIRM, yes(0))


def own_device(hall):
    hall.north.put(HAND, entered())
    hall.north.post(TABLE + "seats/2/claim/")
    return hall.north.post(CONFIRM, yes(2))


def not_ones_seat(hall):
    return hall.north.put(HAND, entered(seat=2))


def taken_seat(hall):
    return hall.east.post(TABLE + "seats/0/claim/")


def wrong_pin(hall):
    hall.north.put(HAND, entered())
    return hall.north.post(CONFIRM, yes(2, pin=wrong(pin(2))), headers=KEY)


def fifth_pin(hall):
    hall.north.put(HAND, entered())
    said = yes(2, pin=wrong(pin(2)))
    return [hall.north.post(CONFIRM, said) for _try in range(5)][-1]


def another_table(hall):
    return hall.north.put(HAND.replace("tables/1", "tables/2"), entered())


def changed_in_flight(hall):
    hall.north.put(HAND, entered(), headers=KEY)
    return hall.north.put(HAND, entered(OTHER), headers=KEY)


def skipped(hall):
    return hall.north.put(HANDS + "2/", entered())


def too_late(hall):
    hall.north.put(HAND, entered())
    rounds.close_round(hall.round, by=director_of(hall.round.tournament), anyway=True)
    return hall.east.post(CONFIRM, yes(1))


def rotate(hall):
    keys.rotate(TableKey.objects.get(number=1), by=director_of(hall.round.tournament))


def by_a_replaced_card(hall):
    rotate(hall)
    return hall.north.put(HAND, entered())


def replaced_card(hall):
    rotate(hall)
    return Caller().post("table-sessions/", {"secret": hall.secret})


def bare_replaced_card(hall):
    rotate(hall)
    return Caller(Authorization=f"Table {hall.secret}").get(TABLE)


def unknown_card(_hall):
    return Caller(Authorization=f"Table {'x' * 22}").get(TABLE)


def wrong_code(_hall):
    body = {"tournament": "serata", "code": "AAAAAAAA"}
    return Caller().post("table-sessions/", body)


@pytest.fixture
def hall(phone, card, round_):
    class Hall:
        north, east, secret, round = phone(0), phone(1), card.secret, round_

    return Hall


class TestTraces:
    @pytest.mark.parametrize(
        ("mistake", "kind", "place", "seat"),
        [
            (stale, "hand_changed", (1, 1), 1),
            (own_hand, "own_hand", (1, 1), 0),
            (own_device, "own_device", (1, 1), 0),
            (not_ones_seat, "seat_not_claimed", (1, 1), 0),
            (taken_seat, "seat_taken", (1, 1), 1),
            (wrong_pin, "wrong_pin", (1, 1), 0),
            (fifth_pin, "too_many_tries", (1, 1), 0),
            (another_table, "another_table", (1, 1), 0),
            (changed_in_flight, "idempotency_key_reused", (1, 1), 0),
            (skipped, "hand_skipped", (1, 1), 0),
            (too_late, "round_closed", (1, 1), 1),
            (by_a_replaced_card, "card_replaced", (1, 1), 0),
            (replaced_card, "card_replaced", (None, 1), None),
            (bare_replaced_card, "card_replaced", (None, 1), None),
        ],
    )
    def test_each_is_left_once_and_seen(self, hall, scorer, mistake, kind, place, seat):
        answer = mistake(hall)
        assert codes(answer, answer.status_code) == [kind]
        traces = scorer.get(REFUSALS).json()["results"]
        (trace,) = [each for each in traces if each["kind"] == kind]
        assert ((trace["round"], trace["table"]), trace["seat"]) == (place, seat)
        assert (trace["times"], bool(trace["phone"])) == (1, seat is not None)

    def test_the_same_again_is_counted(self, hall, scorer):
        for _try in range(3):
            not_ones_seat(hall)
        (trace,) = scorer.get(REFUSALS).json()["results"]
        assert (trace["kind"], trace["times"]) == ("seat_not_claimed", 3)
        assert trace["first_at"] < trace["last_at"]

    def test_repeated_key_counts_as_one_attempt(self, hall):
        for _try in range(3):
            wrong_pin(hall)
        assert RejectedAttempt.objects.get(kind="wrong_pin").times == 1

    def test_of_a_director_nothing_is_noted(self, hall, director):
        director.put(HANDS + "2/", entered(seat=None))
        director.post(CONFIRM, {"version": 9, "accept": True})
        assert not RejectedAttempt.objects.exists()

    def test_nor_where_nothing_was_refused(self, hall, counted_queries):
        with counted_queries() as queries:
            hall.north.put(HAND, entered())
            hall.east.post(CONFIRM, yes(1))
        assert [query for query in queries if "tournaments_rejectedattempt" in query] == []

    def test_nor_of_a_program_that_goes_on_looking(self, hall):
        rounds.close_round(hall.round, by=director_of(hall.round.tournament), anyway=True)
        assert codes(hall.north.get(HAND), 401) == ["round_closed"]
        assert not RejectedAttempt.objects.exists()

    def test_faults_of_a_tally_are_not_recorded_as_attempts(self, hall):
        hall.north.put(HAND, {"lines": [], "seat": 0})
        assert not RejectedAttempt.objects.exists()


class TestBounds:
    def many(self, tournament, times, **more):
        for number in range(times):
            source = AttemptSource(tournament_id=tournament.pk, device=f"{number}", **more)
            rejected_attempts.record(["wrong_pin"], source)

    def test_so_many_phones_and_the_rest_together(self, tournament, monkeypatch):
        monkeypatch.setattr(rejected_attempts, "MAX_ROWS", 3)
        self.many(tournament, 7)
        rows = RejectedAttempt.objects.order_by("pk").values_list("device", "times")
        assert list(rows) == [("0", 1), ("1", 1), ("2", 1), ("", 4)]

    def test_so_often_and_nothing_is_written_any_more(self, tournament):
        source = AttemptSource(tournament_id=tournament.pk)
        rejected_attempts.record(["unknown_code"], source)
        RejectedAttempt.objects.update(times=rejected_attempts.MAX_TIMES)
        before = RejectedAttempt.objects.values().get()
        rejected_attempts.record(["unknown_code"], source)
        assert RejectedAttempt.objects.values().get() == before

    @pytest.mark.slow
    def test_a_stranger_leaves_none_so_that_it_tells_him_nothing(self, round_):
        for _try in range(8):
            wrong_code(None)
            unknown_card(None)
        assert not RejectedAttempt.objects.exists()

    def test_they_go_with_their_tournament(self, tournament):
        rejected_attempts.record(["unknown_code"], AttemptSource(tournament_id=tournament.pk))
        tournament.delete()
        assert not RejectedAttempt.objects.exists()

    def test_unrecordable_attempt_does_not_change_the_answer(self, tournament):
        rejected_attempts.record(["unknown_code"], AttemptSource(tournament_id=tournament.pk, table=-1))
        rejected_attempts.record(["unknown_code"], None)
        assert not RejectedAttempt.objects.exists()


def test_only_the_clubs_roles_read_rejected_attempts(anybody, scorer, stranger, director, phone, round_):
    for caller, status in ((anybody, 401), (stranger, 403), (phone(0), 403)):
        assert caller.get(REFUSALS).status_code == status
    assert [caller.get(REFUSALS).status_code for caller in (scorer, director)] == [200, 200]
    round_.tournament.club.tournaments.update(visibility="private")
    assert codes(stranger.get(REFUSALS), 404) == ["not_found"]


def test_another_tournaments_are_its_own(hall, scorer):
    other = a_tournament(hall.round.tournament.club, name="Altra")
    a_round(other)
    not_ones_seat(hall)
    assert scorer.get(REFUSALS.replace("serata", other.slug)).json()["results"] == []


@pytest.mark.postgres
def test_at_once_they_are_one_row(postgres):
    tournament = a_tournament()
    source = AttemptSource(tournament_id=tournament.pk, table=1)
    assert at_once([lambda: rejected_attempts.record(["wrong_pin"], source)] * 8) == [None] * 8
    assert RejectedAttempt.objects.get().times == 8
