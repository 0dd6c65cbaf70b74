"""Announcements before a hand: locked for the table, changed openly, and compared with the tally."""

import pytest

from tests.actions.corrupting import behind_its_back
from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of
from tests.table_sessions import a_phone, enter, say, seat_actors
from tournaments.actions.at_table import keys, seats, submissions
from tournaments.actions.core.refusals import AccessDenied, Conflict, Invalid, PreconditionRequired, Stale
from tournaments.actions.hands import announcements, hands
from tournaments.actions.hands.tallies import HandInput, locked_announcement
from tournaments.actions.round_repair import seat_changes
from tournaments.actions.rounds import reseating, rounds
from tournaments.actions.setup import archiving
from tournaments.actions.verification import verify
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db

BIDS, OTHERS, TRICKS = (3, 4, 0, 5), (3, 4, 1, 5), (3, 5, 0, 5)


def lines(bids=BIDS):
    return {"lines": [{"bid": bid} for bid in bids]}


def tally(bids=BIDS, tricks=TRICKS):
    return {"lines": [{"bid": b, "tricks": t} for b, t in zip(bids, tricks, strict=True)]}


def lock(seat_actor, bids=BIDS, number=1, pin="", **more):
    return submissions.announce(HandInput(number=number, tally=lines(bids), **more), seat_actor, pin=pin)[0]


def by_director(table, bids=BIDS, number=1, **more):
    announced = HandInput(number=number, tally=lines(bids), **more)
    return announcements.announce(table, announced, by=director_of(table.round.tournament))[0]


def problems(refused):
    return [(problem.pointer, problem.code) for problem in refused.value.problems]


@fixture_again
def table():
    return a_table(a_round(a_tournament(players=8, ruleset="buddha", table={})))


class TestLocking:
    def test_a_seat_locks_what_everybody_announced(self, table):
        locked = lock(a_phone(table, 2))
        assert (locked.version, locked.seat, locked.source) == (1, 2, "table")
        assert locked_announcement(table, 1).lines == lines()["lines"]

    def test_the_ledger_shows_it(self, table):
        locked = lock(a_phone(table, 2))
        link = Tournament.objects.get().ledger.last()
        assert (link.kind, link.facts) == (
            "hand_announced",
            {
                "round": 1,
                "table": 1,
                "hand": 1,
                "version": 1,
                "announced": lines()["lines"],
                "seat": 2,
                "recorded_at": locked.recorded_at.isoformat(),
                "source": "table",
            },
        )

    def test_the_standings_stay_as_they_are(self, table):
        before = Tournament.objects.get().revision
        lock(a_phone(table, 2))
        assert Tournament.objects.get().revision == before

    def test_the_same_from_another_seat_changes_nothing(self, table):
        north, east = seat_actors(table, (0, 1))
        assert lock(north) == lock(east)
        assert Announcement.objects.count() == 1

    def test_something_else_says_which_version_it_changes(self, table):
        north, east = seat_actors(table, (0, 1))
        lock(north)
        with pytest.raises(PreconditionRequired):
            lock(east, OTHERS)
        with pytest.raises(Stale):
            lock(east, OTHERS, replaces=2)
        changed = lock(east, OTHERS, replaces=1)
        assert (changed.version, changed.seat) == (2, 1)
        kept = Announcement.objects.order_by("version").values_list("lines", "is_current")
        assert list(kept) == [(lines()["lines"], False), (lines(OTHERS)["lines"], True)]
        assert Tournament.objects.get().ledger.last().kind == "announcement_changed"

    def test_a_change_of_what_is_not_there(self, table):
        with pytest.raises(Stale):
            lock(a_phone(table, 0), replaces=1)

    def test_every_fault_at_once(self, table):
        with pytest.raises(Invalid) as refused:
            lock(a_phone(table, 0), (3, 15, "x", 5))
        assert problems(refused) == [(("lines", 1, "bid"), "out_of_range"), (("lines", 2, "bid"), "not_an_integer")]

    @pytest.mark.parametrize(
        ("said", "told"),
        [
            ([], [((), "wrong_type")]),
            ({}, [(("lines",), "missing_field")]),
            (lines() | {"hand": {}}, [(("hand",), "unknown_field")]),
            (lines(BIDS[:3]), [(("lines",), "wrong_number_of_sides")]),
            (tally(), [(("lines", side, "tricks"), "unknown_field") for side in range(4)]),
        ],
    )
    def test_malformed_announcement_is_refused(self, table, said, told):
        with pytest.raises(Invalid) as refused:
            submissions.announce(HandInput(number=1, tally=said), a_phone(table, 0))
        assert problems(refused) == told

    def test_a_game_without_announcements_says_so(self):
        with pytest.raises(Invalid) as refused:
            lock(a_phone(a_table(), 0))
        assert problems(refused) == [(("lines",), "nothing_announced")]

    def test_hands_are_not_skipped_nor_announced_after(self, table):
        north = a_phone(table, 0)
        with pytest.raises(Conflict) as refused:
            lock(north, number=2)
        assert problems(refused) == [((), "hand_skipped")]
        enter(north, tally())
        with pytest.raises(Conflict) as refused:
            lock(north)
        assert problems(refused) == [((), "hand_stands")]

    def test_after_the_last_hand_there_is_none(self, table):
        for number in range(1, 5):
            by = director_of(table.round.tournament)
            hands.record(table, HandInput(number=number, tally=tally()), by=by)
        with pytest.raises(Invalid) as refused:
            lock(a_phone(table, 0), number=5)
        assert problems(refused) == [(("lines",), "hand_after_end")]

    def test_not_after_the_close(self, table):
        north = a_phone(table, 0)
        by = director_of(table.round.tournament)
        rounds.close_round(table.round, by=by, anyway=True)
        with pytest.raises(Conflict) as refused:
            lock(north)
        assert problems(refused) == [((), "round_closed")]
        with pytest.raises(Conflict) as refused:
            by_director(table)
        assert problems(refused) == [((), "round_not_in_play")]


