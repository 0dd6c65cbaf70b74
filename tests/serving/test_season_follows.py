"""A hand corrected in an early evening reaches the season by the worker, with a notice of moved places."""

import json
import urllib.request

import pytest

from tests.fixtures.serving import until

pytestmark = pytest.mark.slow
MADE = """
from tests.halls import a_club, a_user
from tests.season_evenings import a_season, an_evening
club = a_club("Circolo della stagione", owner=a_user("secretary"))
evenings = [an_evening(club, 0, 5, 10, 25, name=f"Sera {number}") for number in range(2)]
print(a_season(club, *evenings).slug)
"""
CORRECTED = """
from tests.halls import agreed, busca, director_of
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.models import Table, Tournament
evening = Tournament.objects.get(slug="sera-0")
entered = HandInput(number=1, tally=busca([25, 10, 5, 0]), replaces=1, reason="Misread")
agreed(director_of(evening), lambda by: hands.record(Table.objects.get(round__tournament=evening), entered, by=by))
"""


def read(address):
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.read().decode()


def test_a_correction_of_an_earlier_evening_reaches_the_season(served):
    slug = served.run(MADE)
    page, standing = f"{served.address}/seasons/{slug}/", f"{served.address}/api/v1/seasons/{slug}/standings/"
    before = read(standing)
    assert "Places that changed later" not in read(page)
    served.run(CORRECTED)
    until(lambda: read(standing) != before, seconds=10)
    until(lambda: "Places that changed later" in read(page))
    (change,) = json.loads(read(f"{served.address}/api/v1/seasons/{slug}/log/"))["results"][-1:]
    assert (change["kind"], change["facts"]["source"], change["facts"]["after"]) == ("places_moved", "clock", "sera-1")
