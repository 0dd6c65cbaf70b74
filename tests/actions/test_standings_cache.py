"""Incremental standings: equal to a complete computation, and no table is read without need."""

import hashlib
import random
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from tests.actions.evening_by_chance import TALLIES, Evening
from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.parameters import slowly
from tests.triggers import refused
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.people import penalties
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.standings.results import read_results
from tournaments.actions.standings.standing_documents import standing_bodies
from tournaments.actions.standings.stored_results import StandingsCache
from tournaments.actions.verification import verify
from tournaments.models import Hand, Standing, StoredResults, Tournament


def fresh(tournament_id):
    """The digests of the documents, all computed anew."""
    tournament = Tournament.objects.get(pk=tournament_id)
    names = dict(tournament.entries.values_list("pk", "name"))
    bodies = standing_bodies(tournament, read_results(tournament), names)
    return {number: hashlib.sha256(body).hexdigest() for number, body in bodies.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "steps"), [(0, 20), *slowly(*((seed, 40) for seed in range(2)))])
def test_cached_standings_equal_freshly_computed_standings(each_database, seed, steps, monkeypatch):
    chance = random.Random(seed)
    evening = Evening(chance)
    tournament = evening.tournament
    processes = [StandingsCache(), StandingsCache()]
    for _step in range(steps):
        for _change in range(chance.choice([1, 1, 2])):
            with suppress(Refusal, IndexError):
                evening.take(chance.choice(Evening.STEPS))
        if chance.random() < 0.05:
            processes[0] = StandingsCache()
        monkeypatch.setattr(standings, "STANDINGS_CACHE", chance.choice([processes[0], processes[0], processes[1]]))
        if standings.refresh(tournament.pk):
            assert dict(tournament.standings.values_list("after_round", "digest")) == fresh(tournament.pk)
    assert tournament.rounds.published().count() > 1
    current = Tournament.objects.get(pk=tournament.pk)
    assert current.published_revision == current.revision
    assert verify(current).findings == ()


@pytest.fixture
def evening(db, monkeypatch):
    """The second round of twelve, all but one hand of it played, published by a process that plays on."""
    monkeypatch.setattr(standings, "STANDINGS_CACHE", StandingsCache())
    tournament = a_tournament(players=12, rounds=2)
    first = a_round(tournament)
    play_out(first)
    rounds.close_round(first, by=director_of(tournament))
    play_out(a_round(tournament))
    standings.refresh(tournament.pk)
    return tournament


def penalise_in_round_2(evening):
    entry, by, round_ = evening.entries.first(), director_of(evening), evening.rounds.get(number=2)
    penalties.penalise(entry, amount=Decimal(1), reason="Late", by=by, round_=round_)


def rows_read(captured, table):
    """The queries that read this table."""
    return [query["sql"] for query in captured if f'FROM "tournaments_{table}"' in query["sql"]]


@pytest.mark.slow
def test_refresh_after_one_hand_reads_one_table(evening, django_assert_num_queries):
    table = evening.rounds.get(number=2).tables.get(number=2)
    play(table, number=2, points=[37, 1, 1, 1], replaces=1)
    with django_assert_num_queries(19):
        assert standings.refresh(evening.pk) is True
    play(table, number=2, replaces=2)
    with CaptureQueriesContext(connection) as captured:
        assert standings.refresh(evening.pk) is True
    (tables,) = rows_read(captured, "table")
    assert '"tournaments_table"."number" IN (2)' in tables
    (hands_read,) = rows_read(captured, "hand")
    assert f'"tournaments_hand"."table_id" IN ({table.pk})' in hands_read
    (seats,) = rows_read(captured, "seat")
    assert f'"tournaments_seat"."table_id" IN ({table.pk})' in seats


@pytest.mark.slow
def test_a_penalty_reads_no_table(evening):
    penalise_in_round_2(evening)
    with CaptureQueriesContext(connection) as captured:
        assert standings.refresh(evening.pk) is True
    assert rows_read(captured, "table") == rows_read(captured, "hand") == []


@pytest.mark.slow
def test_a_hand_of_the_last_round_leaves_the_earlier_document_alone(evening):
    before = evening.standings.get(after_round=1)
    play(evening.rounds.get(number=2).tables.get(number=2), number=2, points=[37, 1, 1, 1], replaces=1)
    standings.refresh(evening.pk)
    after = evening.standings.get(after_round=1)
    assert (after.revision, after.published_at) == (before.revision, before.published_at)


