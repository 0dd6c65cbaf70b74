"""A hundred are here: in how many taps and seconds they sit; a late entry while a draft waits."""

import json
import re
import time

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

BUILD = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_tournament, a_user
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{mark}", is_superuser=True)
made = a_tournament(a_club(f"Circolo {mark}", olga), players=100, name=f"Serata {mark}", rounds=4)
print(json.dumps([made.slug, session_of(olga)]))
"""
MINUTE, LATE_ENTRY = 60, 15


@pytest.fixture
def tournament(site, served):
    slug, session = json.loads(served.run(BUILD).splitlines()[-1])
    site.sign_in(session)
    site.size("desk")
    return f"/tournaments/{slug}/"


def drawn(site, tournament):
    """At the draft of round 1, two taps after the registration page has come."""
    site.open(tournament + "registration/")
    start = time.monotonic()
    site.ask(
        "[...document.querySelectorAll('button')].find((one) => one.formAction.endsWith('/everybody/here/')).click()"
    )
    site.wait_for("100 here")
    site.wait_for("Draw the tables")
    site.press("Draw the tables")
    site.wait_for("Draft of round 1", MINUTE)
    return start


def test_a_hundred_sit_within_a_minute_and_three_taps(site, tournament):
    start = drawn(site, tournament)
    site.press("Publish round 1")
    site.wait_for("Round 1 is public: the tables can begin.")
    took = time.monotonic() - start
    print(f"100 players from everybody is here to published seats: {took:.1f} s, 3 taps")
    assert took < MINUTE
    site.open(tournament + "rounds/1/")
    assert len(set(re.findall(r"Player 0\d+", site.says()))) == 100


def test_a_late_entry_while_a_draft_waits(site, tournament):
    drawn(site, tournament)
    start = time.monotonic()
    site.press("A player has just arrived")
    site.type("Villa Nino")
    site.press("Enter")
    site.press("Add them with the fewest changes")
    site.wait_for("Not in the round yet: Villa Nino")
    site.press("Make only these changes")
    site.wait(lambda: "Not in it yet" not in site.says())
    took = time.monotonic() - start
    print(f"a late entry while a draft waits: {took:.1f} s")
    assert took < LATE_ENTRY
    assert "Villa Nino" in site.says()
