"""The clock on pages: at the desk, in public and at the tables, also without scripts."""

import html
import json
import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.halls import a_round, a_tournament, director_of, play
from tests.web.at_table import a_phone, path
from tournaments.actions.rounds import clock, rounds
from tournaments.models import Clock, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(club):
    return a_round(a_tournament(club, round_minutes=40))


def to(name, round_, *more):
    return reverse(name, args=[round_.tournament.slug, *more])


def start(round_, **more):
    return clock.start_clock(round_, by=director_of(round_.tournament), **more)


def shown(answer):
    """Return the words of the page's clock, and its start values for the script; None for one that was not started."""
    page = answer.content.decode()
    words = re.search(r'clock-words"[^>]*>([^<]*)<', page)[1]
    return html.unescape(words), json.loads(html.unescape(re.search(r'data-clock="([^"]*)"', page)[1]))


def ends(round_):
    """When a round's time is over, the second that has begun counted as a whole one, as clocks show it."""
    over = Clock.objects.get(round=round_).ends_at() + timedelta(milliseconds=999)
    return timezone.localtime(over, ZoneInfo("Europe/Rome"))


@pytest.mark.slow
def test_the_desk_sets_it(director, round_):
    Tournament.objects.update(starts_at=None)
    desk = director.get(to("desk", round_))
    assert shown(desk)[1] is None
    assert 'name="minutes" inputmode="numeric" autocomplete="off" value="40"' in desk.content.decode()
    director.post(to("start-clock", round_, 1), {"minutes": "30"})
    words, begins = shown(director.get(to("desk", round_)))
    assert (words, begins["left"]) == (f"until {ends(round_):%H:%M}", 1_800_000)
    director.post(to("change-clock", round_, 1, "more"), {"minutes": "5", "version": "1"})
    again = director.post(to("change-clock", round_, 1, "more"), {"minutes": "5", "version": "1"}, follow=True)
    assert "this is its current state" in again.content.decode()
    director.post(to("change-clock", round_, 1, "pause"))
    assert shown(director.get(to("desk", round_)))[0] == "The clock is stopped: 35 minutes left"
    director.post(to("give-time", round_, 1), {"minutes": "3", "table": "2", "version": "3"})
    assert "Table 2 has 3 minutes more." in director.get(to("desk", round_)).content.decode()
    director.post(to("change-clock", round_, 1, "resume"))
    director.post(to("change-clock", round_, 1, "end"))
    ended = director.get(to("desk", round_))
    assert shown(ended)[0] == "Time is up: finish the hand that you are playing."
    assert re.findall(r'<[^>]*data-when="open"( hidden)?', ended.content.decode()) == [" hidden"] * 3


def test_a_script_hears_how_it_stands_or_why_not(director, round_):
    start(round_)
    as_json = {"headers": {"Accept": "application/json"}}
    paused = director.post(to("change-clock", round_, 1, "pause"), **as_json).json()["clock"]
    assert (paused["version"], paused["since"]) == (2, None)
    more = to("change-clock", round_, 1, "more")
    refused = director.post(more, {"minutes": "5", "version": "1"}, **as_json)
    assert (refused.status_code, refused.json()["codes"]) == (412, ["clock_changed"])
    assert director.post(to("change-clock", round_, 1, "nonsense")).status_code == 404


@pytest.mark.parametrize(
    ("name", "sent", "faults"),
    [
        ("start-clock", {"minutes": "x"}, {"minutes": ["Enter a whole number."]}),
        ("start-clock", {"minutes": "0"}, {"minutes": ["Enter a number from 1 to 10080."]}),
        ("start-clock", {"minutes": "9", "starts_at": "2020-01-01T20:00"}, {"starts_at": [
            "This time has passed: choose a later one, or leave it empty to start now."
        ]}),
        ("give-time", {"minutes": "5", "table": "99"}, {"table": ["There is no such table in this round."]}),
        ("give-time", {"minutes": "-41"}, {"minutes": ["Enter a number from -40 to 10040."]}),
        ("give-time", {"minutes": ""}, {"minutes": [
            "Enter the minutes to add, with a minus sign to take minutes off."
        ]}),
    ],
)  # fmt: skip
def test_what_is_refused_stands_beside_its_field(director, round_, name, sent, faults):
    if name == "give-time":
        Clock.objects.filter(pk=start(round_).pk).update(runs_since=None)
    answer = director.post(to(name, round_, 1), sent)
    assert (answer.status_code, answer.context["form"].errors) == (422, faults)


def test_the_public_round_and_table_show_it(anybody, round_):
    assert shown(anybody.get(to("round", round_, 1)))[1] is None
    given = start(round_)
    clock.give_time(round_, by=director_of(round_.tournament), minutes=10, table=2)
    assert shown(anybody.get(to("round", round_, 1)))[0] == f"until {ends(round_):%H:%M}"
    later = ends(round_) + timedelta(minutes=10)
    assert shown(anybody.get(to("table", round_, 1, 2)))[0] == f"until {later:%H:%M}"
    assert given.minutes == 40


