"""Calendars of a club and of a player: their content and their changes."""

from copy import copy
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play
from tournaments.actions import sweep
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.models import Club, Player, Tournament
from tournaments.serving.cache_keys import public_address

pytestmark = pytest.mark.django_db
NINE = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)


@fixture_again
def evening(club):
    return a_tournament(club, starts_at=NINE.isoformat(), rounds=4, round_minutes=30, name="Serata, di Natale")


def of_club(club):
    return f"/clubs/{club.slug}/calendar.ics"


def of_player(player):
    return f"/players/{player.pk}/calendar.ics"


def events(client, where):
    answer = client.get(where)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return Calendar.from_ical(answer.content).events


def told(event):
    return {name: str(event[name]) for name in ("SUMMARY", "LOCATION", "STATUS", "URL")}


def test_an_evening_has_its_hour_in_the_clubs_zone_its_place_and_its_page(club, evening, anybody):
    [event] = events(anybody, of_club(club))
    assert event.start == datetime(2026, 12, 1, 21, 0, tzinfo=ZoneInfo("Europe/Rome"))
    assert event.duration == timedelta(hours=2)
    page = f"http://localhost:8000/tournaments/{evening.slug}/"
    assert told(event) == {"SUMMARY": "Serata, di Natale", "LOCATION": club.name, "STATUS": "CONFIRMED", "URL": page}


@pytest.mark.parametrize(
    "zone", ["Europe/Rome", "Europe/Lisbon", "Atlantic/Azores", "America/Havana", "Australia/Lord_Howe"]
)
@pytest.mark.parametrize("day", [datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 10, 25, tzinfo=UTC)])
def test_every_moment_of_the_days_on_which_clocks_change_is_that_moment(zone, day, club, evening, anybody):
    Club.objects.update(time_zone=zone)
    moments = [day + timedelta(minutes=minutes) for minutes in range(-60, 25 * 60, 30)]
    evenings = [copy(evening) for _moment in moments]
    for number, at in enumerate(moments):
        evenings[number].pk, evenings[number].slug, evenings[number].starts_at = None, f"evening-{number}", at
    Tournament.objects.bulk_create(evenings)
    starts = {str(event["URL"]).split("/")[-2]: event.start for event in events(anybody, of_club(club))}
    assert starts == {each.slug: each.starts_at for each in (evening, *evenings)}


def test_a_feed_needs_no_zone_and_its_lines_are_as_the_standard_wants(club, evening, anybody):
    Tournament.objects.update(name="è" * 100)
    body = anybody.get(of_club(club)).content
    assert b"DTSTART:20261201T200000Z\r\n" in body
    assert b"TZID" not in body
    assert max(map(len, body.split(b"\r\n"))) <= 75
    assert str(Calendar.from_ical(body).events[0]["SUMMARY"]) == "è" * 100


def test_play_changes_nothing_and_another_plan_makes_it_newer(club, evening, anybody):
    before = anybody.get(of_club(club)).content
    play(a_round(evening).tables.get(number=1))
    sweep.refresh_stale_standings()
    assert anybody.get(of_club(club)).content == before
    evening.refresh_from_db()
    update_tournament(evening, {"starts_at": "2026-12-02T20:00:00Z"}, by=director_of(evening))
    [old], [new] = Calendar.from_ical(before).events, events(anybody, of_club(club))
    assert (new["UID"], new.start - old.start) == (old["UID"], timedelta(days=1))
    assert new["SEQUENCE"] > old["SEQUENCE"]
    assert new.last_modified >= old.last_modified


def test_what_was_put_away_before_any_hand_is_cancelled(club, evening, anybody):
    archive_tournament(evening, by=director_of(evening))
    assert [told(event)["STATUS"] for event in events(anybody, of_club(club))] == ["CANCELLED"]


def test_what_was_played_and_put_away_is_not_cancelled(club, evening, anybody):
    play(a_round(evening).tables.get(number=1))
    archive_tournament(Tournament.objects.get(), by=director_of(evening))
    assert [told(event)["STATUS"] for event in events(anybody, of_club(club))] == ["CONFIRMED"]


@pytest.mark.parametrize("kept", [{"visibility": "private"}, {"visibility": "link"}, {"starts_at": None}])
def test_what_is_not_for_everybody_or_has_no_day_is_in_nobodys_calendar(kept, club, evening, anybody, owner, host):
    Tournament.objects.update(**kept)
    for client in (anybody, owner, host):
        assert events(client, of_club(club)) == []
        if "visibility" in kept:
            assert client.get(of_player(Player.objects.first())).status_code == 404


def test_a_player_has_those_in_which_he_is_entered_under_the_name_that_is_shown(club, evening, anybody):
    a_tournament(club, players=4, name="Altra", starts_at=NINE.isoformat())
    first, last = Player.objects.get(name="Player 0001"), Player.objects.get(name="Player 0008")
    assert [len(events(anybody, of_player(player))) for player in (first, last)] == [2, 1]
    evening.entries.filter(players=last).update(status="withdrawn", until_round=0)
    assert events(anybody, of_player(last)) == []
    show_player_as(last, shown_as="code", code_name="La Volpe", by=director_of(evening))
    calendar = anybody.get(of_player(last)).content
    assert b"X-WR-CALNAME:La Volpe\r\n" in calendar
    assert b"0008" not in calendar


def test_a_feed_takes_as_many_queries_for_many(club, evening, anybody, django_assert_num_queries):
    for _more in range(3):
        a_tournament(club, players=0, starts_at=NINE.isoformat())
    player = Player.objects.first()
    with django_assert_num_queries(2):
        anybody.get(of_club(club))
    with django_assert_num_queries(3):
        anybody.get(of_player(player))


def test_pages_offer_it_and_it_is_kept_for_everybody(club, evening, anybody):
    player = Player.objects.first()
    for page, feed in ((f"/clubs/{club.slug}/", of_club(club)), (f"/players/{player.pk}/", of_player(player))):
        content = anybody.get(page).content.decode()
        assert f'<link rel="alternate" type="text/calendar" href="{feed}"' in content
        assert f'href="webcal://localhost:8000{feed}"' in content
        assert public_address(feed, "").tournament is None
