"""The screens of a hall: their data, their control, and the size of responses."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.again import fixture_again
from tests.e2e.screens import build
from tests.halls import a_round, a_table, a_tournament, a_user, agreed, by, director_of, play, play_out
from tests.season_evenings import a_season, an_evening
from tests.web.pages import text
from tests.web.test_weight import compressed, parts, weigh
from tournaments.actions import sweep
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.hands import help_calls
from tournaments.actions.people import players, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.screens import opening, pairing
from tournaments.actions.seasons.removed_evenings import remove_evening
from tournaments.actions.setup import archiving
from tournaments.actions.standings import standings
from tournaments.models import Screen, Tournament
from tournaments.web.screens.documents import season_standings

pytestmark = pytest.mark.django_db


@fixture_again
def tournament(club):
    return a_tournament(club, players=9, rounds=2, table={"hands": 1})


class Wall:
    """A screen's requests as its script sends them: it names the parts that it has, and keeps those that it gets."""

    def __init__(self, secret):
        self.client, self.secret, self.marks, self.told = Client(), secret, ["-"] * 6, {}

    def ask(self):
        answer = self.client.get(f"/tv/{self.secret}/news/", {"known": ".".join(self.marks), "pages": "7"})
        news = answer.json()
        parts = self.told.get("parts", {}) | {
            name: part for name, part in news.get("parts", {}).items() if len(part) > 1
        }
        self.told = {**self.told, **news, "parts": parts}
        marks = [news.get("head", "-"), *(parts.get(name, {"mark": "-"})["mark"] for name in NAMES)]
        self.marks, self.sent = marks, news
        return self.told


NAMES = ("people", "seats", "standings", "tree", "season")


@pytest.fixture
def opened(db):
    return opening.open_screen("hall")


@pytest.fixture
def wall(tournament, opened):
    pairing.pair_screen(tournament, opened.screen.code, by=director_of(tournament), language="en")
    return Wall(opened.secret)


@pytest.fixture
def screen(wall, opened):
    return Screen.objects.get(pk=opened.screen.pk)


class TestSteering:
    def test_what_is_filled_in_is_what_the_screen_does(self, director, wall, screen):
        wall.ask()
        where = reverse("change-screen", args=[screen.tournament.slug, screen.pk])
        director.post(where, {"shows_next": "on", "seconds": "20", "look": "light", "message": "<b>Supper</b>"})
        screen.refresh_from_db()
        assert (screen.shows_names, screen.look, screen.language, screen.reach) == (False, "light", "it", "10")
        news = wall.ask()
        assert (news["seconds"], news["message"], news["shows"]) == (20, "<b>Supper</b>", ["next"])
        page = wall.client.get(f"/tv/{wall.secret}/").content.decode()
        assert 'lang="it" data-theme="light" data-reach="10"' in page

    def test_faults_stand_beside_their_fields(self, director, wall, screen):
        where = reverse("change-screen", args=[screen.tournament.slug, screen.pk])
        wrong = {"seconds": "3", "message": "x" * 121, "name": "y" * 41, "look": "pink"}
        answer = director.post(where, wrong)
        assert (answer.status_code, answer.context["form"].errors.keys()) == (422, wrong.keys())

    def test_hold_and_go_on(self, director, wall, screen):
        hold = reverse("hold-screen", args=[screen.tournament.slug, screen.pk])
        for held in ("yes", "yes", "no"):
            director.post(hold, {"held": held})
            assert wall.ask()["held"] is (held == "yes")

    def test_the_director_sees_whether_it_lives_and_how_long_a_turn_takes(self, director, wall, screen):
        where = reverse("screens", args=[screen.tournament.slug])
        wall.ask()
        assert "7 pages: everybody is shown within 56 s" in text(director.get(where))
        Screen.objects.update(pages=8)
        assert "8 pages: everybody is shown within 1 min 4 s" in text(director.get(where))
        Screen.objects.update(seen_at=F("seen_at") - timedelta(minutes=5))
        assert "Not seen since" in text(director.get(where))
        wall.ask()
        assert "Not seen since" not in text(director.get(where))

    def test_the_clubs_screen_is_brought_to_another_evening(self, director, wall, screen, club):
        other = a_tournament(club, name="Coppa")
        assert "Serata" in text(director.get(reverse("screens", args=[other.slug])))
        director.post(reverse("bring-screen", args=[other.slug, screen.pk]))
        assert Screen.objects.get().tournament == other

    def test_the_desk_leads_there(self, director, tournament):
        desk = director.get(reverse("desk", args=[tournament.slug])).content.decode()
        assert f'href="/tournaments/{tournament.slug}/screens/"' in desk


