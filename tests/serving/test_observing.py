"""Metrics, the line at each start, and request logs with an id, of a running Tavolo."""

import http.client
import json
import re
import urllib.request
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tests.concurrency import in_background, until_somebody_waits
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.halls import a_club, a_round, a_tournament
from tests.table_sessions import enter, say, seat_actors
from tournaments.actions import measures, readiness
from tournaments.actions.core.rows import locked
from tournaments.models import Round, Tournament
from tournaments.serving import metrics

pytestmark = pytest.mark.timeout(300)
PUBLIC = """
from tests.halls import a_club, a_tournament
print(a_tournament(a_club(), visibility="public").slug)
"""


def scrape(port):
    """The samples: by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
        families = list(text_string_to_metric_families(answer.read().decode()))
    return {(s.name, *sorted(s.labels.items())): s.value for family in families for s in family.samples}


def requests(port, route, status, method="GET"):
    labels = ("method", method), ("route", route), ("status", status)
    return scrape(port).get(("tavolo_request_seconds_count", *labels), 0)


def answer(running, path, method="GET", **headers):
    connection = http.client.HTTPConnection(urlsplit(running.address).netloc, timeout=20)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def events(running, name):
    lines = (running.data_dir / "events.jsonl").read_text().splitlines()
    return [one for one in map(json.loads, lines) if one["event"] == name]


@pytest.mark.slow
def test_requests_of_all_web_processes_are_counted_once_also_after_one_was_killed(serve):
    port = free_port()
    running = serve(TAVOLO_METRICS=str(port))
    until(lambda: is_served(port))
    count = 0
    for _turn in range(2):
        for _request in range(20):
            answer(running, "/sign-in/", **{"Accept-Language": "it"})
        count += 20
        until(lambda count=count: requests(port, "/sign-in/", "2xx") == count)
        for child in running.program("web server").children():
            child.kill()
        until(lambda: is_answered(running))
    assert requests(port, "/sign-in/", "2xx") == 40
    names = {name for name, *_labels in scrape(port)}
    assert "tavolo_due" in names
    files = len(list((running.data_dir / "metrics").glob("*.db")))
    until(lambda: len(running.program("web server").children()) >= files)


def is_served(port):
    try:
        return bool(scrape(port))
    except OSError:
        return False


def is_answered(running):
    try:
        return answer(running, "/healthz").status == 200
    except OSError:
        return False


@pytest.mark.slow
def test_metrics_have_an_address_of_their_own(serve):
    running, other = serve(TAVOLO_METRICS=str(port := free_port())), serve()
    until(lambda: is_served(port))
    answers = [answer(each, "/metrics").status for each in (running, other)]
    assert (answers, (other.data_dir / "metrics").exists()) == ([404, 404], False)
    answer(running, f"/{'nothing' * 30}/")
    answer(running, "/static/tavolo/icon.svg")
    counted = [("unknown", "4xx"), ("static files", "2xx")]
    until(lambda: [requests(port, *each) for each in counted] == [2, 1])  # with the address of the metrics


def test_a_web_server_without_place_for_its_metrics_answers_all_the_same(tmp_path, settings):
    settings.METRICS_FOLDER = tmp_path / "file"
    settings.METRICS_FOLDER.touch()
    assert metrics.request_seconds() is None


@pytest.mark.slow
def test_each_request_has_an_id_if_that_is_wanted(serve):
    running = serve(TAVOLO_LOG_REQUESTS="yes")
    given = answer(running, "/api/v1/tournaments/nowhere/", **{"X-Request-ID": "proxy-1.7"})
    made = [answer(running, path, **{"X-Request-ID": "so; wrong"}) for path in ("/", "/static/tavolo/icon.svg")]
    ids = [each.headers["X-Request-ID"] for each in (given, *made)]
    assert ids[0] == "proxy-1.7"
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in ids[1:])
    (line,) = until(lambda: [one for one in events(running, "request") if one["request_id"] == "proxy-1.7"])
    told = {name: line[name] for name in ("method", "path", "status")}
    assert told == {"method": "GET", "path": "/api/v1/tournaments/nowhere/", "status": 404}
    assert [one["request_id"] for one in events(running, "refused")] == ["proxy-1.7"]


@pytest.mark.slow
def test_a_stream_counts_the_time_until_it_begins(serve):
    running = serve(TAVOLO_LOG_REQUESTS="yes", TAVOLO_METRICS=str(port := free_port()))
    path = f"/api/v1/tournaments/{running.run(PUBLIC)}/events/"
    headers = {"Accept": "text/event-stream", "X-Request-ID": "stream-1"}
    with urllib.request.urlopen(urllib.request.Request(running.address + path, headers=headers), timeout=20) as stream:
        assert stream.headers["X-Request-ID"] == "stream-1"
        until(lambda: is_served(port))
    until(lambda: requests(port, "/api/v1/tournaments/<tournament:slug>/events/", "2xx") == 1)


def test_requests_have_no_id_and_no_line_by_default(served):
    assert answer(served, "/", **{"X-Request-ID": "proxy-1.7"}).headers["X-Request-ID"] is None
    assert events(served, "request") == []


def test_each_start_is_one_line(served):
    lines = until(lambda: found if len(found := events(served, "started")) >= 3 else None)[:3]
    by_program = {line["program"]: line for line in lines}
    assert {*by_program} == {"web", "worker", "beat"}
    web = by_program["web"]
    address = urlsplit(served.address).netloc
    told = {name: web[name] for name in ("database", "redis", "url", "data", "address", "threads")}
    assert told == {
        "database": "sqlite",
        "redis": False,
        "url": served.address,
        "data": "data",
        "address": address,
        "threads": 8,
    }
    assert re.fullmatch(r"\d+\.\d+\.\d+", web["version"])


def test_measures_say_what_is_due_and_since_when(db):
    round_ = a_round(a_tournament(a_club(), players=8))
    first, second = (seat_actors(table) for table in round_.tables.order_by("number"))
    enter(first[0])
    say(first[1], accept=False)
    enter(second[0])
    began = timezone.now()
    Round.objects.update(closes_at=began - timedelta(seconds=90))
    readiness.record_heartbeat("backup")
    found = measures.measure()
    took = (timezone.now() - began).total_seconds()
    assert (found["due"]["standings"], found["due"]["rounds_to_close"], found["due"]["draws"]) == (1, 1, 0)
    assert 90 <= found["due_age_seconds"]["rounds_to_close"] <= 90 + took
    tournament = Tournament.objects.get()
    assert found["revisions_behind"]["tournaments"] == tournament.revision - tournament.published_revision > 0
    assert found["disputes_open"] == {"": 1}
    assert 0 <= found["last_seconds"]["backup"] <= took


def lock(tournament):
    with transaction.atomic():
        locked(Tournament.objects.all(), tournament.pk)


@pytest.mark.postgres
def test_a_statement_that_waits_for_a_lock_is_counted(postgres):
    tournament = a_tournament()
    with in_background() as start, transaction.atomic():
        locked(Tournament.objects.all(), tournament.pk)
        waiting = start(lock, tournament)
        until_somebody_waits()
        found = measures.measure()
    waiting.result()
    assert found["locks_waited_for"] == {"": 1}
    assert 0 < found["lock_wait_seconds"][""] < 5
