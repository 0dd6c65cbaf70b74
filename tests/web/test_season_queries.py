"""A season is refreshed and read with the same number of queries, however many evenings and players it has."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.seasons import make_season, publish
from tournaments.actions.seasons import season_refreshing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
REFRESH, PAGE, STANDINGS = 17, 8, 4


def queries_of(act):
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


@pytest.mark.parametrize("size", [10, 100])
def test_queries_do_not_depend_on_size(anybody, size):
    season = make_season(size, size)
    corrected = season.evenings.in_order()[1].tournament
    publish(corrected, list(corrected.entries.all()), Random(0))
    assert queries_of(lambda: season_refreshing.refresh(season.pk)) == REFRESH
    page, standings = f"/seasons/{season.slug}/", f"/api/v1/seasons/{season.slug}/standings/"
    anybody.get(page)
    assert (queries_of(lambda: anybody.get(page)), queries_of(lambda: anybody.get(standings))) == (PAGE, STANDINGS)
