"""Tournaments that are archived while their last round is closed, on real PostgreSQL."""

import pytest
from django.db import transaction

from tests.concurrency import in_background, until_somebody_waits
from tests.halls import a_club, a_round, a_tournament, director_of, play_out
from tests.season_evenings import a_season, an_evening
from tournaments.actions.core.refusals import AgreementNeeded
from tournaments.actions.rounds import rounds
from tournaments.actions.seasons import seasons
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.models import Round

pytestmark = pytest.mark.postgres


def test_an_evening_is_archived_while_its_round_is_closed(postgres):
    club = a_club()
    early = a_tournament(club, players=4, rounds=2, table={"hands": 1}, starts_at="2020-01-01T20:00:00Z")
    by = director_of(early)
    season = a_season(club, an_evening(club, 0, 5, 10, 25, name="Later"))
    seasons.add_evening(season, early, {}, by=by)
    round_ = a_round(early)
    play_out(round_)
    with in_background() as start:
        with transaction.atomic():
            archive_tournament(early, by=by)
            other = start(lambda: rounds.close_round(round_, by=by))
            until_somebody_waits()
        with pytest.raises(AgreementNeeded) as asked:
            other.result()
    assert asked.value.problems[0].code == "begins_to_count"
    assert Round.objects.get(tournament=early).state == "published"
