"""Drawing in a real browser, on a phone: wishes, a draw that takes its time, the draft."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


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
def test_and_without_javascript(director, swiss):
    director.open(swiss + "draw/")
    director.press("Draw the tables")
    assert "Round 2 is being drawn" in director.says()
    director.wait_for("How it was drawn", seconds=60)