class TestWhatItShows:
    @pytest.mark.slow
    def test_an_evening(self, wall, tournament):
        news = wall.ask()
        assert (news["round"], news["next"]) == (
            "Not begun yet",
            ["Round 1 follows.", "The tables are announced here."],
        )
        first = a_round(tournament)
        clock.start_clock(first, by=director_of(tournament), minutes=40)
        news = wall.ask()
        assert (news["shows"], news["clock"]["left"], news["round"]) == (["clock", "names"], 2_400_000, "Round 1 of 2")
        seats = news["parts"]["seats"]
        everybody = sorted(number for _table, numbers in seats["tables"] for number in numbers)
        assert sorted([*everybody, *seats["out"]]) == list(range(1, 10))
        play(first.tables.get(number=1))
        sweep.refresh_stale_standings()
        assert "standings" not in wall.ask()["shows"]  # nobody is ahead for having played first
        play(first.tables.get(number=2), points=[8, 11, 2, 19])
        rounds.close_round(first, by=director_of(tournament))
        sweep.refresh_stale_standings()
        news = wall.ask()
        assert (news["shows"], news["next"][0]) == (["standings", "next"], "Round 2 follows.")
        after_one = news["parts"]["standings"]["rows"]
        assert news["parts"]["standings"]["title"] == "Standings after round 1"
        second = a_round(tournament)
        play(second.tables.get(number=1), points=[20, 20, 0, 0])
        sweep.refresh_stale_standings()
        news = wall.ask()["parts"]
        assert (news["standings"]["rows"], news["state"]["text"]) == (
            *(after_one, "Round 2 is in play: one table is still playing."),
        )
        play(second.tables.get(number=2))
        rounds.close_round(second, by=director_of(tournament))
        sweep.refresh_stale_standings()
        news = wall.ask()
        assert (news["parts"]["state"]["text"], news["shows"]) == ("Final standings.", ["standings"])
        Screen.objects.update(shows_standings=False, version=F("version") + 1)
        news = wall.ask()
        assert (news["shows"], news["next"], news["round"]) == ([], [], "All rounds are played.")

    def test_an_archived_tournament_is_not_said_to_be_played_out(self, wall, tournament):
        archiving.archive_tournament(tournament, by=director_of(tournament))
        assert (wall.ask()["round"], wall.ask()["next"]) == ("Archived", [])

    def test_what_is_hidden_from_the_public_is_hidden_on_the_wall(self, wall, tournament):
        for _round in range(2):
            played = a_round(tournament)
            play_out(played)
            rounds.close_round(played, by=director_of(tournament))
        sweep.refresh_stale_standings()
        Tournament.objects.update(visibility="private")
        standings.hide_standings(tournament, by=director_of(tournament), after_round=1)
        news = wall.ask()["parts"]
        assert news["standings"]["title"] == "Standings after round 1"
        assert news["state"] == {"text": "Standings are hidden until the prize-giving.", "mark": news["state"]["mark"]}
        Tournament.objects.update(standings_hidden_after=0)
        assert "standings" not in wall.ask()["shows"]

    @pytest.mark.slow
    def test_the_season_is_shown_where_the_director_wishes_it(self, club, wall, tournament, screen, director):
        earlier = an_evening(club, 0, 5, 10, 25)
        season = a_season(club, earlier, tournament)
        assert "season" not in wall.ask()["shows"]
        director.post(
            reverse("change-screen", args=[tournament.slug, screen.pk]), {"shows_season": "on", "seconds": "8"}
        )
        news = wall.ask()
        assert (news["shows"], news["parts"]["season"]["rows"][0]) == (["season"], ["Player 0002", 1, "4"])
        assert (news["parts"]["season"]["title"], news["parts"]["season"]["sub"]) == ("Stagione", "1 serata su 4")
        agreed(director_of(earlier), lambda by: standings.hide_standings(earlier, by=by, after_round=0))
        assert season_standings(tournament) is None
        remove_evening(season.evenings.get(tournament=tournament), by=director_of(tournament))
        assert season_standings(tournament) is None

    def test_calls_are_shown_where_the_director_wishes_it(self, wall, tournament):
        help_calls.call_director(a_table(a_round(tournament)), seat=0, reason="Anna cheats")
        assert wall.ask()["calls"] == []
        Screen.objects.update(shows_calls=True, version=F("version") + 1)
        ((table, _time),) = wall.ask()["calls"]
        assert (table, "calls" in wall.told["shows"], "cheats" in str(wall.told)) == (1, True, False)

    def test_partners_each_find_themselves_by_family_name(self, club, opened):
        club.by_family_name = True
        club.save()
        pairs = a_tournament(club, players=0, name="Coppie", ruleset="buraco", table={"hands": 2})
        names = [("Maria Rossi", "Ugo Bianchi"), ("Anna Verdi", "Leo De Luca")]
        registration.register(pairs, [Candidate(names=pair) for pair in names], by=by(a_user("olga")))
        pairing.pair_screen(pairs, opened.screen.code, by=director_of(pairs), language="en")
        assert Wall(opened.secret).ask()["parts"]["people"]["rows"] == [
            [1, "Bianchi, Ugo", 1], [2, "De Luca, Leo", 1], [1, "Rossi, Maria"], [2, "Verdi, Anna"],
        ]  # fmt: skip

    def test_nothing_new_costs_two_questions_and_few_bytes(self, wall, tournament):
        a_round(tournament)
        wall.ask()
        with CaptureQueriesContext(connection) as asked:
            wall.ask()
        assert len(asked) == 2
        assert "parts" not in wall.sent

    def test_whoever_is_erased_is_on_no_wall(self, wall, tournament):
        player = tournament.entries.get(number=1).players.get()
        players.rename_player(player, "Ermenegilda", by=director_of(tournament))
        Screen.objects.update(message="Bravo Ermenegilda!", name="Ermenegilda")
        assert "Ermenegilda" in str(wall.ask())
        erase_player(player, by=director_of(tournament))
        assert "Ermenegilda" not in str(wall.ask())
        assert Screen.objects.get().name == ""


