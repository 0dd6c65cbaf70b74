"""Data that became hidden disappears at once in the process of the change, and within a second in others."""

import json
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack

import pytest

from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import Console, until
from tests.parameters import slowly
from tests.processes import HOME, environment, manage

A_SECOND = 1.0
"""Whoever asks later than that may not be told any more; who has asked before may wait for the answer."""
EVENING = """
import json
from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Club
club = Club.objects.first() or a_club(owner=a_user("dora"))
tournament = a_tournament(club, players=4, name=%r, visibility="public")
round_ = a_round(tournament)
play_out(round_)
rounds.close_round(round_, by=director_of(tournament))
standings.refresh(tournament.pk)
entry = tournament.entries.first()
print(json.dumps({"slug": tournament.slug, "club": club.slug, "entry": entry.pk, "player": entry.players.get().pk}))
"""


class Web:
    """A separate web process, and its responses."""

    def __init__(self, variables):
        port = free_port()
        command = [sys.executable, "-m", "granian", "--interface", "rsgi", "--no-ws", "--http", "1", "--workers", "1"]
        command += ["--port", str(port), "--log-level", "error", "config.rsgi:application"]
        self.process = subprocess.Popen(command, cwd=HOME, env=environment(**variables))
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, path, method="GET", body=None, **headers):
        """Return its status, headers and content."""
        data = None if body is None else json.dumps(body).encode()
        more = {"Content-Type": "application/json"} if data else {}
        request = urllib.request.Request(self.address + path, data, headers | more, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.headers, refused.read()

    def says(self, path, words, **headers):
        """Whether a page has these words."""
        return words.encode() in self.ask(path, **headers)[2]

    def is_ready(self):
        try:
            return self.ask("/healthz")[0] == 200
        except OSError:
            return False


class Pair:
    """Two web processes on the same data, and a console that creates what they show."""

    def __init__(self, variables):
        self.console = Console(variables)
        self.console.run(EVENING % "First")
        self.token = manage("create_token", "dora", "--scope", "manage", **variables).stdout.strip()
        self.webs = [Web(variables), Web(variables)]
        for web in self.webs:
            until(web.is_ready)

    def evening(self, name):
        return json.loads(self.console.run(EVENING % name))

    def close(self):
        self.console.close()
        for web in self.webs:
            web.process.terminate()
            web.process.wait(20)


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.slow])]
)
def pair(request, tmp_path_factory, prepared):
    """Two web processes, for every test that makes an evening of its own."""
    variables = {"TAVOLO_DATA_DIR": str(shutil.copytree(prepared, tmp_path_factory.mktemp("pair") / "data"))}
    with ExitStack() as until_done:
        if request.param == "postgres":
            server, template = map(request.getfixturevalue, ("postgres_server", "postgres_template"))
            variables["DATABASE_URL"] = server.create("pair", template=template)
            until_done.callback(server.drop, "pair")
        pair = Pair(variables)
        until_done.callback(pair.close)
        yield pair


HOME_PAGE, PLAYERS, STANDINGS = "/", "/tournaments/{slug}/players/", "/tournaments/{slug}/"
JSON, TOURNAMENT = "/api/v1/tournaments/{slug}/standings/", "/api/v1/tournaments/{slug}/"
ENTRY, PLAYER = TOURNAMENT + "entries/{entry}/", "/api/v1/clubs/{club}/players/{player}/"
CHANGES = [
    ("Private", HOME_PAGE, "Private", ("PATCH", TOURNAMENT, {"visibility": "private"})),
    ("Shut", STANDINGS, "Player 0001", ("PATCH", TOURNAMENT, {"visibility": "private"})),
    ("Linked", JSON, "Player 0001", ("PATCH", TOURNAMENT, {"visibility": "link"})),
    ("Hidden", STANDINGS, "Player 0001", ("POST", TOURNAMENT + "standings/hide/", {"after_round": 0})),
    ("Hushed", JSON, "Player 0001", ("POST", TOURNAMENT + "standings/hide/", {"after_round": 0})),
    ("Erased", PLAYERS, "Player 0001", ("DELETE", PLAYER, None)),
    ("Struck", STANDINGS, "Player 0001", ("DELETE", PLAYER, None)),
    ("Put", JSON, "Player 0001", ("PATCH", PLAYER, {"name": "Anna"})),
    ("Brief", STANDINGS, "Player 0001", ("PATCH", PLAYER, {"shown_as": "initials"})),
    ("Masked", JSON, "P. 0.", ("PATCH", PLAYER, {"shown_as": "code", "code_name": "Fox"})),
    ("Bared", STANDINGS, "Fox", ("PATCH", PLAYER, {"shown_as": "full"})),
    ("Called", PLAYERS, "Player 0001", ("PATCH", PLAYER, {"name": "Anna"})),
    ("Renamed", STANDINGS, "Renamed", ("PATCH", TOURNAMENT, {"name": "Now"})),
    ("Moved", STANDINGS, "Circolo", ("PATCH", "/api/v1/clubs/{club}/", {"name": "Now"})),
]


