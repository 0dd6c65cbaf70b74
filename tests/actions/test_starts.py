"""A tournament without a start gets today's date; one that is kept as it was is not changed."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.halls import a_club, a_tournament, director_of
from tournaments.actions.imports import import_results
from tournaments.actions.setup.plans import plan_of
from tournaments.actions.setup.tournaments import create_tournament, update_tournament

pytestmark = pytest.mark.django_db
WANTED = {"name": "Serata", "ruleset": "busca-accademia"}
LATER = "2030-05-01T18:30:00+00:00"


def is_now(moment):
    """Whether it is the present minute, without its seconds."""
    return moment.second == moment.microsecond == 0 and timedelta() <= timezone.now() - moment < timedelta(minutes=3)


@pytest.mark.parametrize("start", [{}, {"starts_at": None}, {"starts_at": LATER}])
@pytest.mark.parametrize("zone", ["Pacific/Auckland", "Pacific/Honolulu"])
def test_a_new_one_starts_today_where_the_club_is(zone, start):
    club = a_club()
    club.time_zone = zone
    club.save(update_fields=["time_zone"])
    director = director_of(a_tournament(club, players=0))
    made = create_tournament(club=club, raw=WANTED | start, by=director)
    if start.get("starts_at"):
        assert made.starts_at.isoformat() == LATER
        return
    assert is_now(made.starts_at)
    there = ZoneInfo(zone)
    assert timezone.localdate(made.starts_at, there) == timezone.localdate(timezone=there)
    assert datetime.fromisoformat(made.ledger.get().facts["starts_at"]) == made.starts_at


def test_a_start_that_is_taken_away_becomes_today():
    tournament = a_tournament(players=0, starts_at=LATER)
    changed = update_tournament(tournament, {"starts_at": None}, by=director_of(tournament))
    assert is_now(changed.starts_at)


@pytest.mark.parametrize("start", [None, LATER])
def test_a_plan_that_is_sent_back_as_it_was_read_changes_nothing(start):
    tournament = a_tournament(players=0, starts_at=start)
    length = tournament.ledger.count()
    update_tournament(tournament, plan_of(tournament), by=director_of(tournament))
    changed = update_tournament(tournament, {"name": "Sera"}, by=director_of(tournament))
    assert (changed.starts_at and changed.starts_at.isoformat()) == start
    assert tournament.ledger.count() == length + 1


def test_an_evening_from_paper_without_a_day_stays_without_one():
    raw = {
        "ruleset": "busca-accademia",
        "players": ["A", "B", "C", "D"],
        "rounds": [{"tables": [{"seats": ["A", "B", "C", "D"], "hands": [[20, 10, 10, 0]]}]}],
    }
    club = a_club()
    director = director_of(a_tournament(club, players=0))
    assert import_results(raw, club=club, name="Serata", by=director).starts_at is None
