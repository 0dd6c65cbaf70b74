"""A second chance, planned, filled, played and led into the final by clicking, on a small phone and at a desk."""

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
BUILD = """
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{mark}", is_superuser=True)
over = a_tournament(a_club(f"Circolo {mark}", olga), players=16, name="Gruppo", rounds=1, table={"hands": 1})
play_out(a_round(over), [20, 10, 6, 4])
rounds.close_round(over.rounds.get(), by=director_of(over))
standings.refresh(over.pk)
print(over.slug, session_of(olga))
"""
PLAY = """
from tests.halls import director_of, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Tournament
played = Tournament.objects.get(slug="{slug}")
play_out(played.rounds.get(), [20, 10, 6, 4])
rounds.close_round(played.rounds.get(), by=director_of(played))
standings.refresh(played.pk)
print(played.entries.count())
"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1366, 768)])
def test_a_second_chance_leads_into_the_final(browser, served, width, height):
    slug, session = served.run(BUILD).split()[-2:]
    site = Site(browser, served.address)
    site.wide(width, height)
    site.sign_in(session)
    site.open(f"/tournaments/{slug}/stages/")
    plan(site, "Repechage", first="5")
    assert "Everyone in place 5 or lower of Gruppo plays in Repechage." in site.says()
    site.press("Enter the qualifiers")
    assert "12 qualifiers were entered." in site.says()
    repechage = site.browser.current_url.split("/tournaments/")[1].split("/")[0]
    draw(site)
    assert served.run(PLAY.format(slug=repechage)).split()[-1] == "12"
    site.open(f"/tournaments/{repechage}/stages/")
    plan(site, "Final", last="4", also="Gruppo")
    assert "The best 4 of each earlier stage qualify for Final." in site.says()
    assert [
        len(section.find_elements(By.CSS_SELECTOR, "ol.lines > li")) for section in site.all(".columns > section")
    ] == [8, 8]
    site.press("Enter the qualifiers")
    assert "8 qualifiers were entered." in site.says()
    assert len(site.all(".lines form button[name=entry]")) == 8
    draw(site)
    final = site.browser.current_url.split("/tournaments/")[1].split("/")[0]
    assert served.run(PLAY.format(slug=final)).split()[-1] == "8"
    site.open(f"/tournaments/{slug}/stages/")
    assert "All stages are over." in site.says()
    assert len(site.all("ol.lines li[value]")) == 16


def plan(site, name, first="", last="", also=""):
    """Plan the next stage: read its sentence, then save it."""
    site.press("Plan the next stage")
    site.fill("Name of the next stage", name)
    if also:
        site.browser.find_element(By.XPATH, f'//label[normalize-space(.)="{also}"]').click()
    site.fill("Last place that qualifies (optional)", last)
    if first:
        site.fill("First place that qualifies", first)
    site.press("Show it in a sentence")
    site.press("Save this")


def draw(site):
    site.press("To the desk")
    site.press("Draw the tables")
    site.press("Publish round 1")
