"""The number of taps for deciding a dispute, undoing the decision, and correcting a hand."""

import pytest

from tests.e2e import test_every_page as every
from tests.e2e.phone import hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
DISPUTED = """
from tests.table_sessions import OTHER, enter, refused, seat_actors
from tournaments.models import Table
north, east, *_others = seat_actors(Table.objects.select_related("round__tournament").get(pk={}))
enter(north)
refused(enter, east, OTHER)
"""
COUNT = """
addEventListener("click", () => localStorage.setItem("taps", 1 + Number(localStorage.taps ?? 0)), true);
"""


@pytest.fixture
def counted(desk, table, served):
    """The desk with a disputed hand, its taps counted from now on."""
    served.run(DISPUTED.format(table["table"]))
    desk = desk(table)
    counting = desk.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT})
    desk.open(f"/tournaments/{table['slug']}/desk/")
    yield desk
    desk.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", counting)


PLAYED = """
from tests.halls import play
from tournaments.actions.standings import standings
from tournaments.models import Table
table = Table.objects.get(pk={})
play(table, 1, [1, 1, 1, 37])
standings.refresh(table.round.tournament_id)
"""


def taps(desk):
    return desk.ask("const taps = Number(localStorage.taps ?? 0); localStorage.removeItem('taps'); return taps")


def scores(served, table):
    return [hand[2:] for hand in hands(served, table)]


def test_a_dispute_is_one_tap_and_so_is_the_way_back(counted, served, table):
    counted.press(f"{table['names'][1]} is right")
    assert (taps(counted), scores(served, table)[-1]) == (1, ["confirmed", [17, 0, 0, 0]])
    counted.press("Undo, 1.1")
    assert (taps(counted), scores(served, table)[-1]) == (1, ["disputed", [1, 1, 1, 1]])
    counted.press(f"{table['names'][0]} is right")
    assert (taps(counted), scores(served, table)[-1]) == (1, ["confirmed", [1, 1, 1, 1]])


def test_a_correction_is_two_taps_and_the_number(counted, served, table):
    counted.press(f"{table['names'][0]} is right")
    counted.open(f"/tournaments/{table['slug']}/rounds/1/tables/1/")
    taps(counted)
    counted.press("Correct hand 1")
    counted.type(20, 0)
    counted.press("Counted again")
    assert (taps(counted), scores(served, table)[-1]) == (2, ["confirmed", [0, 1, 0, 0]])


def test_standings_and_player_page_lead_a_director_to_a_ruling(desk, served, table):
    served.run(PLAYED.format(table["table"]))
    desk = desk(table)
    for size in ("phone", "desk"):
        desk.size(size)
        desk.open(f"/tournaments/{table['slug']}/")
        assert len(desk.all("a[href$='/decisions/']")) == 1
        assert (every.wider_than_the_screen(desk), every.too_small_to_tap(desk)) == ([], [])
    (name,) = desk.all(".standings tbody tr:nth-child(2) th > a:first-child")
    name = name.text
    desk.press(name)
    desk.press("Make a ruling")
    desk.wait(lambda: desk.ask("return document.getElementById('id_entry').selectedOptions[0].text") == name)


def test_on_a_phone_each_score_of_a_dispute_stands_on_one_line(counted):
    counted.size("phone")
    beside = "const shown = document.querySelector('.versions'); return shown.scrollWidth - shown.clientWidth"
    assert counted.ask(beside) == 0
    lines = "return [...document.querySelectorAll('.versions mark')].map((one) => one.getClientRects().length)"
    assert set(counted.ask(lines)) == {1}
