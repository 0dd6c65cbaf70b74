"""Drawing in a real browser, on a phone: wishes, a draw that takes its time, the draft."""

import json

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.e2e.reader import BUSY

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]


BEGIN = """
from django.utils.crypto import get_random_string
from tests.halls import a_club, a_round, a_tournament, a_user, play_out
who = "olga-" + get_random_string(6).lower()
hall = {"pairing": "swiss", "rounds": 4, "table": {"hands": 1}, "name": who}
tournament = a_tournament(a_club(who, a_user(who)), players=60, **hall)
play_out(a_round(tournament), [6, 8, 11, 15])
print(tournament.slug)
"""


@pytest.fixture
def swiss(served, director):
    """The address of a tournament whose next draw takes a worker's time."""
    director.size("phone")
    return f"/tournaments/{served.run(BEGIN).splitlines()[-1]}/"


def fits(reader):
    return reader.ask("return document.documentElement.scrollWidth <= innerWidth")


def choose(reader, name, words):
    Select(reader.browser.find_element(By.NAME, name)).select_by_visible_text(words)


def test_two_who_may_not_sit_together(director, swiss):
    director.open(swiss + "constraints/")
    assert fits(director)
    choose(director, "apart-one", "Player 0003")
    choose(director, "apart-other", "Player 0007")
    director.press("Keep them apart")
    assert "Player 0003 and Player 0007" in director.says()
    choose(director, "fixed-entry", "Player 0005")
    director.fill("stays at table", "2")
    director.press("Stays there")
    director.press("Moves again: Player 0005")
    assert "Everybody moves." in director.says()


def test_the_draft_comes_up_by_itself(director, swiss):
    director.open(swiss + "draw/")
    assert fits(director)
    director.press("Draw the tables")
    assert "Round 2 is being drawn" in director.says()
    assert fits(director)
    director.wait_for("How it was drawn", seconds=60)
    assert fits(director)
    names = [name.text.split("\n")[-1] for name in director.all(".tap .name")]
    assert len(set(names)) == 60


@pytest.mark.usefixtures("without_javascript")
def test_long_draw_works_without_javascript(director, swiss):
    director.open(swiss + "draw/")
    director.press("Draw the tables")
    assert "Round 2 is being drawn" in director.says()
    director.wait_for("How it was drawn", seconds=60)


DRAFT = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_round, a_tournament, a_user
who = "olga-" + get_random_string(6).lower()
olga = a_user(who)
tournament = a_tournament(a_club(who, olga), players=41, name=who)
a_round(tournament, publish=False)
print(json.dumps([tournament.slug, session_of(olga)]))
"""


@pytest.fixture
def a_draft(served, site):
    """The draft of ten tables on a phone, and one who sits out."""
    slug, session = json.loads(served.run(DRAFT).splitlines()[-1])
    site.sign_in(session)
    site.size("phone")
    site.open(f"/tournaments/{slug}/rounds/1/draft/")
    return site


NAMES = "return [...document.querySelectorAll('.tap .name')].map((one) => one.textContent.trim().split('\\n').pop())"


def names_of(site):
    return site.ask(NAMES)


TOP = "return document.querySelectorAll('.tap')[arguments[0]].getBoundingClientRect().top"
IN_THE_MIDDLE = "document.querySelectorAll('.tap')[arguments[0]].scrollIntoView({ block: 'center' })"


def tap(site, place):
    site.ask(IN_THE_MIDDLE, place)
    where = site.ask(TOP, place)
    site.all(".tap")[place].click()
    return where


def test_two_change_places_on_a_page_that_stays_where_it_is(a_draft):
    site = a_draft
    before = names_of(site)
    site.ask("window.same = true")
    for one, other in ((20, 25), (26, 40)):
        tap(site, one)
        where = tap(site, other)
        before[one], before[other] = before[other], before[one]
        site.wait(lambda: names_of(site) == before)
        assert abs(site.ask(TOP, other) - where) < 1
        told = site.browser.find_element(By.CSS_SELECTOR, ".status-note")
        assert told.text.endswith("have changed places.")
        assert 0 <= site.ask("return arguments[0].getBoundingClientRect().top", told) < 200
    assert site.ask("return [window.same, document.querySelectorAll(':checked').length]") == [True, 0]


UNTIL_ASKED = """const done = arguments[0]; const real = fetch;
window.fetch = async (...one) => {
  const answer = await real(...one);
  if (one[0].includes("part=live")) setTimeout(done, 100);
  return answer;
};"""


def test_own_exchange_is_no_news(a_draft):
    site = a_draft
    before = names_of(site)
    tap(site, 20)
    tap(site, 25)
    site.wait(lambda: names_of(site) != before)
    site.browser.execute_async_script(UNTIL_ASKED)
    assert "changed meanwhile" not in site.says()


def test_a_busy_server_says_so_in_place_of_the_draft(a_draft):
    site = a_draft
    address = site.browser.current_url
    site.ask(BUSY)
    tap(site, 20)
    tap(site, 25)
    site.wait(lambda: "Too busy" in site.says())
    assert site.browser.current_url == address


SITTING_OUT = """
from django.utils.crypto import get_random_string
from tests.halls import a_club, a_round, a_tournament, a_user
who = "olga-" + get_random_string(6).lower()
made = a_tournament(a_club(who, a_user(who)), players=9, pairing="knock-out", name=who)
a_round(made, publish=False)
print(made.slug)
"""
ROOM_ABOVE_THE_RULE = """
const heading = document.querySelector("[data-swap] h3");
return heading.nextElementSibling.getBoundingClientRect().top - heading.getBoundingClientRect().bottom;
"""


def test_the_heading_above_who_sits_out_of_a_knock_out_is_clear_of_the_rule(director, served):
    director.size("phone")
    director.open(f"/tournaments/{served.run(SITTING_OUT).splitlines()[-1]}/rounds/1/draft/")
    assert director.ask(ROOM_ABOVE_THE_RULE) >= 8