BEHIND_ITS_BACK = """
from tournaments.models import Standing
for standing in Standing.objects.filter(tournament__slug=%r):
    named = bytes(standing.body).replace(b"Player 0001", b"Somebody else")
    Standing.objects.filter(pk=standing.pk).update(body=named)
"""


@pytest.mark.slow
def test_what_is_cached_is_not_made_anew_for_nothing(pair):
    slug = pair.evening("Kept")["slug"]
    where = JSON.format(slug=slug)
    assert all(_is_cached(web, where) for web in pair.webs)
    pair.console.run(BEHIND_ITS_BACK % slug)
    assert all(web.says(where, "Player 0001") for web in pair.webs)


def _is_cached(web, where):
    """Whether it answered twice within the time that it takes PostgreSQL to be heard."""
    web.ask(where)
    time.sleep(0.3)
    return web.says(where, "Player 0001")


def assert_gone_by(deadline, find):
    """Look until nothing is found; a look that began after the deadline finds nothing."""
    began = time.monotonic()
    while left := find():
        assert began < deadline, left
        began = time.monotonic()


A_DRAFT_AGAIN = """
from tournaments.models import Round
Round.objects.filter(tournament__slug=%r).update(state="draft")
"""


@pytest.mark.slow
@pytest.mark.parametrize("changes", [CHANGES[:6], *slowly(CHANGES[6:])], ids=["some", "the others"])
def test_what_must_not_be_shown_is_gone_at_once_here_and_within_a_second_there(pair, changes):
    here, there = pair.webs
    for name, where, words, (method, address, body) in changes:
        evening = pair.evening(name)
        page = where.format(**evening)
        assert all(web.says(page, words) for web in pair.webs * 2), name
        status, _headers, said = here.ask(address.format(**evening), method, body, Authorization=f"Token {pair.token}")
        assert status in (200, 204), (name, said)
        deadline = time.monotonic() + A_SECOND
        assert not here.says(page, words), name
        assert_gone_by(deadline, lambda: [name] if there.says(page, words) else [])  # noqa: B023


def test_what_another_process_made_a_draft_again_is_gone_within_a_second(pair):
    """When one process makes a page a draft again, it disappears from all others within a second."""
    slug = pair.evening("Drafted")["slug"]
    pages = [f"/tournaments/{slug}/rounds/1/", f"/tournaments/{slug}/rounds/1/tables/1/"]
    assert all(web.says(page, "Player 0001") for page in pages for web in pair.webs * 2)
    pair.console.run(A_DRAFT_AGAIN % slug)
    deadline = time.monotonic() + A_SECOND
    assert_gone_by(deadline, lambda: [page for page in pages for web in pair.webs if web.says(page, "Player 0001")])


SIGNED_IN = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from tournaments.models import User
user = User.objects.get(username="dora")
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session.save()
print(session.session_key)
"""


@pytest.mark.slow
def test_personal_answer_is_not_shared(pair):
    slug = pair.evening("Hidden")["slug"]
    director = {"Cookie": f"sessionid={pair.console.run(SIGNED_IN)}"}
    pair.webs[0].ask(
        f"/api/v1/tournaments/{slug}/standings/hide/", "POST", {"after_round": 0}, Authorization=f"Token {pair.token}"
    )
    for where in (f"/tournaments/{slug}/", f"/api/v1/tournaments/{slug}/standings/"):
        for web in pair.webs * 3:
            assert not web.says(where, "Player 0001")
            assert web.says(where, "Player 0001", **director)
    for web in pair.webs * 3:
        page = f"/tournaments/{slug}/"
        assert web.says(page, '<html lang="it"', **{"Accept-Language": "it"})
        assert web.says(page, '<html lang="nl"', **{"Accept-Language": "nl"})
        assert web.says(page, "/desk/", **director)
        assert not web.says(page, "/desk/")
