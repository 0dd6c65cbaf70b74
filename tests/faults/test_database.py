"""A database that is cut off, or in which somebody keeps a row locked, while a hall plays."""

import http.client
import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from tests.faults.load import TALLY, playing
from tests.faults.site import status

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.redis, pytest.mark.timeout(300)]
CUT = 10  # seconds
LOCK = "SELECT FROM tournaments_tournament WHERE slug = ANY (%s) FOR UPDATE"


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


def asked_directly(site, web):
    """What a web server answers to the first hand of the quiet hall."""
    path = f"/api/v1/tournaments/{site.quiet_hall.slug}/rounds/1/tables/1/hands/1/"
    headers = {"Authorization": f"Table {site.quiet_hall.secrets[0][0]}", "Content-Type": "application/json"}
    with closing(http.client.HTTPConnection("127.0.0.1", web.port, timeout=20)) as connection:
        connection.request("PUT", path, json.dumps(TALLY), headers)
        answer = connection.getresponse()
        document = json.loads(answer.read())
        codes = [error["code"] for error in document.get("errors", [])]
        return answer.status, answer.headers["Retry-After"], codes


def test_a_row_that_stays_locked_is_told_in_words_and_holds_up_nobody_else(site):
    with playing(site) as log, psycopg.connect(site.database) as other:
        time.sleep(1)
        other.execute(LOCK, [[site.hall.slug, site.quiet_hall.slug]])
        locked = time.monotonic()
        while time.monotonic() < locked + 8:
            began = time.monotonic()
            assert status(f"{site.address}/api/v1/tournaments/{site.hall.slug}/live/") == 200
            assert status(f"{site.address}/readyz") == 200
            assert time.monotonic() - began < 2
            time.sleep(0.5)
        refused = asked_directly(site, site.web[0])
        other.rollback()
        unlocked = time.monotonic()
        time.sleep(3)
    print(log.said(), log.silent_after(unlocked))
    assert refused == (503, "1", ["busy"])
    assert log.slowest() < 7  # three seconds at each of two web servers
    assert log.silent_after(unlocked) < 5
    assert {each.status for each in log.failures()} <= {409, 503}
    assert site.lost(log) == []


def test_whoever_waits_for_one_row_leaves_threads_to_all_others(site):
    """Ninety write to a tournament whose row is locked, six tables play in another."""
    with playing(site, site.other_hall) as log, psycopg.connect(site.database) as other:
        time.sleep(1)
        other.execute(LOCK, [[site.quiet_hall.slug]])
        with ThreadPoolExecutor(90) as writers:
            refused = [writers.submit(asked_directly, site, site.web[number % 2]) for number in range(180)]
            locked = time.monotonic()
            while not all(each.done() for each in refused):
                assert status(f"{site.address}/healthz") == 200
                time.sleep(0.1)
        other.rollback()
    healthy = [each.took for each in log.attempts if each.sent >= locked]
    print(log.said(), len(healthy), sorted(healthy)[-5:])
    assert [each.result() for each in refused if each.result() != (503, "1", ["busy"])] == []
    assert log.failures() == []
    assert log.slowest() < 2.5
