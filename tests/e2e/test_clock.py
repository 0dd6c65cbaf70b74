"""The clock is the same at the desk, on a phone and in public, whatever the phone's own clock says."""

import json
import time
import urllib.request
from datetime import datetime
from email.utils import parsedate_to_datetime

import pytest

from tests.e2e.conftest import Site
from tests.e2e.phone import Phone
from tests.e2e.reader import BUSY

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
PROMPT = 2  # seconds
MORE = ["+1 minute", "+5 minutes"]
FOR_ONE_TABLE = "More time for one table, or less"
RUN_OUT = """
from datetime import timedelta
from django.db.models import F
from tournaments.models import Clock
Clock.objects.filter(round__tournament__slug="{}").update(runs_since=F("runs_since") - timedelta(minutes=2))
"""
STARTED = """
from tests.halls import director_of
from tournaments.actions.rounds import clock
from tournaments.models import Round
round_ = Round.objects.get(tables={})
clock.start_clock(round_, by=director_of(round_.tournament), minutes=20)
"""
CLOSED = """
from tests.halls import director_of
from tournaments.actions.rounds.rounds import close_round
from tournaments.models import Round
round_ = Round.objects.get(tables={})
close_round(round_, by=director_of(round_.tournament), anyway=True)
"""
PARTS = """
return performance.getEntriesByType("resource").filter((one) => one.name.endsWith("?part=live")).length;
"""
WRONG = """
const real = Date.now; const ahead = 3_600_000 * 5;
Date.now = () => real() + ahead;
"""


@pytest.fixture
def places(new_browser, served, table):
    """The desk, a phone whose clock is five hours wrong, and somebody who looks on."""
    director = Site(new_browser(), served.address)
    director.size("desk")
    director.sign_in(table["director"])
    director.open(f"/tournaments/{table['slug']}/desk/")
    wrong = new_browser()
    wrong.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WRONG})
    phone = Phone(wrong, served.address, table, 0)
    public = Site(new_browser(), served.address)
    public.open(f"/tournaments/{table['slug']}/rounds/1/")
    return [director, phone, public]


def seconds(place):
    """Return the remaining seconds on the clock of this page; None if it shows no clock."""
    digits = place.ask("return document.querySelector('.clock:not([hidden]) .clock-time')?.textContent || ''")
    minutes, _colon, rest = digits.partition(":")
    return int(minutes) * 60 + int(rest) if rest else None


def state(place):
    return place.ask("return document.querySelector('.clock:not([hidden])')?.dataset.state")


def agree(places):
    """Whether all show the same second, but for one."""
    shown = [seconds(place) for place in places]
    return None not in shown and max(shown) - min(shown) <= 1


def until_all(places, wanted):
    """Return how long it took until each showed this state."""
    began = time.monotonic()
    places[0].wait(lambda: all(state(place) == wanted for place in places), 15)
    return time.monotonic() - began


def test_three_places_show_the_same_second_and_follow(places):
    director, _phone, public = places
    director.fill("Minutes", 20)
    director.press("Start the clock")
    until_all(places, "running")
    time.sleep(5)  # by then each has heard the server often enough
    assert agree(places), [seconds(place) for place in places]
    press(director, "Stop the clock")
    assert until_all(places, "paused") <= PROMPT
    stood = seconds(public)
    time.sleep(2)
    assert [seconds(place) for place in places] == [stood] * 3
    press(director, "+5 minutes")
    director.wait(lambda: [seconds(place) for place in places] == [stood + 300] * 3, PROMPT)
    press(director, "Resume the clock")
    assert until_all(places, "running") <= PROMPT
    assert agree(places), [seconds(place) for place in places]
    press(director, "Time is up")
    assert until_all(places, "over") <= PROMPT
    assert "Time is up: finish the hand that you are playing." in places[1].says()
    director.wait(lambda: offered(director) == ["Resume the clock"], PROMPT)
    press(director, "Resume the clock")
    director.wait(lambda: offered(director) == ["Stop the clock", *MORE, "Time is up", FOR_ONE_TABLE], PROMPT)


