"""Web servers that are stopped, started, killed or that stand still while a hall plays."""

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from tests.faults.load import playing, size
from tests.faults.site import WebServer, end, standing_still, status
from tests.fixtures.serving import until
from tests.processes import is_gone, manage

pytestmark = [pytest.mark.alone, pytest.mark.postgres, pytest.mark.redis, pytest.mark.timeout(300)]
RESTARTS, KILLS = size("RESTARTS", 1), size("KILLS", 2)
STILL = 6  # seconds: longer than anybody waits
WAITING = 1_000  # connections: so many are not accepted before a listener is closed
COUNT = "/api/v1/games/busca-accademia/count/"


@pytest.mark.timeout(300 + 30 * RESTARTS)
def test_a_rolling_restart_fails_no_request(site):
    starts = []
    with playing(site) as log:
        began = time.monotonic()
        assert manage("check").returncode == 0
        checked = time.monotonic() - began
        for web in RESTARTS * site.web:
            assert web.stop() == 0
            web.start()
            starts.append(web.until_answers())
        time.sleep(1)
    print(log.said(), starts, checked)
    assert log.failures() == []
    assert max(starts) <= 2 * checked
    assert site.lost(log) == []


def test_connections_waiting_at_shutdown_are_answered(variables):
    web = WebServer(variables)
    with ExitStack() as stack:
        stack.callback(end, web)
        web.until_answers()
        children = web.family()[1:]
        for child in children:
            child.suspend()
        waiting = [http.client.HTTPConnection("127.0.0.1", web.port, timeout=60) for _ in range(WAITING)]
        for connection in waiting:
            stack.enter_context(closing(connection))
            connection.request("POST", COUNT, "{}", {"Content-Type": "application/json"})
        web.process.terminate()
        time.sleep(0.2)  # it is sent on to the children, which find it when they go on
        for child in children:
            child.resume()
        assert {connection.getresponse().status for connection in waiting} == {422}
        assert web.process.wait(20) == 0


@pytest.mark.timeout(300 + 15 * KILLS)
def test_children_of_a_killed_web_server_end_with_it(site):
    """They end whatever they are doing, even in a transaction."""
    ended = []
    with playing(site) as log:
        for number in range(KILLS):
            web = site.web[number % 2]
            children = web.family()[1:]
            web.kill()
            killed = time.monotonic()
            until(lambda children=children: all(is_gone(child) for child in children), 10)
            ended.append(time.monotonic() - killed)
            web.start()
            web.until_answers()
    print(f"{KILLS} kills, the slowest end after {max(ended):.2f} s,", log.said())
    assert max(ended) < 2
    assert log.silence() < 5
    assert log.slowest() < 5
    assert site.lost(log) == []


def test_a_web_server_that_stands_still_costs_three_seconds(site):
    with playing(site) as log:
        time.sleep(1)
        began = time.monotonic()
        with standing_still(site.web[0].family()):
            time.sleep(STILL)
        time.sleep(1)
        ended = time.monotonic()
    meanwhile = [each for each in log.attempts if began <= each.sent < ended]
    print(log.said(), len(meanwhile), sum(each.took > 2.5 for each in meanwhile))
    assert log.slowest() < 5
    assert log.silence() < 5
    assert log.refusals() <= {(503, "busy")}
    assert site.lost(log) == []


def test_slow_requests_avoid_a_stalled_process(site):
    """Behind nginx it may take a minute, as paper, draws, imports and changes of a round may."""

    def timed(_number):
        began = time.monotonic()
        return status(address), time.monotonic() - began

    address = f"{site.address}/api/v1/tournaments/{site.hall.slug}/rounds/"
    process = site.web[0].family()[1]  # which answers; the first starts it again if it ends
    with playing(site) as log, standing_still([process]), ThreadPoolExecutor(40) as clients:
        answers = list(clients.map(timed, range(80)))
    slowest = max(took for _status, took in answers)
    print(slowest, log.said())
    assert {code for code, _took in answers} == {200}
    assert slowest - log.late < 5
