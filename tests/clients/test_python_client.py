"""clients/python: the examples of its README, with a running Tavolo."""

import subprocess
import sys
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.processes import HOME, environment

from .conftest import a_club_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
README = (HOME / "clients" / "python" / "README.md").read_text()
BEGIN = """
from os import environ
import httpx
from tavolo_client import Refused, Tavolo, etag_of, revision_of
tavolo = Tavolo(environ["SITE"], environ["TOKEN"], retries=3)
plan = {"club": environ["CLUB"], "name": "Monday", "ruleset": "busca-accademia", "table": {"hands": 2}}
"""


@pytest.fixture
def run_on(served, run_python, request):
    """Run a program for a club of this test's own; answer the lines that it printed."""
    club = a_club_on(served, f"Client {request.node.name}")
    return lambda program, **more: run_python(BEGIN + program, **{**club, **more}).splitlines()


def test_a_follower_waits_as_long_as_a_full_server_asks(run_python):
    said = run_python("""
import httpx, time
from tavolo_client import Tavolo
full = httpx.Response(429, headers={"Retry-After": "60"})
begun = httpx.Response(200, content=b'data: {"kind": "x"}\\n\\n')
answers = [full, begun]
tavolo = Tavolo("https://tavolo.example.org")
tavolo._http = httpx.Client(base_url=tavolo.site, transport=httpx.MockTransport(lambda request: answers.pop(0)))
time.sleep = print
print(next(tavolo.follow_tournament("s"))["kind"])
""")
    assert said.split() == ["60.0", "x"]


def test_a_list_goes_over_its_pages(run_on):
    said = run_on("""
slug = tavolo.create_tournament(plan)["slug"]
tavolo.create_entry(slug, [{"name": f"Player {number}"} for number in range(450)])
names = [entry["name"] for entry in tavolo.list_entries(slug)]
print(len(names), len(set(names)))
ledger = tavolo.get_ledger(slug, limit=1)
print(len(ledger["results"]), ledger["next"] is None)
""")
    assert said == ["450 450", "1 False"]


LONG_LISTS = """
from datetime import UTC, datetime
from tests.halls import a_tournament
from tournaments.actions.standings.ratings import rate_game
from tournaments.models import Club, Player, Tournament
club = Club.objects.get(slug={club!r})
evening = a_tournament(club, players=0, visibility="public")
Tournament.objects.filter(pk=evening.pk).update(status="finished")
evening.refresh_from_db()
for year in range(1800, 2030):
    evening.pk, evening.slug, evening.starts_at = None, f"{{club.slug}}-{{year}}", datetime(year, 5, 1, tzinfo=UTC)
    evening.save(force_insert=True)
players = [Player.objects.create(club=club, name=f"Player {{number}}").pk for number in range(250)]
about = {{"rating": 1500, "deviation": 90, "provisional": False, "tables": 3, "curve": []}}
a_tournament(club, players=0, ruleset="hearts", slug=f"{{club.slug}}-hearts")
rated = rate_game(club, "hearts")  # no evening of it is over, so the worker computes nothing
rated.body = {{"tables": 3, "players": [{{"player": pk, **about}} for pk in players], "calibration": []}}
rated.save()
"""


def test_lists_of_other_forms_have_every_page_too(served, run_python):
    club = a_club_on(served, "Client with long lists")
    served.run(LONG_LISTS.format(club=club["CLUB"]))
    program = """
years = [each["year"] for each in tavolo.list_club_years(environ["CLUB"])]
print(len(years), len(set(years)))
ratings = tavolo.get_game_ratings(environ["CLUB"], "hearts")
print(len({row["player"] for row in ratings["results"]}), len(ratings["results"]), ratings["tables"], ratings["next"])
"""
    assert run_python(BEGIN + program, **club).splitlines() == ["230 230", "250 250 3 None"]


def test_a_phone_confirms_every_hand_of_its_table(run_on):
    said = run_on("""
slug = tavolo.create_tournament(plan)["slug"]
tavolo.create_entry(slug, [{"name": f"Player {number}"} for number in range(4)])
tavolo.publish_round(slug, tavolo.create_round(slug, {"seed": 1})["number"])
card = {"secret": next(tavolo.list_cards(slug))["secret"]}
with tavolo.open_table(card) as one, tavolo.open_table(card) as other:
    one.claim(0)
    other.claim(1)
    hands = [one.enter(hand, 0, {"lines": [{"points": 13}] * 3 + [{"points": 1}]}) for hand in (1, 2)]
    seen = [{"hand": hand["number"], "version": hand["version"]} for hand in hands]
    confirmed = other.confirm_hands(*other.place, {"seat": 1, "hands": seen})
    print([(hand["number"], hand["status"]) for hand in confirmed["results"]])
""")
    assert said == ["[(1, 'confirmed'), (2, 'confirmed')]"]


def test_a_refusal_has_every_fault_with_its_place(run_on):
    said = run_on("""
try:
    tavolo.create_tournament({**plan, "name": "", "rounds": "three", "table": {"hands": 0}})
except Refused as refused:
    print(refused.status, sorted(fault.place for fault in refused.faults), refused.codes >= {"not_an_integer"})
try:
    next(tavolo.list_tournaments(ordering="colour"))
except Refused as refused:
    print(refused.status, [fault.place for fault in refused.faults])
""")
    assert said == ["422 ['/name', '/rounds', '/table/hands'] True", "400 ['ordering']"]


