"""A public page with everything that it loads comes fast over a bad phone."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tests.halls import a_round, a_tournament, play_out
from tournaments.actions import sweep

pytestmark = pytest.mark.django_db
LIMIT = 50_000
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
    page = anybody.get(where).content
    assert compressed(page) + sum(weigh(part) for part in parts(page.decode())) < LIMIT


def parts(page):
    """Every file that a page asks for, once."""
    asked = re.findall(r'(?:href|src)="/static/([^"]+)"', page)
    return sorted(set(asked))


def weigh(name):
    body = Path(finders.find(name)).read_bytes()
    return len(body) if name.endswith(".woff2") else compressed(body)


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
