"""`replaces`: a request with outdated values is refused, with the current ones."""

import pytest

from tests.halls import a_round
from tournaments.actions.setup.vp_tables import create_vp_table

from .caller import codes
from .rounds import ROUND

pytestmark = pytest.mark.django_db
LIMITS = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]


def test_the_clubs_details(owner, club):
    where = f"clubs/{club.slug}/"
    seen = {"city": owner.get(where).json()["city"]}
    assert owner.patch(where, {"city": "Asti", "replaces": seen}).json()["city"] == "Asti"
    refused = owner.patch(where, {"city": "Alba", "replaces": seen})
    assert (codes(refused, 412), refused.json()["now"]) == (["changed_meanwhile"], {"city": "Asti"})
    assert owner.patch(where, {"city": "Alba", "replaces": {"city": "Asti"}}).json()["city"] == "Alba"
    assert owner.patch(where, {"city": "Bra"}).json()["city"] == "Bra"


def test_the_times_of_a_round(director, tournament):
    a_round(tournament, publish=False)
    eight, nine = "2026-12-24T20:00:00Z", "2026-12-24T22:00:00+01:00"
    assert director.patch(ROUND, {"closes_at": eight, "replaces": {"closes_at": None}}).status_code == 200
    refused = director.patch(ROUND, {"closes_at": nine, "replaces": {"closes_at": None}})
    assert (codes(refused, 412), refused.json()["now"]) == (["changed_meanwhile"], {"closes_at": eight})
    again = {"closes_at": nine, "replaces": {"closes_at": "2026-12-24T21:00:00+01:00"}}
    assert director.patch(ROUND, again).status_code == 200


def test_a_table_of_victory_points(director, club):
    table = create_vp_table(club, name="Casa", limits=LIMITS)
    where = f"clubs/{club.slug}/vp-tables/{table.slug}/"
    seen = {"limits": LIMITS}
    assert director.patch(where, {"limits": [*LIMITS[:9], 950], "replaces": seen}).status_code == 200
    refused = director.patch(where, {"name": "Altra", "replaces": seen})
    assert codes(refused, 412) == ["changed_meanwhile"]
