"""The short code on a card: typed as it is read, and closed to whoever guesses."""

import pytest

from tests.concurrency import at_once
from tests.halls import a_round, a_table, a_tournament, director_of
from tournaments.actions.at_table import codes, keys, sittings
from tournaments.actions.problems import NotLetIn
from tournaments.models import TableSession, Tournament
from tournaments.models.tournament import CODE_TRIES

WRONG = "AAAAAAAA"


def card_of(table):
    return keys.cards(table.round.tournament, [table.number])[0]


def typed(tournament, code):
    """The table that a code opened, or why it opened none."""
    try:
        return codes.open_by_code(tournament, code, device="x").session.table
    except NotLetIn as refused:
        return refused.problems[0].code


def kinds(tournament):
    return [entry.kind for entry in tournament.ledger.filter(kind__startswith="codes_")]


@pytest.mark.django_db
class TestTyping:
    def test_as_it_is_read(self):
        table = a_table()
        code = card_of(table).code
        assert typed(table.round.tournament, f" {code[:4].lower()}-{code[4:].lower()} ") == table

    def test_another_tournaments_opens_nothing(self):
        there = a_tournament(name="Altra")
        table = a_table(a_round(there))
        here = a_tournament(there.club, name="Qui")
        a_round(here)
        assert typed(here, card_of(table).code) == "unknown_code"

    def test_without_a_round_in_play_it_was_right_all_the_same(self):
        round_ = a_round(publish=False)
        tournament = round_.tournament
        code = card_of(round_.tables.get(number=1)).code
        Tournament.objects.update(code_failures=CODE_TRIES - 1)
        with pytest.raises(Exception, match="no_round_in_play"):
            typed(tournament, code)
        assert Tournament.objects.get().code_failures == 0


@pytest.mark.django_db
class TestGuessing:
    def test_five_wrong_ones_close_the_codes(self):
        table = a_table()
        tournament = table.round.tournament
        told = [typed(tournament, WRONG) for _try in range(5)]
        assert told == ["unknown_code"] * 4 + ["codes_closed"]
        assert typed(tournament, card_of(table).code) == "codes_closed"
        assert kinds(tournament) == ["codes_closed"]

    def test_what_is_typed_then_is_counted_no_more(self):
        tournament = a_table().round.tournament
        for _try in range(8):
            typed(tournament, WRONG)
        assert Tournament.objects.get().code_failures == 5
        assert kinds(tournament) == ["codes_closed"]

    def test_a_right_one_sets_the_count_back(self):
        table = a_table()
        tournament = table.round.tournament
        tried = [typed(tournament, WRONG) for _try in range(4)]
        assert typed(tournament, card_of(table).code) == table
        tried += [typed(tournament, WRONG) for _try in range(4)]
        assert tried == ["unknown_code"] * 8
        assert typed(tournament, card_of(table).code) == table

    def test_scanning_goes_on(self):
        table = a_table()
        for _try in range(5):
            typed(table.round.tournament, WRONG)
        opened = sittings.open_by_secret(card_of(table).secret, device="x")
        assert opened.session.table == table

    def test_another_tournament_is_not_concerned(self):
        table = a_table()
        other = a_tournament(table.round.tournament.club, name="Altra")
        for _try in range(5):
            typed(other, WRONG)
        assert typed(table.round.tournament, card_of(table).code) == table

    def test_a_director_opens_them_again(self):
        table = a_table()
        tournament, director = table.round.tournament, director_of(table.round.tournament)
        for _try in range(5):
            typed(tournament, WRONG)
        codes.open_again(tournament, by=director)
        codes.open_again(tournament, by=director)
        assert kinds(tournament) == ["codes_closed", "codes_opened"]
        assert [typed(tournament, WRONG) for _try in range(4)] == ["unknown_code"] * 4
        assert typed(tournament, card_of(table).code) == table


@pytest.mark.postgres
class TestAtOnce:
    @pytest.fixture(autouse=True)
    def _database(self, postgres):
        """Each of these on PostgreSQL, with real commits."""

    def test_of_guesses_at_the_same_moment_no_more_than_five_are_heard(self):
        tournament = a_table().round.tournament
        told = at_once([lambda: typed(tournament, WRONG)] * 10)
        assert sorted(told) == ["codes_closed"] * 6 + ["unknown_code"] * 4
        assert Tournament.objects.get().code_failures == 5
        assert kinds(tournament) == ["codes_closed"]

    def test_a_right_one_among_them_is_let_in_before_the_fifth_or_not_at_all(self):
        table = a_table()
        tournament, code = table.round.tournament, card_of(table).code
        told = at_once([lambda c=c: typed(tournament, c) for c in [*[WRONG] * 5, code]])
        was_right = told.pop()
        assert was_right in (table, "codes_closed")
        assert TableSession.objects.count() == (was_right == table)
        assert Tournament.objects.get().codes_are_closed == ("codes_closed" in told)
