"""A public page with everything that it loads comes fast over a bad phone."""

import gzip
import re
from pathlib import Path
from random import Random

import pytest
from django.contrib.staticfiles import finders

from tests.halls import a_round, a_tournament, director_of, play, play_out
from tournaments.actions import sweep
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.serving.static_files import FOLDER, JOINED, joined

pytestmark = pytest.mark.django_db
LIMIT = 50_000
HEADERS = 300
"""What a browser counts for those of each answer."""
PAGES = [
    "/",
    "/rules/buraco/",
    "/rules/brisca/count/",
    "/rules/buraco/count/?by=cards",
    *(f"/tournaments/serata/{tail}" for tail in ("", "players/", "pictures/", "rounds/1/", "rounds/1/tables/1/")),
]


@pytest.fixture(scope="module")
def large_hall(module_db):
    round_ = a_round(a_tournament(players=120, name="Serata"))
    play_out(round_, [8, 11, 2, 19])
    sweep.refresh_stale_standings()


@pytest.mark.parametrize("where", PAGES)
def test_a_public_page_weighs_less_than_50_kb_with_everything(where, anybody, large_hall):
    assert whole(anybody.get(where).content) < LIMIT


@pytest.mark.slow
def test_pages_of_400_different_players_are_light(anybody, module_db):
    chance = Random(4)
    names = [" ".join(a_word(chance) for _ in range(2)) for _ in range(400)]
    tournament = a_tournament(players=0, name="Grande", table={"hands": 2}, rounds=3)
    registration.register(tournament, [Candidate(names=(name,)) for name in names], by=director_of(tournament))
    for _round in range(2):
        round_ = a_round(tournament)
        for table in round_.tables.all():
            for hand in (1, 2):
                first, second = chance.randint(1, 19), chance.randint(1, 19)
                play(table, hand, [first, second, 1, 39 - first - second])
        rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    for tail in ("", "players/", "pictures/", "rounds/2/"):
        assert whole(anybody.get(f"/tournaments/grande/{tail}").content) < LIMIT, tail


def a_word(chance):
    return "".join(chance.choice("bcdfglmnprstvz") + chance.choice("aeiou") for _ in range(chance.randint(2, 5)))


def whole(page):
    """A page with everything that it loads, as it comes over the line."""
    return sum(HEADERS + each for each in (compressed(page), *map(weigh, parts(page.decode()))))


def parts(page):
    """Return every file that a page requests, once."""
    asked = re.findall(r'(?:href|src)="/static/([^"]+)"', page)
    return sorted(set(asked))


def weigh(name):
    body = read(name)
    return len(body) if name.endswith(".woff2") else compressed(body)


def read(name):
    if name in JOINED:
        return joined(read(f"{FOLDER}{sheet}.css").decode() for sheet in JOINED[name]).encode()
    return Path(finders.find(name)).read_bytes()


def compressed(body):
    return len(gzip.compress(body, compresslevel=6))


@pytest.mark.parametrize("where", PAGES)
def test_no_page_loads_anything_from_elsewhere(where, anybody, large_hall):
    page = anybody.get(where).content.decode()
    assert re.findall(r'(?:src|<link[^>]*href)="(?!/)[^"]+"', page) == []


def test_the_policy_allows_nothing_inline(anybody):
    policy = anybody.get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
