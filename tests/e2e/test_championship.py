"""A championship of sixteen by clicking: two groups, players level at the cut, a knock-out of eight, and its final."""

import re

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
BUILD = """
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_tournament, a_user
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{mark}", is_superuser=True)
plan = {"kept": "totals", "rounds": 1, "table": {"hands": 1}}
made = a_tournament(a_club(f"Circolo {mark}", olga), players=16, name=f"Coppa {mark}", **plan)
print(made.slug, session_of(olga))
"""
LEVEL = "1 2 4 9", "1 4 4 8"
"""Totals of two tables: three are level for the fourth place."""


def test_groups_a_tie_at_the_cut_a_knock_out_and_the_final(browser, served):
    slug, session = served.run(BUILD).split()[-2:]
    site = Site(browser, served.address)
    site.wide(1366, 768)
    site.sign_in(session)
    split(site, slug)
    choose_knock_out(site, slug)
    for group in (f"{slug}-a", f"{slug}-b"):
        play(site, group, 1, *LEVEL)
    enter_finalists(site, slug)
    play(site, slug, 1, "1 2 3 9", "2 3 4 8")
    said = play(site, slug, 2, "4 3 2 8")
    (winner,) = re.findall(r"(Player \d+) 2 buscas", said)
    site.open(f"/tournaments/{slug}/stages/")
    site.wait(lambda: site.browser.refresh() or "All stages are over." in site.says(), seconds=60)
    order = [line.text.split("\n")[0] for line in site.all("ol.lines li[value]")]
    assert len(order) == 16
    assert order[0] == f"1. {winner}"


def split(site, slug):
    """Make two groups, from each of which four qualify; the director decides ties."""
    site.open(f"/tournaments/{slug}/stages/")
    site.press("Split the players into groups")
    site.fill("Groups", "2")
    site.fill("Last place that qualifies (optional)", "4")
    click(site, '//option[.="The director decides, for example by a deciding hand"]')
    site.press("Show it in a sentence")
    said = site.says()
    assert "16 players are split into 2 groups. The groups are balanced by: the order of the list." in said
    assert "The best 4 of each group qualify" in said
    site.press("Save this")


def choose_knock_out(site, slug):
    site.open(f"/tournaments/{slug}/plan/")
    site.fill("Rounds", "2")
    click(site, '//summary[normalize-space(.)="Other ways"]')
    click(site, '//label[contains(., "Knock-out: the best of each table qualify")]')
    site.press("Save the plan")


def play(site, slug, number, *totals):
    """Draw a round, enter the totals of its tables, and close it; return what the desk says about its results."""
    site.open(f"/tournaments/{slug}/desk/")
    site.press("Draw the tables")
    site.press(f"Publish round {number}")
    site.open(f"/tournaments/{slug}/rounds/{number}/totals/")
    lines = [f"{table} {line}" for table, line in enumerate(totals, 1)]
    site.fill("One line for each table, or for each player", "\n".join(["Table N E S W", *lines]))
    site.press("Put it into the rows")
    site.press("Save all totals")
    site.wait_for("Last results")
    said = site.says()
    site.press(f"Close round {number}")
    return said


def enter_finalists(site, slug):
    """Enter those who qualify, and in each group one of those level, chosen by the director."""
    site.open(f"/tournaments/{slug}/stage/")
    site.wait(lambda: site.browser.refresh() or len(site.all("input[name=named]")) == 10, seconds=60)
    for group in "AB":
        click(site, f'//label[contains(., "– {group}: tied for the last place")]')
    site.press("Enter the qualifiers")
    assert "8 qualifiers were entered." in site.says()


def click(site, path):
    """Click an element that remains on the page and is visible."""
    site.wait(lambda: site.browser.find_element(By.XPATH, path).is_displayed())
    site.browser.find_element(By.XPATH, path).click()