@pytest.mark.slow
def test_another_history_of_the_same_tournament_is_read_anew(evening):
    """This happens after a restored backup: the stored results belong to hands that no longer exist."""
    Hand.objects.filter(table__round__number=1, table__number=1, number=1).update(state=Hand.State.DISPUTED)
    kept = standings.STANDINGS_CACHE.take(evening.pk)
    length, _head = kept.results.link
    standings.STANDINGS_CACHE.put(
        evening.pk, replace(kept, results=replace(kept.results, link=(length, "of another history")))
    )
    penalise_in_round_2(evening)
    assert standings.refresh(evening.pk) is True
    assert dict(evening.standings.values_list("after_round", "digest")) == fresh(evening.pk)


@pytest.mark.slow
def test_a_document_that_somebody_removed_is_made_again(evening):
    evening.standings.filter(after_round=1).delete()
    play(evening.rounds.get(number=2).tables.get(number=2), number=2, points=[37, 1, 1, 1], replaces=1)
    assert standings.refresh(evening.pk) is True
    assert dict(evening.standings.values_list("after_round", "digest")) == fresh(evening.pk)


@pytest.mark.slow
def test_a_refresh_that_failed_leaves_nothing_behind(evening):
    play(evening.rounds.get(number=2).tables.get(number=2), number=2, points=[37, 1, 1, 1], replaces=1)
    before = dict(evening.standings.values_list("after_round", "digest"))
    with refused("UPDATE", Standing), pytest.raises(DatabaseError, match="no room"):
        standings.refresh(evening.pk)
    assert dict(evening.standings.values_list("after_round", "digest")) == before
    assert standings.refresh(evening.pk) is True
    assert dict(evening.standings.values_list("after_round", "digest")) == fresh(evening.pk) != before


def test_the_memory_is_bounded(evening):
    kept = standings.STANDINGS_CACHE.take(evening.pk)
    memory = StandingsCache(most_seats=kept.seats)
    memory.put(evening.pk, kept)
    memory.put(evening.pk + 1, kept)
    assert memory.take(evening.pk) is None
    assert memory.take(evening.pk + 1) is kept


def restart(monkeypatch):
    monkeypatch.setattr(standings, "STANDINGS_CACHE", StandingsCache())


@pytest.mark.slow
def test_another_process_begins_with_what_is_stored(evening, monkeypatch):
    assert evening.stored_results.ledger_length == Tournament.objects.get(pk=evening.pk).ledger_length
    restart(monkeypatch)
    table = evening.rounds.get(number=2).tables.get(number=2)
    play(table, number=2, points=[37, 1, 1, 1], replaces=1)
    before = evening.standings.get(after_round=1)
    with CaptureQueriesContext(connection) as captured:
        assert standings.refresh(evening.pk) is True
    (hands_read,) = rows_read(captured, "hand")
    assert f'"tournaments_hand"."table_id" IN ({table.pk})' in hands_read
    assert evening.standings.get(after_round=1).published_at == before.published_at
    assert dict(evening.standings.values_list("after_round", "digest")) == fresh(evening.pk)


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", [{"body": b"{}"}, {"made_by": "an older program"}, {"ledger_digest": "another history"}]
)
def test_unusable_stored_results_are_ignored(evening, monkeypatch, damage):
    Hand.objects.filter(table__round__number=1, table__number=1, number=1).update(state=Hand.State.DISPUTED)
    StoredResults.objects.update(**damage)
    restart(monkeypatch)
    penalise_in_round_2(evening)
    assert standings.refresh(evening.pk) is True
    assert dict(evening.standings.values_list("after_round", "digest")) == fresh(evening.pk)


@pytest.mark.slow
def test_results_are_stored_again_now_and_then(evening):
    first = evening.stored_results.ledger_length
    table = evening.rounds.get(number=2).tables.get(number=2)
    for version in range(1, 24):
        play(table, number=2, points=TALLIES[version % 2], replaces=version)
        standings.refresh(evening.pk)
    stored = StoredResults.objects.get()
    assert first < stored.ledger_length < Tournament.objects.get(pk=evening.pk).ledger_length
