"""Concurrent removals and writes: each removal happens once, and no error is internal."""

import http.client
import json
import random
from collections import Counter
from urllib.parse import urlencode, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from tests.concurrency import at_once
from tests.races import SCENES, scene
from tournaments.actions.verification import verify
from tournaments.models import LedgerEntry, Tournament

MAX_AT_ONCE = 10
TIMES = 6
CSRF = "a" * 32
FOLLOWS = {"draft_dropped": "round_drawn"}
"""A round that one of the calls draws anew may be dropped anew, each time once."""
PLAY = """
import json
from tests.races import scene
print(json.dumps([scene(name, number) for name, number in {wanted}]))
"""
LOOK = """
import json
from tests.test_removed_meanwhile import left_behind
print(json.dumps([left_behind(tournament) for tournament in {tournaments}]))
"""


def chosen(played, number):
    """Return as many of the calls as run at once, including the removals."""
    writes = random.Random(number).sample(played["writes"], len(played["writes"]))
    calls = [*played["removals"], *writes][:MAX_AT_ONCE]
    return random.Random(number).sample(calls, len(calls))


def request_of(played, call):
    """The method, path, body and headers of a call."""
    road, method, path, data = call
    body = json.dumps(data) if data is not None else ""
    headers = {"Content-Type": "application/json", "Authorization": f"Token {played['token']}"}
    if road == "phone":
        headers["Authorization"], body = f"Table {data['secret']}", ""
    if road == "page":
        body = urlencode(data, doseq=True)
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"sessionid={played['session']}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
        }
    return method, path, body, headers


def through_django(request):
    method, path, body, headers = request
    client = Client(raise_request_exception=False)
    kind = headers["Content-Type"]
    return client.generic(method, path, body, content_type=kind, headers=headers).status_code


def left_behind(tournament):
    """Return how often each kind occurs in the ledger, and what is wrong with the remaining rows."""
    kinds = Counter(LedgerEntry.objects.filter(tournament=tournament).values_list("kind", flat=True))
    left = Tournament.objects.filter(pk=tournament).first()
    return dict(kinds), [str(finding) for finding in verify(left).findings] if left else []


def nobody_at_fault(played, calls, statuses):
    faults = [(call, s) for call, s in zip(calls, statuses, strict=True) if not s or s >= 500]
    assert faults == []


def done_once(played, kinds, findings):
    assert findings == []
    assert [kind for kind in played["once"] if kinds.get(kind, 0) > kinds.get(FOLLOWS.get(kind), 1)] == []


def race(name, number):
    cache.clear()
    played = scene(name, number)
    calls = chosen(played, number)
    asked = [request_of(played, call) for call in calls]
    statuses = at_once([lambda r=r: through_django(r) for r in asked])
    nobody_at_fault(played, calls, statuses)
    done_once(played, *left_behind(played["tournament"]))


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("name", SCENES)
def test_on_postgresql(postgres, name):
    for number in range(2):
        race(name, number)


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", SCENES)
def test_on_postgresql_many_times(postgres, name):
    for number in range(TIMES):
        race(name, number)


def through_serve(address, request):
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request(*request[:2], request[2].encode(), request[3])
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def races_on_sqlite(served, name, times):
    scenes = json.loads(served.run(PLAY.format(wanted=[(name, number) for number in range(times)])))
    for number, played in enumerate(scenes):
        calls = chosen(played, number)
        asked = [request_of(played, call) for call in calls]
        statuses = at_once([lambda r=r: through_serve(served.address, r) for r in asked])
        nobody_at_fault(played, calls, statuses)
    tournaments = [played["tournament"] for played in scenes]
    left = json.loads(served.run(LOOK.format(tournaments=tournaments)))
    for played, (kinds, findings) in zip(scenes, left, strict=True):
        done_once(played, kinds, findings)


@pytest.mark.parametrize("name", ["draft_dropped", "tournament_deleted", "entry_removed"])
def test_on_sqlite_under_serve(served, name):
    races_on_sqlite(served, name, 1)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", SCENES)
def test_on_sqlite_under_serve_many_times(served, name):
    races_on_sqlite(served, name, TIMES)
