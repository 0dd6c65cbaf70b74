"""The cache of halls: equal to a new read, and no table is read without need."""

import random
from contextlib import suppress

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.actions.test_standings_cache import Evening
from tests.halls import a_round, a_tournament, director_of, play
from tests.parameters import slowly
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.hands.tables import read_hall
from tournaments.actions.people.players import NewPlayer, add_players
from tournaments.actions.standings.halls_cache import HallsCache
from tournaments.models import Round


def shown(tables):
    """All that anybody is shown of these tables."""
    return [
        (
            play.table.pk,
            play.table.number,
            [(seat.number, seat.side, seat.entry_id, seat.name) for seat in play.seats],
            [(hand.pk, hand.number, hand.state, hand.scores, hand.lines, hand.facts) for hand in play.hands],
            play.state,
        )
        for play in tables
    ]


def latest(round_):
    return Round.objects.select_related("tournament__club").get(pk=round_.pk)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *slowly(1, 2, 3)])
@pytest.mark.django_db
def test_cached_tables_equal_freshly_read_tables(seed):
    chance = random.Random(seed)
    evening = Evening(chance)
    processes = [HallsCache(), HallsCache(most_tables=3)]
    for _step in range(60):
        with suppress(Refusal, IndexError):
            chance.choice(Evening.STEPS)(evening)
        round_ = latest(evening.tournament.rounds.order_by("-number").first())
        assert shown(chance.choice(processes).tables_of(round_)) == shown(read_hall(round_))


@pytest.mark.django_db
def test_unchanged_tables_are_not_read_again():
    round_ = a_round(a_tournament(players=12))
    known = HallsCache()
    before = known.tables_of(latest(round_))
    with CaptureQueriesContext(connection) as queries:
        round_ = latest(round_)
        assert known.tables_of(round_) is before
    assert len(queries) == 1
    play(round_.tables.get(number=2))
    round_ = latest(round_)
    with CaptureQueriesContext(connection) as queries:
        after = known.tables_of(round_)
    assert [one is two for one, two in zip(before, after, strict=True)] == [True, False, True]
    assert len(queries) == 4


def reasons(tables):
    return [hand.reason for play in tables for hand in play.hands]


@pytest.mark.django_db
def test_a_reason_that_named_an_erased_person_is_gone():
    round_ = a_round(a_tournament(players=4))
    by = director_of(round_.tournament)
    (named,) = add_players(round_.tournament.club, [NewPlayer("Zita Quadri")])
    play(round_.tables.get(), reason="Zita Quadri counted it")
    known = HallsCache()
    assert reasons(known.tables_of(latest(round_))) == ["Zita Quadri counted it"]
    erase_player(named, by=by)
    (left,) = reasons(known.tables_of(latest(round_)))
    assert [left] == reasons(read_hall(latest(round_)))
    assert "Zita" not in left


@pytest.mark.django_db
def test_a_hall_too_large_is_read_each_time():
    round_ = latest(a_round(a_tournament(players=12)))
    known = HallsCache(most_tables=2)
    assert shown(known.tables_of(round_)) == shown(known.tables_of(round_))
    assert known.tables_of(round_) is not known.tables_of(round_)
