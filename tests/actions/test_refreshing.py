"""Standings while hands arrive: one refresh at a time, which includes the changes made meanwhile.

A hand whose transaction is still open holds the lock that a refresh needs to publish what it has read before.
"""

import pytest
from django.db import DatabaseError, connection, transaction

from tests.concurrency import in_background, until_somebody_waits
from tests.halls import a_round, a_table, a_tournament, director_of, play
from tests.triggers import refused
from tournaments.actions import sweep
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.players import rename_player
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import refreshing, standings
from tournaments.models import Standing, Tournament


def begun():
    tournament = a_tournament(players=4)
    play(a_table(a_round(tournament)))
    return tournament


@pytest.fixture
def tournament(postgres):
    return begun()


def is_fresh(tournament):
    return not Tournament.objects.with_stale_standings().filter(pk=tournament.pk).exists()


def hands_counted(tournament):
    return {row["hands"] for row in tournament.standings.get().document["rows"]}


def begin_a_hand(tournament):
    play(a_table(tournament.rounds.get()), number=2, points=[37, 1, 1, 1])


def test_a_hand_that_comes_while_it_works_is_published_too(tournament):
    with in_background() as start, transaction.atomic():
        begin_a_hand(tournament)
        refresh = start(refreshing.publish_until_fresh, tournament.pk)
        until_somebody_waits()
    refresh.result()
    assert is_fresh(tournament)
    assert hands_counted(tournament) == {2}


def test_refresh_during_another_refresh_returns_at_once(tournament):
    with in_background() as start, transaction.atomic():
        begin_a_hand(tournament)
        first = start(refreshing.publish_until_fresh, tournament.pk)
        until_somebody_waits()
        start(refreshing.publish_until_fresh, tournament.pk).result(timeout=20)
        assert not first.done()
    first.result()
    assert is_fresh(tournament)
    assert hands_counted(tournament) == {2}


def test_the_sweep_leaves_alone_what_a_worker_is_at(tournament):
    with in_background() as start, transaction.atomic():
        begin_a_hand(tournament)
        worker = start(refreshing.publish_until_fresh, tournament.pk)
        until_somebody_waits()
        assert start(sweep.refresh_stale_standings).result(timeout=20) == []
        assert not worker.done()
    worker.result()
    assert is_fresh(tournament)


@pytest.mark.parametrize(
    "change",
    [
        lambda player, by: rename_player(player, "Somebody Else", by=by),
        lambda player, by: show_player_as(player, "initials", by=by),
        lambda player, by: erase_player(player, by=by),
    ],
    ids=["renamed", "shown otherwise", "erased"],
)
def test_refresh_with_an_old_name_does_not_publish_it(change, tournament):
    entry = tournament.entries.get(number=1)
    before = entry.name
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)  # nobody in play is erased
    with in_background() as start, transaction.atomic():
        change(entry.players.get(), director_of(tournament))
        refresh = start(standings.refresh, tournament.pk)
        until_somebody_waits()
    assert refresh.result()
    entry.refresh_from_db()
    named = {each.row_of(entry.pk)["name"] for each in tournament.standings.all()}
    assert (named, entry.name == before) == ({entry.name}, False)


def test_a_worker_of_another_process_is_not_doubled_and_not_waited_for(tournament):
    another = connection.copy()
    lock = [refreshing.REFRESHING, tournament.pk]
    with another.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", lock)
    refreshing.publish_until_fresh(tournament.pk)
    assert not is_fresh(tournament)
    another.connection.close()  # as that of a process that was killed
    with connection.cursor() as cursor:  # PostgreSQL lets go in its own time
        cursor.execute("SELECT pg_advisory_lock(%s, %s), pg_advisory_unlock(%s, %s)", [*lock, *lock])
    refreshing.publish_until_fresh(tournament.pk)
    assert is_fresh(tournament)
    assert hands_counted(tournament) == {1}


def test_a_slower_run_does_not_overwrite_a_later_one(tournament):
    with in_background() as start, transaction.atomic():
        begin_a_hand(tournament)
        slower = start(standings.refresh, tournament.pk)
        until_somebody_waits()
        assert standings.refresh(tournament.pk) is True
        before = tournament.standings.get()
    assert slower.result() is False
    after = tournament.standings.get()
    assert (after.revision, after.published_at) == (before.revision, before.published_at)
    assert hands_counted(tournament) == {2}
    assert standings.refresh(tournament.pk) is False


def test_a_failure_keeps_nobody_from_trying_again(each_database):
    tournament = begun()
    with refused("INSERT", Standing), pytest.raises(DatabaseError, match="no room"):
        refreshing.publish_until_fresh(tournament.pk)
    assert not is_fresh(tournament)
    refreshing.publish_until_fresh(tournament.pk)
    assert is_fresh(tournament)
    assert hands_counted(tournament) == {1}