def test_a_phone_that_opened_the_table_by_its_code_counts_down(places, table):
    director, phone, _public = places
    director.fill("Minutes", 20)
    director.press("Start the clock")
    phone.wait(lambda: seconds(phone))
    phone.browser.delete_all_cookies()
    phone.open(f"/t/{table['slug']}")
    phone.fill("Or enter the code on the card", table["code"])
    phone.tap("#table .button.wide")
    phone.wait_for("Who are you?")
    phone.wait(lambda: seconds(phone), 5)


def test_what_a_busy_server_did_not_do_is_told_where_it_was_tapped(places):
    director = places[0]
    director.fill("Minutes", 20)
    director.press("Start the clock")
    director.wait(lambda: "+5 minutes" in offered(director))
    director.ask(BUSY + "window.same = true")
    press(director, "+5 minutes")
    director.wait(lambda: "That tap was not saved. Try again." in director.says(), PROMPT)
    director.ask("window.fetch = asks")
    press(director, "+5 minutes")
    director.wait(lambda: (seconds(director) or 0) > 1200, PROMPT)
    assert "That tap was not saved. Try again." not in director.says()
    assert director.ask("return window.same") is True


def test_a_clock_that_stands_still_with_nothing_left_is_given_more(places, served, table):
    director = places[0]
    director.fill("Minutes", 1)
    director.press("Start the clock")
    served.run(RUN_OUT.format(table["slug"]))
    director.open(f"/tournaments/{table['slug']}/desk/")
    director.wait(lambda: state(director) == "over")
    press(director, "Stop the clock")
    director.wait(lambda: "Resume the clock" in offered(director), PROMPT)
    assert offered(director) == ["Resume the clock", *MORE, FOR_ONE_TABLE]
    press(director, "+5 minutes")
    director.wait(lambda: seconds(director) == 300, PROMPT)


def offered(place):
    """Return the actions that are possible on the clock."""
    return place.ask("""
        const ways = [...document.querySelectorAll("#clock :is(button, a)")];
        return ways.filter((way) => way.checkVisibility()).map((way) => way.textContent.trim());
    """)


def press(place, words):
    """Press a button that leaves the page as it is."""
    place.ask(
        "[...document.querySelectorAll('button')].find((b) => b.textContent.trim() === arguments[0]).click()", words
    )


START = """
from tests.halls import a_round, director_of
from tournaments.actions.rounds import clock
round_ = a_round()
clock.start_clock(round_, by=director_of(round_.tournament), minutes=30)
print(round_.tournament.slug)
"""


def read_clock(served, slug):
    with urllib.request.urlopen(f"{served.address}/api/v1/tournaments/{slug}/live/") as answer:
        return json.load(answer)["clock"], parsedate_to_datetime(answer.headers["Date"])


def test_clock_survives_a_power_cut(serve):
    running = serve()
    slug = running.run(START).splitlines()[-1]
    before, _then = read_clock(running, slug)
    running.lose_power()
    again, now = read_clock(serve(TAVOLO_DATA_DIR=running.data_dir), slug)
    assert again == before
    ran = (now - datetime.fromisoformat(again["since"])).total_seconds()
    assert (-1 <= ran < 120, again["left"]) == (True, 30 * 60_000)


def test_the_clock_ends_with_its_round_on_a_public_page(site, served, table):
    served.run(STARTED.format(table["table"]))
    site.open(f"/tournaments/{table['slug']}/rounds/1/")
    site.wait(lambda: state(site) == "running")
    served.run(CLOSED.format(table["table"]))
    site.wait_for("The round is closed.", 30)
    site.wait(lambda: state(site) is None)
    time.sleep(1)
    fetched = site.ask(PARTS)
    time.sleep(5)
    assert site.ask(PARTS) - fetched <= 1  # the page asks for news every ten seconds