def test_a_change_guards_what_was_read(run_on):
    said = run_on("""
slug = tavolo.create_tournament(plan)["slug"]
etag = etag_of(tavolo.get_tournament(slug))
print(tavolo.update_tournament(slug, {"name": "Tuesday"}, if_match=etag)["name"])
try:
    tavolo.update_tournament(slug, {"name": "Wednesday"}, if_match=etag)
except Refused as refused:
    print(refused.status, refused.problem["current"]["name"])
    print(tavolo.update_tournament(slug, {"name": "Wednesday"}, if_match=refused.current_etag)["name"])
""")
    assert said == ["Tuesday", "412 Tuesday", "Wednesday"]


def test_events_come_as_they_happen(run_on):
    said = run_on("""
slug = tavolo.create_tournament(plan)["slug"]
tavolo.create_entry(slug, {"name": "Anna"})
kinds = (event["kind"] for event in tavolo.follow_tournament(slug, after=0) if event["kind"] != "standings_published")
print(next(kinds), next(kinds))
tavolo.create_entry(slug, {"name": "Berto"})
print(next(kinds))
""")
    assert said == ["tournament_created entries_registered", "entries_registered"]


def test_a_phone_that_has_left_opens_nothing(run_on):
    said = run_on("""
slug = tavolo.create_tournament(plan)["slug"]
tavolo.create_entry(slug, [{"name": f"Player {number}"} for number in range(4)])
tavolo.publish_round(slug, tavolo.create_round(slug, {"seed": 1})["number"])
with tavolo.open_table({"secret": next(tavolo.list_cards(slug))["secret"]}) as phone:
    print([seat["yours"] for seat in [phone.claim(2)]])
    phone.leave()
again = type(phone)(tavolo.site, phone.session)
try:
    again.claim(2)
except Refused as refused:
    print(refused.status, *refused.codes)
""")
    assert said == ["[True]", "401 session_over"]


class Losing(ThreadingHTTPServer):
    """A proxy that carries out the first requests of each address, and loses their answers."""

    daemon_threads = True

    def __init__(self, address):
        super().__init__(("127.0.0.1", 0), Relay)
        self.behind = address.removeprefix("http://")
        self.losses = 2
        Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()


class Relay(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        connection = HTTPConnection(self.server.behind, timeout=60)
        headers = {name: self.headers[name] for name in self.headers if name not in {"Host", "Accept-Encoding"}}
        connection.request(self.command, self.path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        self.close_connection = True
        if self.server.losses > 0:
            self.server.losses -= 1
            return
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.headers["Content-Type"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        self.do_POST()

    def log_message(self, *_args):
        """Say nothing."""


@pytest.fixture
def losing(served):
    proxy = Losing(served.address)
    yield proxy
    proxy.shutdown()
    proxy.server_close()


def test_what_creates_something_is_repeated_without_a_second_effect(run_on, losing):
    said = run_on(
        """
print(tavolo.create_tournament(plan)["name"])
print(len(list(tavolo.list_tournaments(club=environ["CLUB"]))))
""",
        SITE=f"http://127.0.0.1:{losing.server_port}",
    )
    assert (said, losing.losses) == (["Monday", "1"], 0)


def test_a_change_without_a_key_is_not_repeated(run_on, losing):
    said = run_on(
        """
try:
    tavolo.end_tournament("whichever")
except httpx.TransportError:
    print("no answer")
""",
        SITE=f"http://127.0.0.1:{losing.server_port}",
    )
    assert (said, losing.losses) == (["no answer"], 1)


PROGRAM = """
from typing import assert_type
from tavolo_client import Tavolo, models
tavolo = Tavolo("https://tavolo.example.org")
assert_type([row["place"] for row in tavolo.get_standings("lunedi")["rows"]], list[int | None])
assert_type([entry["name"] for entry in tavolo.list_entries("lunedi")], list[str])
assert_type(tavolo.record_hand("lunedi", 1, 1, 1, {"lines": [{"points": 13}, None]}), models.Hand)
assert_type(tavolo.get_paper_cards("lunedi"), bytes)
tavolo.record_hand("lunedi", 1, 1, 1, {"line": []})
tavolo.get_standings("lunedi", form="round")
"""


def test_everything_has_types(python_client, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "readme.py").write_text(README.partition("```python\n")[2].partition("```")[0])
    command = [sys.executable, "-m", "mypy", "--strict", "-p", "tavolo_client", "-m", "readme", "-m", "program"]
    done = subprocess.run(
        command,
        check=False,
        cwd=tmp_path,
        env=environment(MYPYPATH=f"{python_client}:{tmp_path}"),
        capture_output=True,
        text=True,
        timeout=200,
    )
    faults = [line.partition(" error: ")[::2] for line in done.stdout.splitlines() if " error: " in line]
    found = [(place, fault.rpartition("  [")[2]) for place, fault in faults]
    wrong = [("9", "typeddict-item]"), ("9", "typeddict-unknown-key]"), ("10", "arg-type]")]
    assert found == [(f"program.py:{line}:", code) for line, code in wrong], done.stdout
