"""The short code on a card: tolerant reading, and limits on guessing."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from tests.again import fixture_again
from tests.clock import stand_still
from tests.concurrency import at_once
from tests.halls import a_round, a_table, a_tournament, director_of
from tournaments.actions.at_table import codes, keys, table_sessions
from tournaments.actions.at_table.table_sessions import Origin
from tournaments.actions.core.refusals import Refusal
from tournaments.models import CodeTries, TableSession

WRONG = "AAAAAAAA"
HALL = "192.0.2.7"


@pytest.fixture(autouse=True)
def _at_one_moment(monkeypatch):
    """Keep the clock still, so that a slow machine does not use up a second that a request must wait."""
    stand_still(monkeypatch)


def card_of(table):
    return keys.cards(table.round.tournament, [table.number])[0]


def typed(slug, code=WRONG, device="x", address=HALL):
    """The table that a code opened, or why it opened none."""
    try:
        return codes.open_by_code(slug, code, device=device, origin=Origin(address)).session.table
    except Refusal as refused:
        return refused.problems[0].code


def pass_by(**time):
    CodeTries.objects.update(last_at=F("last_at") - timedelta(**time))


def kinds(tournament):
    return [entry.kind for entry in tournament.ledger.filter(kind__startswith="codes_")]


@fixture_again
def table(db):
    return a_table()


@pytest.fixture
def slug(table):
    return table.round.tournament.slug


@pytest.fixture
def right(table):
    return card_of(table).code


class TestTyping:
    def test_as_it_is_read(self, table, slug, right):
        assert typed(slug, f" {right[:4].lower()}-{right[4:].lower()} ") == table

    def test_another_tournaments_opens_nothing(self, table, right):
        here = a_tournament(table.round.tournament.club, name="Qui")
        a_round(here)
        assert typed(here.slug, right) == "unknown_code"

    def test_without_a_round_in_play_it_was_right_all_the_same(self, db):
        round_ = a_round(publish=False)
        code = card_of(round_.tables.get(number=1)).code
        told = [typed(round_.tournament.slug, each) for each in [*[WRONG] * 4, code, WRONG]]
        assert told == ["unknown_code"] * 4 + ["no_round_in_play", "unknown_code"]


class TestAPhoneThatMistypes:
    def test_the_fifth_wrong_code_closes_them_for_it(self, slug, right):
        assert [typed(slug) for _try in range(5)] == ["unknown_code"] * 4 + ["codes_closed"]
        pass_by(hours=23)
        assert typed(slug, right) == "codes_closed"
        pass_by(hours=2)
        assert typed(slug, right) != "codes_closed"

    def test_others_of_the_hall_wait_a_moment_and_those_let_in_before_do_not(self, table, slug, right):
        assert typed(slug, right, device="was here") == table
        for _try in range(5):
            typed(slug)
        assert typed(slug, right, device="new") == "codes_wait"
        assert typed(slug, right, device="was here") == table
        assert typed(slug, right, device="elsewhere", address="192.0.2.8") == table
        pass_by(seconds=2)
        assert typed(slug, right, device="new") == table

    def test_a_right_one_sets_its_count_back(self, table, slug, right):
        tried = [typed(slug) for _try in range(4)]
        assert typed(slug, right) == table
        tried += [typed(slug) for _try in range(4)]
        assert tried == ["unknown_code"] * 8

    def test_scanning_goes_on(self, table, slug):
        for _try in range(5):
            typed(slug)
        opened = table_sessions.open_by_secret(card_of(table).secret, device="x")
        assert opened.session.table == table

    def test_a_director_lets_it_type_again_at_once(self, table, slug, right):
        tournament, director = table.round.tournament, director_of(table.round.tournament)
        codes.open_again(tournament, by=director)
        for _try in range(5):
            typed(slug)
        assert codes.typed_codes(tournament) == codes.TypedCodes(5, 1, slowed=True)
        codes.open_again(tournament, by=director)
        codes.open_again(tournament, by=director)
        assert kinds(tournament) == ["codes_opened"]
        assert codes.typed_codes(tournament) == codes.TypedCodes(0, 0, slowed=False)
        assert typed(slug, right) == table


class TestWhoDropsHisCookies:
    def guesses(self, slug, times, *, seconds, **who):
        """Return how many of so many guesses were answered; each comes from a new browser."""
        heard = 0
        for number in range(times):
            pass_by(seconds=seconds)
            heard += typed(slug, **{"device": f"{number}{who}", **who}) == "unknown_code"
        return heard

    def test_an_address_waits_twice_as_long_after_each_up_to_a_minute(self, slug):
        assert self.guesses(slug, 10, seconds=0) == 5
        assert [self.guesses(slug, 1, seconds=s, device=f"d{s}") for s in (1, 1, 1, 2, 2)] == [
            1, 0, 1, 0, 1,
        ]  # fmt: skip
        CodeTries.objects.filter(kind="address").update(failures=50)
        assert self.guesses(slug, 4, seconds=31) == 2

    @pytest.mark.slow
    def test_of_every_address_together_no_more_than_600_an_hour(self, slug, table):
        heard = sum(self.guesses(slug, 1, seconds=0, address=f"192.0.2.{n}") for n in range(70))
        assert heard == codes.UNKNOWN_BROWSER_TRIES
        CodeTries.objects.update(failures=codes.UNKNOWN_BROWSER_TRIES + 100)
        heard = sum(self.guesses(slug, 1, seconds=1, address=f"198.51.{n}.1") for n in range(60))
        assert heard == 10

    def test_cards_of_his_own_do_not_let_him_guess_for_ever(self, slug, table, right):
        CodeTries.objects.all().delete()
        typed(slug, device="seed")
        CodeTries.objects.filter(kind="tournament").update(failures=codes.ALL_TRIES)
        table_sessions.open_by_secret(card_of(table).secret, device="let in")
        assert typed(slug, device="let in") == "codes_wait"

    def test_after_a_quiet_hour_it_is_forgotten(self, slug, table, right):
        self.guesses(slug, 6, seconds=0)
        CodeTries.objects.exclude(kind="device").update(failures=10_000)
        pass_by(minutes=61)
        assert typed(slug, right, device="new") == table


def test_unknown_tournament_and_wrong_code_cannot_be_distinguished(table, slug):
    def tried(where, address):
        with CaptureQueriesContext(connection) as queries:
            told = [typed(where, device=where, address=address) for _try in range(6)]
        rows = CodeTries.objects.filter(slug=where).order_by("kind")
        return told, len(queries), list(rows.values_list("kind", "failures"))

    known, unknown = tried(slug, "192.0.2.1"), tried("nowhere", "192.0.2.2")
    assert known == unknown
    assert known[0] == ["unknown_code"] * 4 + ["codes_closed"] * 2


def test_a_code_at_an_address_longer_than_all_slugs_is_wrong(each_database_rolled_back):
    assert typed("x" * 200) == "unknown_code"


@pytest.mark.postgres
class TestAtOnce:
    @pytest.fixture(autouse=True)
    def _database(self, postgres):
        """Each of these on PostgreSQL, with real commits."""

    def test_five_of_a_phones_simultaneous_guesses_are_checked(self):
        slug = a_table().round.tournament.slug
        told = at_once([lambda: typed(slug)] * 10)
        assert sorted(told) == ["codes_closed"] * 6 + ["unknown_code"] * 4
        assert set(CodeTries.objects.values_list("failures", flat=True)) == {5}

    def test_a_right_one_among_them_is_let_in_before_the_fifth_or_not_at_all(self):
        table = a_table()
        slug, code = table.round.tournament.slug, card_of(table).code
        told = at_once([lambda c=c: typed(slug, c) for c in [*[WRONG] * 5, code]])
        was_right = told.pop()
        assert was_right in (table, "codes_closed")
        assert TableSession.objects.count() == (was_right == table)

    def test_strangers_of_several_addresses_and_tournaments_do_not_wait_for_each_other(self):
        slugs = [a_table().round.tournament.slug, "nowhere"]
        calls = [
            lambda s=slugs[n % 2], n=n: typed(s, device=f"d{n % 3}", address=f"192.0.2.{n % 4}") for n in range(12)
        ]
        assert set(at_once(calls)) <= {"unknown_code", "codes_closed", "codes_wait"}
