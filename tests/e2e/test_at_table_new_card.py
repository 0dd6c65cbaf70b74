"""The director gives a table a new card while its phones are in play."""

import pytest

from tests.e2e.phone import hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
SAVED = "Hand 1: saved on this phone, not yet sent"
CARD = """
from tournaments.actions.at_table import keys
from tournaments.models import Tournament
tournament = Tournament.objects.get(slug="{0}")
print("/t/{0}#" + keys.cards(tournament, [1])[0].secret)
"""


def test_what_was_typed_is_kept_until_the_new_card_is_scanned(phones, desk, served, table):
    north, west = phones
    north.keys("9", "9")
    director = desk(table)
    director.open(f"/tournaments/{table['slug']}/cards/")
    director.ask("document.querySelector('.ask').open = true")
    director.press("Yes, do it: New card, Table 1")
    director.wait_for("Table 1 has a new card: print it.")
    west.shows("Come to the table")
    west.wait_for("new card")
    north.hears("This phone is no longer at the table. Send your entry")
    assert north.typed() == ["9", "9", "", ""]
    north.enter("9")
    north.wait_for(SAVED)
    north.wait_for("Scan the card again", 30)
    north.open(table["card"])
    north.wait(lambda: north.browser.current_url.endswith("/open"))
    north.shows("Come to the table")
    assert north.says().count("The old one no longer works.") == 1
    assert hands(served, table) == []
    new_card = served.run(CARD.format(table["slug"])).splitlines()[-1]
    for phone in (north, west):
        phone.open(new_card)
    north.shows(f"Hand 1 was sent. {table['names'][3]} must confirm it.")
    west.shows("You: 13 points, 1 busca. Right?")
    assert hands(served, table) == [[1, 1, "submitted", [0, 0, 0, 1]]]
