"""Seasons whose evenings, declaration and standing change at the same moment, on real PostgreSQL."""

import pytest

from tests.concurrency import at_once
from tests.halls import a_club, a_user, by
from tests.season_evenings import DECLARATION, a_season, an_evening, correct
from tournaments.actions.core.refusals import Invalid, Stale
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.seasons.verification import verify
from tournaments.actions.sweep import refresh_stale_seasons
from tournaments.models import Season, SeasonEvening

pytestmark = [pytest.mark.postgres, pytest.mark.slow]
FIRST, SECOND, THIRD = (0, 5, 10, 25), (25, 10, 5, 0), (5, 0, 25, 10)


@pytest.fixture(autouse=True)
def _database(postgres):
    """Each of these on PostgreSQL, with real commits."""


@pytest.fixture
def club():
    return a_club()


def settled():
    """The season once the sweep has published what is due, which a computation from nothing confirms."""
    refresh_stale_seasons()
    season = Season.objects.get()
    assert (season.published_revision, verify(season)) == (season.revision, [])
    return season


def test_evenings_corrected_at_once_are_both_counted(club):
    evenings = [an_evening(club, *FIRST, name=f"Serata {number}") for number in range(3)]
    season = a_season(club, *evenings)
    corrections = [(lambda e=e, p=p: correct(e, *p)) for e, p in zip(evenings[:2], (SECOND, THIRD), strict=True)]
    done = at_once([*corrections, *[lambda: season_refreshing.refresh(season.pk)] * 2])
    assert [each for each in done if isinstance(each, Exception)] == []
    season_refreshing.refresh(season.pk)
    moved = settled().log.filter(kind="places_moved").count()
    assert 1 <= moved <= 2


def test_a_declaration_changed_while_an_evening_is_refreshed(club):
    evening = an_evening(club, *FIRST)
    season, owner = a_season(club, evening), by(a_user())
    changed = {"declaration": {**DECLARATION, "parts": [{"evenings": 5, "best": 2}]}}
    done = at_once(
        [
            lambda: correct(evening, *SECOND),
            lambda: seasons.change_season(season, changed, by=owner),
            lambda: season_refreshing.refresh(season.pk),
        ]
    )
    assert [each for each in done if isinstance(each, Exception)] == []
    assert (settled().version, season.log.filter(kind="declared").count()) == (2, 1)


def test_directors_who_add_one_evening_at_once_add_it_once(club):
    evening, season = an_evening(club, *FIRST), a_season(club)
    directors = [by(a_user(name)) for name in ("dora", "dino", "dina")]
    done = at_once((lambda d=d: seasons.add_evening(season, evening, {}, by=d)) for d in directors)
    assert sum(isinstance(each, SeasonEvening) for each in done) == 1
    assert [each.problems[0].code for each in done if isinstance(each, Invalid)] == ["duplicate"] * 2
    assert settled().log.filter(kind="evening_added").count() == 1


def test_directors_who_change_a_declaration_at_once_see_who_was_first(club):
    season = a_season(club)
    owner, changes = by(a_user()), [{"declaration": {**DECLARATION, "coming": n}} for n in range(1, 4)]
    done = at_once((lambda c=c: seasons.change_season(season, c, by=owner, seen=1)) for c in changes)
    assert sum(isinstance(each, Season) for each in done) == 1
    assert [each.problems[0].code for each in done if isinstance(each, Stale)] == ["changed_meanwhile"] * 2
    assert settled().version == 2
