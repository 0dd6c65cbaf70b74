"""A club's own game, from its definition on a phone to the first hand of its first table."""

import json
import time

import pytest

from tests.e2e.phone import Phone, hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

CLUB = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_user
mark = get_random_string(6, "abcdefgh")
olga = a_user(f"olga-{mark}")
club = a_club(f"Circolo {mark}", olga)
print(json.dumps({"club": club.slug, "session": session_of(olga)}))
"""
ROUND = """
import json
from tests.halls import a_round, director_of
from tournaments.actions.at_table import keys
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.models import Club
tournament = Club.objects.get(slug={!r}).tournaments.get()
people = [Candidate(names=(name,)) for name in ("Ada", "Ben", "Cleo", "Dan")]
registration.register(tournament, people, by=director_of(tournament))
table = a_round(tournament).tables.get(number=1)
card = f"/t/{{tournament.slug}}#{{keys.cards(tournament, [1])[0].secret}}"
print(json.dumps({{"card": card, "table": table.pk, "ruleset": tournament.game_slug}}))
"""
TAPS, SECONDS = 40, 180
"""From the list of games to the first hand; the figure is under three minutes."""


def told(served, script):
    return json.loads(served.run(script).splitlines()[-1])


class Director(Phone):
    """A director whose taps are counted: a field is one, and so is a button."""

    def write(self, label, value):
        self.fill(label, value)
        self.taps += 1

    def onward(self, words):
        self.press(words)
        self.taps += 1


def test_scala_40_is_defined_and_its_first_table_entered(browser, served):
    made = told(served, CLUB)
    phone = Director(browser, served.address, {})
    phone.sign_in(made["session"])
    began = time.monotonic()
    phone.open(f"/clubs/{made['club']}/games/")
    phone.onward("A number for each side")
    phone.write("Name of the game", "Scala 40")
    phone.write("What is counted (optional)", "penalties")
    phone.tap("[name=options_direction][value=low]")
    phone.write("Target or limit (points) (optional)", "101")
    phone.write("Hands (optional)", "")
    phone.wait_for("lowest total wins, to 101 penalties")
    phone.wait_for("10 penalties")
    phone.onward("Save the game")
    phone.wait_for("3 to 5 players, each alone, lowest total wins, to 101 penalties")
    phone.tap("a[href$='/tournaments/new/scala-40/']")
    phone.write("Name of the tournament", "Serata")
    phone.onward("Create the tournament")
    table = told(served, ROUND.format(made["club"]))
    assert table["ruleset"] == "scala-40"
    player = Phone(browser, served.address, table, seat=0)
    player.enter("0", "next", "3", "4", "next", "6", "0", "next", "9", "0")
    player.wait(lambda: hands(served, table) == [[1, 1, "submitted", [0, 34, 60, 90]]])
    assert (phone.taps + player.taps <= TAPS, time.monotonic() - began < SECONDS) == (True, True)
