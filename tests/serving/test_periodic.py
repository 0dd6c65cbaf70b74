"""What beat does at intervals, in its own process."""

from config.celery import app
from tests.halls import a_club, a_tournament
from tournaments.actions.standings import standings
from tournaments.models import Tournament
from tournaments.serving.periodic import SweepScheduler


def test_the_sweep_keeps_nothing_of_what_it_publishes(db, monkeypatch):
    evening = a_tournament(a_club("Circolo"))
    monkeypatch.setattr(standings, "STANDINGS_CACHE", standings.StandingsCache())
    assert [*Tournament.objects.with_stale_standings()] == [evening]
    SweepScheduler(app).tick()
    assert [*Tournament.objects.with_stale_standings()] == []
    assert standings.STANDINGS_CACHE.clear() is False
