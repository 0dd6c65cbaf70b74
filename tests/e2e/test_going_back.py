"""Going back in the browser after an action shows a new form; submitting it again has no second effect."""

import json
from types import SimpleNamespace

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
CHOOSE = """
const [name, place] = arguments;
document.querySelector(`form[method=post] [name=${name}]`).selectedIndex = place;
"""
STANDS = """
const names = [...arguments];
return names.map((name) => document.querySelector(`form[method=post] [name=${name}]`).value);
"""


BUILD = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_round, a_tournament, a_user
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{mark}", is_superuser=True)
club = a_club(f"Circolo {mark}", olga)
playing = a_round(a_tournament(club, players=8, name=f"Serata {mark}")).tournament
empty = a_tournament(club, players=0, name=f"Vuota {mark}")
print(json.dumps({"club": club.slug, "playing": playing.slug, "empty": empty.slug, "session": session_of(olga)}))
"""


@pytest.fixture
def hall(served):
    """A club of this test's own, for it is changed."""
    return SimpleNamespace(**json.loads(served.run(BUILD).splitlines()[-1]))


@pytest.fixture
def desk(site, hall):
    site.sign_in(hall.session)
    site.size("desk")
    return site


def test_a_tournament_is_created_once(desk, hall):
    desk.open(f"/clubs/{hall.club}/tournaments/new/busca-accademia/")
    desk.fill("Name of the tournament", "Going back")
    desk.press("Create the tournament")
    desk.browser.back()
    desk.wait_for("Create the tournament")
    assert desk.ask(STANDS, "name", "rounds") == ["", "4"]
    desk.press("Create the tournament")
    assert "One thing to fix" in desk.says()


def test_something_is_decided_once(desk, hall):
    desk.open(f"/tournaments/{hall.playing}/decisions/")
    desk.ask(CHOOSE, "entry", 1)
    desk.fill("Why", "Late")
    desk.fill("How much", "1")
    desk.ask("document.querySelector('[name=kind]').click()")
    desk.press("Save the ruling")
    desk.browser.back()
    desk.wait_for("Save the ruling")
    assert desk.ask(STANDS, "entry", "amount", "reason") == ["", "", ""]


def test_two_are_exchanged_once(desk, hall):
    desk.open(f"/tournaments/{hall.playing}/rounds/1/repair/")
    desk.ask(CHOOSE, "one", 1)
    desk.ask(CHOOSE, "other", 5)
    desk.fill("Reason", "Wrong table")
    desk.press("Change places")
    desk.wait_for("have changed places.")
    desk.browser.back()
    desk.wait_for("Swap two players")
    assert desk.ask(STANDS, "one", "other", "reason") == ["", "", ""]


def test_a_preview_is_still_there(desk, hall):
    desk.open(f"/tournaments/{hall.empty}/registration/list/")
    desk.fill("Paste the names here, as you have them", "Zita Zorn\nZeno Zucca\n")
    desk.press("Check it first")
    desk.press("Enter them all")
    desk.wait_for("Entered: 2 players.")
    desk.browser.back()
    desk.wait_for("Is this right?")
    assert "Zita Zorn Zeno Zucca" in " ".join(desk.ask("return document.getElementById('clear').value").split())
    desk.press("Enter them all")
    desk.wait_for("Nobody new was entered.")
