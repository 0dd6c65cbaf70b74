"""The periodic work of beat, in its own process."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.celery import app
from tests.clock import stand_still
from tests.halls import a_club, a_round, a_tournament, director_of
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Round, Tournament
from tournaments.serving.periodic import SweepScheduler


@pytest.mark.slow
def test_the_sweep_keeps_nothing_of_what_it_publishes(db, monkeypatch):
    evening = a_tournament(a_club("Circolo"))
    monkeypatch.setattr(standings, "STANDINGS_CACHE", standings.StandingsCache())
    assert [*Tournament.objects.with_stale_standings()] == [evening]
    SweepScheduler(app).tick()
    assert [*Tournament.objects.with_stale_standings()] == []
    assert standings.STANDINGS_CACHE.clear() is False


@pytest.mark.slow
@pytest.mark.postgres
def test_a_clock_that_is_ahead_publishes_nothing_early(postgres, monkeypatch):
    evening = a_tournament()
    draft, at = a_round(evening, publish=False), timezone.now() + timedelta(minutes=30)
    rounds.schedule_round(draft, by=director_of(evening), publish_at=at, closes_at=None)
    stand_still(monkeypatch, timedelta(hours=1))
    SweepScheduler(app).tick()
    draft.refresh_from_db()
    assert draft.state == Round.State.DRAFT
