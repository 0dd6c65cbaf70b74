"""Constraints of the database on SQLite and PostgreSQL."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.halls import a_club, a_round, a_table, a_tournament, play
from tournaments.actions.setup.games import create_game
from tournaments.models import (
    Announcement,
    ClubGame,
    Hand,
    LedgerEntry,
    Round,
    Seat,
    SitOut,
    Table,
    Tournament,
    VictoryPointTable,
)


@pytest.fixture(autouse=True)
def _database(each_database_rolled_back):
    """Each of these on both databases."""


def refused():
    return pytest.raises(IntegrityError)


def attempt(write):
    with refused(), transaction.atomic():
        write()


def another(hand, **changes):
    fields = ("table", "number", "version", "is_current", "state", "lines", "scores", "source")
    values = {name: getattr(hand, name) for name in fields}
    return Hand(**{**values, "recorded_at": timezone.now(), **changes})


class TestGames:
    @pytest.mark.parametrize(
        ("column", "value"),
        [("name", "Altra"), ("unit", "juegos"), ("options", {}), ("version", 2), ("slug", "altra"), ("table", {})],
    )
    def test_a_version_is_never_edited(self, column, value):
        game = create_game(a_club(), {"name": "Mus", "base": "result"})
        attempt(lambda: ClubGame.objects.filter(pk=game.pk).update(**{column: value}))
        assert getattr(ClubGame.objects.get(), column) == getattr(game, column)

    def test_it_is_kept_while_a_tournament_plays_it(self):
        club = a_club()
        game = create_game(club, {"name": "Mus", "base": "result"})
        tournament = a_tournament(club, ruleset="mus", table={"hands": 3})
        attempt(lambda: ClubGame.objects.filter(pk=game.pk)._raw_delete("default"))
        Tournament.objects.filter(pk=tournament.pk).update(game=None)
        assert ClubGame.objects.filter(pk=game.pk)._raw_delete("default") == 1


class TestHands:
    def test_one_version_is_current(self):
        hand = play(a_table())
        attempt(lambda: another(hand, version=2).save())
        another(hand, version=2, is_current=False).save()
        assert Hand.objects.current().count() == 1

    def test_versions_are_unique(self):
        hand = play(a_table())
        attempt(lambda: another(hand, is_current=False).save())

    def test_a_struck_hand_is_not_current(self):
        hand = play(a_table())
        attempt(lambda: Hand.objects.filter(pk=hand.pk).update(state="void"))

    @pytest.mark.parametrize(
        ("column", "value"),
        [
            ("lines", [{"points": 40}, {"points": 0}, {"points": 0}, {"points": 0}]),
            ("facts", {"last_trick": 0}),
            ("scores", [0, 0, 0, 0]),
            ("number", 2),
            ("version", 2),
            ("source", "api"),
        ],
    )
    def test_a_tally_is_never_edited(self, column, value):
        hand = play(a_table())
        before = Hand.objects.values(column).get()
        attempt(lambda: Hand.objects.filter(pk=hand.pk).update(**{column: value}))
        assert Hand.objects.values(column).get() == before

    def test_its_state_may_change(self):
        hand = play(a_table())
        assert Hand.objects.filter(pk=hand.pk).update(state="disputed") == 1

    def test_a_hand_is_never_deleted(self):
        hand = play(a_table())
        attempt(lambda: Hand.objects.filter(pk=hand.pk)._raw_delete("default"))
        assert Hand.objects.count() == 1


class TestAnnouncements:
    @staticmethod
    def lock(**changes):
        table = Table.objects.first() or a_table()
        values = {"table": table, "number": 1, "version": 1, "lines": [{"bid": 3}]}
        values |= {"source": "table", "recorded_at": timezone.now()}
        return Announcement.objects.create(**values | changes)

    def test_one_is_locked_for_a_hand(self):
        self.lock()
        attempt(lambda: self.lock(version=2))
        attempt(lambda: self.lock(is_current=False))
        self.lock(version=2, is_current=False)
        assert Announcement.objects.current().count() == 1

    @pytest.mark.parametrize(
        ("column", "value"), [("lines", [{"bid": 4}]), ("number", 2), ("version", 2), ("source", "api")]
    )
    def test_it_is_never_edited(self, column, value):
        self.lock()
        attempt(lambda: Announcement.objects.update(**{column: value}))

    def test_nor_deleted(self):
        self.lock()
        attempt(lambda: Announcement.objects.all()._raw_delete("default"))


class TestSeats:
    def test_an_entry_sits_once_in_a_round(self):
        first, second = a_round(publish=False).seats.order_by("pk")[:2]
        attempt(lambda: Seat.objects.filter(pk=second.pk).update(entry=first.entry))

    def test_a_seat_is_taken_once(self):
        first, second = a_table().seats.order_by("number")[:2]
        attempt(lambda: Seat.objects.filter(pk=second.pk).update(number=first.number))

    def test_an_entry_sits_out_once_in_a_round(self):
        round_ = a_round(players=9)
        out = round_.sit_outs.get()
        attempt(lambda: SitOut.objects.create(round=round_, entry=out.entry))


class TestNumbers:
    def test_a_round_number_is_unique(self):
        round_ = a_round()
        again = Round(tournament=round_.tournament, number=1, method="random", seed=1)
        attempt(again.save)

    def test_a_table_number_is_unique(self):
        attempt(lambda: Table.objects.create(round=a_round(), number=1))


class TestLedger:
    @pytest.mark.parametrize(
        ("column", "value"), [("kind", "other"), ("facts", {}), ("digest", "0"), ("previous", "0")]
    )
    def test_a_link_is_never_edited(self, column, value):
        tournament = a_tournament()
        links = LedgerEntry.objects.filter(tournament=tournament, sequence=2)
        attempt(lambda: links.update(**{column: value}))

    def test_a_link_is_never_deleted(self):
        tournament = a_tournament()
        attempt(lambda: tournament.ledger.all()._raw_delete("default"))
        assert tournament.ledger.count() == 2


class TestVictoryPointTables:
    LIMITS = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90)

    def table(self, club, *limits):
        columns = VictoryPointTable.columns(limits)
        return VictoryPointTable(club=club, slug="ours", name="Ours", **columns)

    @pytest.mark.parametrize("place", range(1, 10))
    def test_limits_rise(self, place):
        club = a_club()
        equal = [*self.LIMITS[:place], self.LIMITS[place - 1], *self.LIMITS[place + 1 :]]
        attempt(self.table(club, *equal).save)
        self.table(club, *self.LIMITS).save()

    def test_from_nothing_on(self):
        attempt(self.table(a_club(), -1, *self.LIMITS[1:]).save)

    def test_an_address_is_taken_once_in_a_club(self):
        club = a_club()
        self.table(club, *self.LIMITS).save()
        attempt(self.table(club, *self.LIMITS).save)
        self.table(a_club("Altro"), *self.LIMITS).save()
