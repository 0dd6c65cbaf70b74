"""Standings while hands come in: one refresh at a time, and none that came meanwhile is left for the sweep."""

from threading import Event

import pytest

from tests.concurrency import at_once
from tests.halls import a_round, a_table, a_tournament, play
from tournaments.actions import refreshing, standings
from tournaments.models import Tournament

pytestmark = pytest.mark.postgres


@pytest.fixture
def tournament(postgres):
    made = a_tournament(players=4)
    play(a_table(a_round(made)))
    return made


def is_fresh(tournament):
    return not Tournament.objects.with_stale_standings().filter(pk=tournament.pk).exists()


def test_a_hand_that_comes_while_it_works_is_published_too(tournament, monkeypatch):
    really = standings._changed_bodies

    def overtaken(*args):
        monkeypatch.setattr(standings, "_changed_bodies", really)
        play(a_table(tournament.rounds.get()), number=2)
        return really(*args)

    monkeypatch.setattr(standings, "_changed_bodies", overtaken)
    refreshing.publish_until_fresh(tournament.pk)
    assert is_fresh(tournament)
    assert tournament.standings.get().document["rows"][0]["hands"] == 2


def test_who_comes_while_another_works_does_not_wait(tournament, monkeypatch):
    came, returned = Event(), Event()
    really = standings._changed_bodies

    def slow(*args):
        came.set()
        assert returned.wait(20)
        return really(*args)

    monkeypatch.setattr(standings, "_changed_bodies", slow)

    def second():
        assert came.wait(20)
        play(a_table(tournament.rounds.get()), number=2)
        refreshing.publish_until_fresh(tournament.pk)
        was_fresh = is_fresh(tournament)
        returned.set()
        return was_fresh

    _first, was_fresh = at_once([lambda: refreshing.publish_until_fresh(tournament.pk), second])
    assert was_fresh is False
    assert is_fresh(tournament)


def test_a_failure_keeps_nobody_from_trying_again(tournament, monkeypatch):
    really = standings._changed_bodies

    def fails(*_args):
        raise OSError("no room")

    monkeypatch.setattr(standings, "_changed_bodies", fails)
    with pytest.raises(OSError, match="no room"):
        refreshing.publish_until_fresh(tournament.pk)
    monkeypatch.setattr(standings, "_changed_bodies", really)
    refreshing.publish_until_fresh(tournament.pk)
    assert is_fresh(tournament)
