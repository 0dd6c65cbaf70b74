"""A database that is cut off, or in which somebody keeps a row locked, while a hall plays."""

import http.client
import json
import time
from contextlib import closing

import psycopg
import pytest

from tests.faults.load import TALLY, playing
from tests.faults.site import status

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.redis, pytest.mark.timeout(300)]
CUT = 10  # seconds


@pytest.mark.parametrize(
    "directions", [("to the server", "to the client"), ("to the server",), ("to the client",)], ids="-".join
)
def test_writing_goes_on_soon_after_a_cut(site, wire, directions):
    with playing(site) as log:
        time.sleep(1)
        with wire.cut(*directions):
            time.sleep(CUT)
        mended = time.monotonic()
        time.sleep(8)
    print(log.said(), log.silent_after(mended))
    assert log.silent_after(mended) < 10
    assert log.slowest() < 7
    assert {each.status for each in log.failures()} <= {409, 503}
    assert site.lost(log) == []


def asked_directly(site):
    """What one of the web servers answers a hand by itself."""
    path = f"/api/v1/tournaments/{site.slug}/rounds/1/tables/1/hands/{site.played[1] + 1}/"
    headers = {"Authorization": f"Table {site.secrets[0][0]}", "Content-Type": "application/json"}
    with closing(http.client.HTTPConnection("127.0.0.1", site.web[0].port, timeout=5)) as connection:
        connection.request("PUT", path, json.dumps(TALLY), headers)
        answer = connection.getresponse()
        (error,) = json.loads(answer.read())["errors"]
        return answer.status, answer.headers["Retry-After"], error["code"]


def test_a_row_that_stays_locked_is_told_in_words_and_holds_up_nobody_else(site):
    lock = "SELECT FROM tournaments_tournament WHERE slug = %s FOR UPDATE"
    with playing(site) as log, psycopg.connect(site.database) as other:
        time.sleep(1)
        other.execute(lock, [site.slug])
        locked = time.monotonic()
        while time.monotonic() < locked + 8:
            began = time.monotonic()
            assert status(f"{site.address}/api/v1/tournaments/{site.slug}/live/") == 200
            assert status(f"{site.address}/readyz") == 200
            assert time.monotonic() - began < 2
            time.sleep(0.5)
        refused = asked_directly(site)
        other.rollback()
        unlocked = time.monotonic()
        time.sleep(3)
    print(log.said(), log.silent_after(unlocked))
    assert refused == (503, "1", "busy")
    assert log.slowest() < 7  # three seconds at each of two web servers
    assert log.silent_after(unlocked) < 5
    assert {each.status for each in log.failures()} <= {409, 503}
    assert site.lost(log) == []