class TestWhoMay:
    def test_another_phones_seat_only_with_its_pin(self, table):
        north, _east = seat_actors(table, (0, 1))
        strange = north.__class__(north.session, 1)
        with pytest.raises(AccessDenied):
            lock(strange)
        with pytest.raises(AccessDenied) as refused:
            lock(strange, pin="no")
        assert problems(refused) == [(("pin",), "wrong_pin")]
        assert seats.entry_at(table, 1).pin_failures == 1
        assert lock(strange, pin=keys.pin(seats.entry_at(table, 1))).seat == 1

    def test_a_seat_that_there_is_not(self, table):
        north = a_phone(table, 0)
        with pytest.raises(Invalid):
            lock(north.__class__(north.session, 9))


class TestAgainstTheTally:
    @pytest.fixture
    def phones(self, table):
        north, east = seat_actors(table, (0, 1))
        lock(north)
        return north, east

    def test_any_seat_enters_the_hand(self, phones):
        assert enter(phones[1], tally()).lines[3] == {"bid": 5, "tricks": 5}

    def test_a_tally_that_says_otherwise_is_refused_by_its_fields(self, phones, table):
        with pytest.raises(Invalid) as refused:
            enter(phones[0], tally((3, 4, 1, 4)))
        assert problems(refused) == [
            (("lines", 2, "bid"), "not_as_announced"),
            (("lines", 3, "bid"), "not_as_announced"),
        ]
        assert not table.hands.exists()

    def test_so_is_a_counter_proposal_and_a_directors_new_hand(self, phones, table):
        director = director_of(table.round.tournament)
        with pytest.raises(Invalid):
            hands.record(table, HandInput(number=1, tally=tally(OTHERS)), by=director)
        enter(phones[0], tally())
        with pytest.raises(Invalid):
            say(phones[1], accept=False, counter=tally(OTHERS))

    def test_a_director_corrects_it_too_and_that_counts_from_then_on(self, phones, table):
        director = director_of(table.round.tournament)
        enter(phones[0], tally())
        corrected = HandInput(number=1, tally=tally(OTHERS), replaces=1, reason="Said one, not none")
        hands.record(table, corrected, by=director)
        response = enter(phones[1], tally(OTHERS, (3, 4, 1, 5)), replaces=2, reason="Miscounted")
        assert response.state == "requested"
        with pytest.raises(Invalid):
            enter(phones[1], tally(), replaces=2, reason="No")

    def test_one_that_was_struck_out_is_played_with_the_same(self, phones, table):
        director = director_of(table.round.tournament)
        hands.void(enter(phones[0], tally()), by=director, reason="A card was missing")
        assert locked_announcement(table, 1).version == 1
        assert enter(phones[0], tally()).version == 2


class TestTheHall:
    def test_those_who_announced_keep_their_seats(self, table):
        lock(a_phone(table, 0))
        entries = list(table.seats.values_list("entry_id", flat=True))
        other = table.round.tables.exclude(pk=table.pk).get()
        theirs = list(other.seats.values_list("entry_id", flat=True))
        by = director_of(table.round.tournament)
        with pytest.raises(Conflict):
            seat_changes.change_places(table, entries[::-1], by=by)
        with pytest.raises(Conflict):
            reseating.reseat(table.round, [theirs, entries], by=by)

    def test_the_tournament_is_not_deleted(self, table):
        lock(a_phone(table, 0))
        by = director_of(table.round.tournament)
        with pytest.raises(Conflict):
            archiving.delete_tournament(table.round.tournament, by=by)


CHANGED = {
    "number": "7",
    "version": "7",
    "is_current": "NOT is_current",
    "lines": "replace(lines, '3', '4')",
    "seat": "3",
    "device": "'another'",
    "recorded_by_id": "(SELECT max(id) FROM tournaments_user)",
    "source": "'clock'",
    "recorded_at": "'2020-01-01 00:00:00+00:00'",
}


class TestTheLedger:
    @pytest.fixture
    def tournament(self, table):
        north, east = seat_actors(table, (0, 1))
        lock(north)
        lock(east, OTHERS, replaces=1)
        return Tournament.objects.get()

    def test_it_holds(self, tournament):
        assert verify(tournament).findings == ()

    @pytest.mark.parametrize("column", CHANGED)
    def test_one_changed_column_is_named(self, tournament, column):
        rows = "tournaments_announcement SET"
        behind_its_back(f"UPDATE {rows} {column} = {CHANGED[column]} WHERE version = 2")
        named = {finding.place for finding in verify(tournament).findings}
        assert "round 1 table 1 hand 1 version 2" in named

    def test_one_that_is_gone_is_named(self, tournament):
        behind_its_back("DELETE FROM tournaments_announcement WHERE version = 1")
        (finding,) = verify(tournament).findings
        assert finding.place == "round 1 table 1 hand 1 version 1"
