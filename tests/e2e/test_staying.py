"""A refresh never replaces a page that was removed: it says so and has a link."""

import json

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

BEGIN = """
from django.utils.crypto import get_random_string
from tests.halls import a_club, a_round, a_tournament, a_user, director_of
from tournaments.actions.rounds import clock
import json
who = "olga-" + get_random_string(6).lower()
tournament = a_tournament(a_club(who, a_user(who)), players=44, rounds=4, pairing="random", name=who)
round_ = a_round(tournament, publish={publish})
if {publish}:
    clock.start_clock(round_, minutes=30, by=director_of(tournament))
print(json.dumps(tournament.slug))
"""
DROP = """
from tests.halls import director_of
from tournaments.actions.rounds.rounds import drop_draft
from tournaments.models import Tournament
tournament = Tournament.objects.get(slug={slug!r})
drop_draft(tournament.rounds.get(), by=director_of(tournament))
"""
HIDE = (
    "from tournaments.models import Tournament; Tournament.objects.filter(slug={slug!r}).update(visibility='private')"
)
GONE = "What this page showed was removed."


@pytest.fixture
def begun(served):
    def make(*, publish):
        return json.loads(served.run(BEGIN.format(publish=publish)).splitlines()[-1])

    return make


def stays(reader, path):
    """Whether the very page that was opened is still there."""
    return reader.ask("return window.opened === true && location.pathname") == path


def test_a_draft_that_somebody_else_has_dropped(director, served, begun):
    slug = begun(publish=False)
    path = f"/tournaments/{slug}/rounds/1/draft/"
    director.size("desk")
    director.open(path)
    director.ask("window.opened = true")
    served.run(DROP.format(slug=slug))
    director.wait_for(GONE)
    assert stays(director, path)
    assert "Player 0007" in director.says()
    director.press("Refresh")
    assert "Not in this tournament" in director.says()


@pytest.mark.parametrize("times", [1, 3])
def test_a_form_that_is_sent_is_not_left_by_a_refresh(director, begun, times):
    slug = begun(publish=False)
    director.size("desk")
    director.open(f"/tournaments/{slug}/rounds/1/draft/")
    for _time in range(times):
        labels = [b.text for b in director.all("button[name=method]")]
        for label in [labels[0], labels[-1]]:
            director.press(label)
            director.wait_for("How it was drawn", seconds=60)
            assert director.browser.current_url.endswith("/rounds/1/draft/")
            assert f"Now: {label}" in director.says()


@pytest.mark.parametrize("page", ["", "rounds/1/"])
def test_a_public_page_that_is_shown_no_more(site, served, begun, page):
    slug = begun(publish=True)
    path = f"/tournaments/{slug}/{page}"
    site.size("phone")
    site.open(path)
    site.ask("window.opened = true")
    served.run(HIDE.format(slug=slug))
    site.wait_for(GONE, seconds=40)
    assert stays(site, path)


def test_a_clock_that_is_out_of_reach_keeps_its_page(director, served, begun):
    slug = begun(publish=True)
    path = f"/tournaments/{slug}/desk/"
    director.size("desk")
    director.open(path)
    director.ask("window.opened = true")
    director.browser.execute_cdp_cmd("Network.enable", {})
    offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    director.browser.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    try:
        form = director.all("form[data-clock-version]")[0]
        director.ask("arguments[0].requestSubmit(arguments[0].querySelector('button'))", form)
        director.wait_for("No connection", seconds=20)
        assert stays(director, path)
    finally:
        director.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**offline, "offline": False})
