"""Taps on a season's pages at the same moment, on PostgreSQL."""

import pytest

from tests.concurrency import at_once
from tests.halls import a_club, a_tournament, director_of
from tests.season_evenings import DECLARATION, a_season, an_evening
from tournaments.actions.people.finals import fill_final
from tournaments.actions.setup.next_evening import create_next_evening
from tournaments.models import Season, SeasonEvening, Tournament

pytestmark = pytest.mark.postgres


@pytest.mark.slow
def test_two_taps_make_one_evening_and_one_final(postgres):
    club = a_club()
    last = an_evening(club, 0, 5, 10, 25)
    season = a_season(club, last, declaration={**DECLARATION, "parts": [{"evenings": 1}], "final": {"first": 2}})
    final, by = a_tournament(club, players=0, name="Finale"), director_of(last)
    at_once([lambda: fill_final(season, final, by=by)] * 2)
    assert list(final.entries.values_list("seed", flat=True)) == [1, 2]
    assert season.log.filter(kind="final_filled").count() == 1
    Season.objects.update(declaration=DECLARATION)
    made = at_once([lambda: create_next_evening(season, by=by, after=last.slug)] * 3)
    assert sorted(is_new for _evening, is_new in made) == [False, False, True]
    assert len({evening.pk for evening, _is_new in made}) == 1
    assert (SeasonEvening.objects.count(), Tournament.objects.count()) == (2, 3)