LATER_THAN_CHROMIUM_68 = r"\d_\d|\?\.[a-z(\[]|\?\?|replaceChildren|replaceAll|\.flat\(|\.at\(|fromEntries|static \{"
IN_STYLES = r"\bgap:|-inline|-block|\binset:|\b(?:clamp|min|max)\(|:is\(|:where\(|:has\(|aspect-ratio:(?! )"


def test_what_televisions_of_2020_do_not_know_is_not_used():
    folder = Path("tournaments/static/tavolo")
    scripts = {path: path.read_text() for path in (folder / "js/tv").glob("*.js")}
    styles = {path: path.read_text() for path in (folder / "css").glob("tv.css")}
    for sources, pattern in ((scripts, LATER_THAN_CHROMIUM_68), (styles, IN_STYLES)):
        assert sources
        bare = {path: re.sub(r"//.*|/\*[\s\S]*?\*/", "", text) for path, text in sources.items()}
        assert {path: re.findall(pattern, text) for path, text in bare.items()} == {path: [] for path in sources}


@pytest.mark.slow
def test_400_players_weigh_little():
    built = build(400)
    Screen.objects.update(shows_tables=True, shows_calls=True)
    page = Client().get(f"/tv/{built['secret']}/").content
    wall = Wall(built["secret"])
    first = wall.client.get(f"/tv/{wall.secret}/news/", headers={"Accept-Encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    assert compressed(page) + sum(weigh(part) for part in parts(page.decode())) + len(first.content) < 80_000
    wall.ask()
    tournament = Tournament.objects.get(slug=built["slug"])
    second = tournament.rounds.get(number=2)
    play_out(second, [2, 19, 8, 11])
    rounds.close_round(second, by=director_of(tournament))
    sweep.refresh_stale_standings()
    wall.ask()
    assert {name for name, part in wall.sent["parts"].items() if len(part) > 1} == {"standings", "state"}
    assert sizes(wall) < 5_000
    a_round(tournament)
    wall.ask()
    assert {name for name, part in wall.sent["parts"].items() if len(part) > 1} == {"seats", "state"}
    assert sizes(wall) < 5_000


def sizes(wall):
    return compressed(json.dumps(wall.sent).encode())
