"""seasons/{slug}/next-evening/: made like the last evening, once, and in the season."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tests.halls import a_tournament, director_of
from tests.season_evenings import DECLARATION, a_season, an_evening
from tournaments.actions.seasons.seasons import add_evening
from tournaments.actions.setup.games import change_game, create_game
from tournaments.actions.setup.next_evening import create_next_evening
from tournaments.models import SeasonEvening, Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db
FIRST = (0, 5, 10, 25)


def where(season):
    return f"seasons/{season.slug}/next-evening/"


def test_the_next_evening_is_like_the_last_one_and_made_once(club, director):
    last = an_evening(club, *FIRST, name="Serata 1", starts_at="2030-03-07T20:30:00+01:00", pairing="swiss")
    Tournament.objects.update(avoid_same_club=True)
    season = a_season(club, last)
    made = director.post(where(season), {"after": last.slug})
    assert (made.status_code, made.json()["name"], made.json()["counts"]) == (201, "Serata 2", False)
    new = Tournament.objects.get(slug=made.json()["tournament"])
    assert (new.pairing, new.rounds_planned, new.table_hands, new.avoid_same_club) == ("swiss", 1, 1, True)
    assert new.starts_at == datetime(2030, 3, 14, 19, 30, tzinfo=UTC)
    again = director.post(where(season), {"after": last.slug})
    assert (again.status_code, again.json()) == (200, made.json())
    assert [each["kind"] for each in director.get(f"seasons/{season.slug}/log/").json()["results"]] == [
        "created",
        "evening_added",
        "evening_added",
    ]
    further = director.post(where(season)).json()
    assert further["name"] == "Serata 3"
    assert Tournament.objects.get(slug=further["tournament"]).starts_at == new.starts_at + timedelta(days=7)


def test_an_evening_that_would_be_over_is_today_at_its_hour(club, director):
    season = a_season(club, an_evening(club, *FIRST, starts_at="2020-02-01T20:30:00Z"))
    made = director.post(where(season)).json()
    start = Tournament.objects.get(slug=made["tournament"]).starts_at.astimezone(timezone.get_default_timezone())
    assert (made["name"], start.hour, start.minute) == ("Serata 2", 21, 30)
    assert abs(start - timezone.now()) <= timedelta(days=1)


def test_it_goes_to_the_first_part_with_room(club, director):
    parts = [{"evenings": 2}, {"evenings": 1}]
    last = an_evening(club, *FIRST)
    season = a_season(club, last, declaration={**DECLARATION, "parts": parts})
    assert [director.post(where(season)).json()["part"] for _ in range(2)] == [1, 2]
    assert codes(director.post(where(season)), 409) == ["part_is_full"]
    assert Tournament.objects.count() == 3


def test_an_earlier_part_with_room_gets_it_when_the_last_one_is_full(club, director):
    played = [an_evening(club, *FIRST, starts_at=f"2020-02-0{day}T20:30:00Z") for day in (1, 2)]
    season = a_season(club, played[0], declaration={**DECLARATION, "parts": [{"evenings": 2}, {"evenings": 1}]})
    add_evening(season, played[1], {"part": 2}, by=director_of(played[1]))
    assert director.post(where(season)).json()["part"] == 1
    assert codes(director.post(where(season)), 409) == ["part_is_full"]


def test_it_takes_the_newest_version_of_the_clubs_game(club, director):
    game = create_game(club, {"name": "Scala 40", "base": "points", "table": {"hands": 2}})
    last = a_tournament(club, ruleset=game.slug, table={"hands": 2})
    season = a_season(club, last)
    change_game(game, {"table": {"hands": 3}})
    new = Tournament.objects.get(slug=director.post(where(season)).json()["tournament"])
    assert (new.game.version, new.table_hands) == (2, 3)


def test_what_cannot_be_followed(club, director, stranger):
    season = a_season(club)
    assert codes(director.post(where(season)), 409) == ["no_evening"]
    assert faults(director.post(where(season), {"after": "nothing"}), 409) == [("", "no_evening")]
    with_one = a_season(club, an_evening(club, *FIRST))
    assert faults(director.post(where(with_one), {"after": "nothing"})) == [("/after", "unknown_evening")]
    assert stranger.post(where(with_one)).status_code == 403


def test_nothing_is_left_of_an_evening_that_does_not_fit(club):
    season = a_season(club, an_evening(club, *FIRST, scoring={"method": "places"}))
    evening = season.evenings.get().tournament
    season.declaration = {**DECLARATION, "counts": "share"}
    season.save()
    Tournament.objects.filter(pk=evening.pk).update(scoring={"method": "total"})
    with pytest.raises(Exception, match="no_highest_score"):
        create_next_evening(season, by=director_of(evening))
    assert (Tournament.objects.count(), SeasonEvening.objects.count()) == (1, 1)
