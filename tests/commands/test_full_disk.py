"""A disk that is full in mid-evening, and has room again."""

import errno
import json
import shutil
import sqlite3
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest
from django.db import OperationalError

from tests.fixtures.disk import LimitedDisk
from tests.fixtures.serving import until
from tests.parameters import slowly
from tests.processes import manage
from tournaments.outages import FULL, LOCKED, why_not_stored

EVENING = """
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions.standings import standings
from tournaments.actions.setup import signing_in
from tournaments.models import Scope
dora = a_user("dora")
dora.set_password("denari-coppe-9")
dora.save()
tournament = a_tournament(a_club(owner=dora), name="Serata", visibility="public")
a_round(tournament)
print(signing_in.create_token(user=dora, name="t", scope=Scope.MANAGE)[1])
"""
HAND = "/api/v1/tournaments/serata/rounds/1/tables/1/hands/1/"
LIVE = "/api/v1/tournaments/serata/live/"
TALLY = {"lines": [{"points": points} for points in (10, 10, 10, 10)]}
TOLD = "The disk is full: nothing was saved."


class Caller:
    """A program with a token, and a browser."""

    def __init__(self, served):
        self.address = served.address
        self.token = served.run(EVENING)
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()), Unrefusing())
        form = self.browser.open(f"{self.address}/sign-in/", timeout=20).read().decode()
        self.csrf = form.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]

    def sign_in(self):
        fields = {"username": "dora", "password": "denari-coppe-9"}
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self.csrf}).encode()
        answer = self.browser.open(f"{self.address}/sign-in/", body, timeout=20)
        return answer.status, answer.read().decode()

    def record(self):
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + HAND, json.dumps(TALLY).encode(), headers, method="PUT")
        answer = self.browser.open(request, timeout=20)
        return answer.status, json.load(answer)

    def read(self, path):
        answer = self.browser.open(self.address + path, timeout=20)
        return answer.status, answer.read().decode()

    def is_fresh(self):
        live = json.loads(self.read(LIVE)[1])
        return live["standings"] == live["revision"]


class Unrefusing(urllib.request.HTTPErrorProcessor):
    """Hands every answer over, refusals too."""

    def http_response(self, _request, response):
        return response


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", slowly("a file system", "a limit"))
def test_a_full_disk_is_told_and_everything_goes_on_when_there_is_room(serve, prepared, small_disk, kind):
    disk = LimitedDisk(small_disk.folder) if kind == "a limit" else small_disk
    running = serve(TAVOLO_DATA_DIR=shutil.copytree(prepared, disk.folder / "data"))
    caller = Caller(running)
    until(lambda: caller.read("/readyz")[0] == 200)
    with disk.full(running):
        status, page = caller.sign_in()
        assert (status, TOLD in page) == (507, True)
        status, problem = caller.record()
        assert (status, problem["errors"][0]["code"]) == (507, "not_stored")
        assert problem["detail"].startswith(TOLD)
        reads = [caller.read(path)[0] for path in ("/", LIVE, "/tournaments/serata/", "/healthz")]
        assert reads == [200] * 4
        if kind == "a file system":
            until(lambda: (ready := caller.read("/readyz"))[0] == 503 and TOLD in ready[1], seconds=10)
    assert caller.record()[0] in {200, 201}
    until(caller.is_fresh, seconds=10)
    until(lambda: caller.read("/readyz")[0] == 200, seconds=10)
    assert caller.sign_in()[0] == 302
    assert "Traceback" not in running.complaints.read_text()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_start_on_a_disk_that_is_as_good_as_full_says_what_readyz_says(serve, prepared, small_disk):
    if isinstance(small_disk, LimitedDisk):
        pytest.skip("only a file system has a little room left")
    data = shutil.copytree(prepared, small_disk.folder, dirs_exist_ok=True)
    assert manage("shell", "-c", "from tests.halls import a_user; a_user()", TAVOLO_DATA_DIR=str(data)).returncode == 0
    with small_disk.full(None, but=90_000):  # enough to begin, too little to go on
        running = serve(TAVOLO_DATA_DIR=data)
        until(running.complaints.read_text, seconds=10)
        assert running.ready() == (503, running.complaints.read_text())
        assert running.complaints.read_text().startswith(TOLD)
        assert running.complaints.read_text().count("\n") == 1


@pytest.mark.slow
def test_a_data_folder_that_cannot_be_written_ends_the_start_with_one_line(tmp_path):
    folder = tmp_path / "data"
    (folder / "tavolo.sqlite3").mkdir(parents=True)  # even the superuser cannot write there
    done = manage("serve", "--port", "0", TAVOLO_DATA_DIR=str(folder))
    assert done.returncode == 1
    assert done.stderr.startswith(f"CommandError: Tavolo cannot write to its data folder {folder}")
    assert done.stderr.count("\n") == 1


def test_sqlite_tells_that_there_is_no_room():
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE t (x)")
        database.execute("PRAGMA max_page_count = 2")
        with pytest.raises(sqlite3.OperationalError) as fault:
            database.executemany("INSERT INTO t VALUES (?)", [("x" * 5000,)] * 9)
    told = OperationalError("as Django says it")
    told.__cause__ = fault.value
    assert why_not_stored(told) == FULL


def test_a_database_that_may_only_be_read(tmp_path):
    sqlite3.connect(tmp_path / "d").execute("CREATE TABLE t (x)")
    database = sqlite3.connect(f"file:{tmp_path / 'd'}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as fault:
        database.execute("INSERT INTO t VALUES (1)")
    assert why_not_stored(fault.value) == LOCKED


def test_a_file_that_may_not_be_written_is_the_disk_and_a_socket_is_not():
    number, words = errno.EACCES, "Permission denied"
    assert why_not_stored(PermissionError(number, words, "tavolo.sqlite3")) == LOCKED
    assert why_not_stored(PermissionError(number, words)) is None


def test_what_else_may_happen_is_no_matter_of_the_disk():
    assert why_not_stored(OperationalError("database is locked")) is None
    assert why_not_stored(None) is None