def test_a_start_to_come_is_told(anybody, round_):
    begins = timezone.now() + timedelta(hours=1)
    start(round_, starts_at=begins)
    words = shown(anybody.get(to("round", round_, 1)))[0]
    assert re.fullmatch(r"from \d\d:\d\d until \d\d:\d\d", words)


def test_a_phone_shows_its_tables_own_time(round_):
    table = round_.tables.get(number=2)
    phone = a_phone(table, seat=0)
    start(round_)
    clock.give_time(round_, by=director_of(round_.tournament), minutes=10, table=2)
    later = ends(round_) + timedelta(minutes=10)
    assert shown(phone.get(path(table)))[0] == f"until {later:%H:%M}"
    told = phone.get(path(table, "table-clock")).json()
    assert (told["round"], told["clock"]["tables"]) == (1, [{"table": 2, "beyond": 600_000}])


def test_a_phone_of_a_private_tournament_asks_at_its_table(anybody, round_):
    Tournament.objects.update(visibility="private")
    table = round_.tables.get(number=1)
    start(round_)
    page = a_phone(table, seat=0).get(path(table)).content.decode()
    assert f'data-follows="{path(table, "table-clock")}" data-full=""' in page
    assert anybody.get(path(table, "table-clock")).json() == {"round": None, "clock": None}


@pytest.mark.slow
def test_the_desk_closes_what_has_played_its_minutes(director, club):
    round_ = a_round(a_tournament(club, table={"hands": 2, "minutes": 25}))
    started = start(round_)
    offered = "Time is up at the tables."
    for table in round_.tables.all():
        play(table)
    assert offered not in director.get(to("desk", round_)).content.decode()
    Clock.objects.filter(pk=started.pk).update(runs_since=timezone.now() - timedelta(minutes=26))
    assert offered in director.get(to("desk", round_)).content.decode()
    director.post(to("close-round", round_, 1))
    round_.refresh_from_db()
    assert round_.state == "closed"


def test_a_closed_round_has_no_clock(anybody, director, round_):
    start(round_)
    director.post(to("close-round", round_, 1), {"anyway": "yes"})
    assert "data-clock" not in anybody.get(to("round", round_, 1)).content.decode()


def test_the_standings_show_the_clock_of_whichever_round(anybody, round_):
    director = director_of(round_.tournament)
    start(round_)
    clock.give_time(round_, by=director, minutes=10, table=2)
    page = anybody.get(to("tournament", round_))
    assert shown(page)[0] == f"until {ends(round_):%H:%M}"
    assert 'data-round=""' in page.content.decode()
    rounds.close_round(round_, by=director, anyway=True)
    assert shown(anybody.get(to("tournament", round_)))[1] is None
    tournament = round_.tournament
    Tournament.objects.update(status="finished")
    assert "data-clock" not in anybody.get(reverse("tournament", args=[tournament.slug])).content.decode()


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_kiosk_shows_it_too(owner, round_, visibility):
    Tournament.objects.update(visibility=visibility)
    table = round_.tables.get(number=1)
    start(round_)
    owner.post(path(table, "start-kiosk"))
    page = owner.get(path(table, "kiosk-tables"))
    assert shown(page)[0] == f"until {ends(round_):%H:%M}"
    if visibility == "private":
        assert path(table, "table-clock") in page.content.decode()
        assert owner.get(path(table, "table-clock")).json()["round"] == 1


def test_a_tables_own_time_stands_in_the_public_list(anybody, round_):
    start(round_)
    clock.give_time(round_, by=director_of(round_.tournament), minutes=10, table=2)
    assert re.findall(r"\+(\d+) minutes", anybody.get(to("round", round_, 1)).content.decode()) == ["10"]
    clock.end_clock(round_, by=director_of(round_.tournament))
    assert "+10 minutes" not in anybody.get(to("round", round_, 1)).content.decode()


@pytest.mark.parametrize(
    ("warning", "minutes", "state"),
    [(None, 6, "running"), (None, 5, "soon"), (10, 9, "soon"), (0, 1, "running"), (None, 0, "over")],
)
def test_clock_warns_before_the_end_at_the_desk_in_public_and_at_the_tables(
    director, anybody, round_, warning, minutes, state
):
    Tournament.objects.update(clock_warning=warning)
    start(round_)
    Clock.objects.update(left=minutes * 60_000, runs_since=timezone.now())
    table = round_.tables.get(number=1)
    phone = a_phone(table, seat=0)
    for page in (director.get(to("desk", round_)), anybody.get(to("round", round_, 1)), phone.get(path(table))):
        assert re.search(r'class="clock[^>]*data-state="([a-z]+)"', page.content.decode())[1] == state
