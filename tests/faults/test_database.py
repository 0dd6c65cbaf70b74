"""A database that is cut off, or in which somebody keeps a row locked, while a hall plays."""

import http.client
import json
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from urllib.error import HTTPError

import psutil
import psycopg
import pytest

from tests.faults.load import TALLY, codes_of, playing, size
from tests.faults.site import standing_still, status
from tests.fixtures.serving import until

pytestmark = [pytest.mark.alone, pytest.mark.postgres, pytest.mark.redis, pytest.mark.timeout(300)]
CUT = size("CUT", 6)  # seconds: longer than anybody waits
LOCKED = size("LOCKED", 5)
LOCK = "SELECT FROM tournaments_tournament WHERE slug = ANY (%s) FOR UPDATE"


def readiness(site):
    """Return the response of /readyz."""
    try:
        with urllib.request.urlopen(f"{site.address}/readyz", timeout=20) as answer:
            return answer.read().decode()
    except HTTPError as refusal:
        return refusal.read().decode()


@pytest.mark.parametrize(
    "directions", [("to the server", "to the client"), ("to the server",), ("to the client",)], ids="-".join
)
def test_writing_goes_on_soon_after_a_cut(site, wire, directions):
    silence(site, wire.cut(*directions))


def test_writing_goes_on_soon_after_postgresql_stood_still(site, postgres_server):
    silence(site, stopped(psutil.Process(postgres_server.pid)))


@contextmanager
def stopped(postmaster):
    """PostgreSQL does nothing while the block runs; its first process is stopped first, so that it starts no more."""
    with standing_still([postmaster]), standing_still(postmaster.children()):
        yield


def silence(site, fault):
    """During this fault, every request that needs the database gets 503; then writing continues."""
    with playing(site) as log:
        time.sleep(1)
        with fault:
            cut = time.monotonic()
            direct = asked_directly(site, site.web[0])
            assert time.monotonic() - cut - log.late < 5
            assert readiness(site) == "The database does not respond: start it again.\n"
            time.sleep(max(0, cut + CUT - time.monotonic()))
        mended = time.monotonic()
        silent = log.silent_after(mended)
        time.sleep(1)
    print(log.said(), silent)
    assert direct == (503, "busy")
    assert silent < 10
    assert log.slowest() < 5
    assert log.refusals() <= {(503, "busy")}
    assert site.lost(log) == []


def asked_directly(site, web):
    """Return a web server's response to the first hand of the quiet hall: status and codes."""
    path = f"/api/v1/tournaments/{site.quiet_hall.slug}/rounds/1/tables/1/hands/1/"
    headers = {"Authorization": f"Table {site.quiet_hall.secrets[0][0]}", "Content-Type": "application/json"}
    with closing(http.client.HTTPConnection("127.0.0.1", web.port, timeout=20)) as connection:
        connection.request("PUT", path, json.dumps(TALLY), headers)
        answer = connection.getresponse()
        return answer.status, *codes_of(answer, answer.read())


def test_locked_row_is_refused_and_delays_no_other_request(site):
    until(lambda: status(f"{site.address}/readyz") == 200)
    with playing(site) as log, psycopg.connect(site.database) as other:
        time.sleep(1)
        other.execute(LOCK, [[site.hall.slug, site.quiet_hall.slug]])
        locked = time.monotonic()
        while time.monotonic() < locked + LOCKED:
            began = time.monotonic()
            assert status(f"{site.address}/api/v1/tournaments/{site.hall.slug}/live/") == 200
            assert status(f"{site.address}/readyz") == 200
            assert time.monotonic() - began - log.late < 2
            time.sleep(0.5)
        refused = asked_directly(site, site.web[0])
        other.rollback()
        unlocked = time.monotonic()
        silent = log.silent_after(unlocked)
    print(log.said(), silent)
    assert refused == (503, "busy")
    assert log.slowest() < 5
    assert silent < 3
    assert log.refusals() == {(503, "busy")}
    assert site.lost(log) == []


def test_waiting_for_one_row_leaves_threads_free(site):
    """Ninety write to a tournament whose row is locked, six tables play in another."""

    def refused(number):
        began = time.monotonic()
        return asked_directly(site, site.web[number % 2]), time.monotonic() - began

    with playing(site, site.other_hall) as log, psycopg.connect(site.database) as other:
        time.sleep(1)
        other.execute(LOCK, [[site.quiet_hall.slug]])
        with ThreadPoolExecutor(90) as writers:
            refusals = list(writers.map(refused, range(180)))
        other.rollback()
    slowest = max(took for _answer, took in refusals)
    print(log.said(), slowest)
    assert {answer for answer, _took in refusals} == {(503, "busy")}
    assert slowest - log.late < 5
    assert log.failures() == []
    assert log.slowest() < 1.2  # less than a lock is waited for: nobody stood behind those who do
