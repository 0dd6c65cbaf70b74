"""Writers on SQLite queue, with a transaction or a single statement."""

import http.client
import json
import shutil
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tests.concurrency import at_once
from tests.processes import manage

PHONES = 512
IN_TURN = """
import json, threading, time
from django.db import connection, transaction
from tournaments.models import User

user = User.objects.create(username="dora")
rows = User.objects.filter(pk=user.pk)
end = time.monotonic() + 3
done = [0] * 4

def write(place):
    while time.monotonic() < end:
        if place == 0:
            rows.update(first_name="alone")
        else:
            with transaction.atomic():
                rows.update(last_name="together")
                time.sleep(0.005)
        done[place] += 1
    connection.close()

threads = [threading.Thread(target=write, args=[place]) for place in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(json.dumps(done))
"""
WHILE_OTHERS_WRITE = """
import json, threading, time
from pathlib import Path
from django.db import connection, transaction
from django.utils import timezone
from tournaments.models import Heartbeat
folder, threads = Path({folder!r}), {threads}
done = []
folder.joinpath(str(threads)).touch()
while len([*folder.iterdir()]) < 2:
    time.sleep(0.005)
end = time.monotonic() + 4

def write(place):
    while time.monotonic() < end:
        start = time.monotonic()
        if threads == 1:
            Heartbeat.objects.create(program=str(len(done)), at=timezone.now())
        else:
            with transaction.atomic():
                Heartbeat.objects.filter(program="web").update(at=timezone.now())
                time.sleep(0.004)
        done.append(time.monotonic() - start)
    connection.close()

running = [threading.Thread(target=write, args=[place]) for place in range(threads)]
[thread.start() for thread in running]
[thread.join() for thread in running]
print(json.dumps([len(done), max(done)]))
"""
ON_THE_DISK = """
import errno, json, os, sqlite3
from tournaments.databases.sqlite3 import base
from django.db import OperationalError, connection, transaction
from tournaments.models import Heartbeat, User

name = connection.settings_dict["NAME"]
flush, seen = base._flush, []

def watch(file):
    other = sqlite3.connect(name, timeout=0, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # raises where the turn is not over
    stands = other.execute("SELECT count(*) FROM tournaments_user").fetchone()[0]
    other.close()
    seen.append([os.readlink(f"/proc/self/fd/{file}") == f"{name}-wal", stands])
    flush(file)

base._flush = watch
User.objects.create(username="one")
with transaction.atomic():
    User.objects.create(username="two")
    User.objects.create(username="three")
list(User.objects.all())

def broken(file):
    raise OSError(errno.EIO, "the disk is gone")

base._flush = broken
told = []
for write in (User.objects.create, transaction.atomic(User.objects.create)):
    try:
        write(username=f"not told {len(told)}")
    except OperationalError as fault:
        told.append(str(fault))
base._flush = flush
User.objects.create(username="four")
print(json.dumps([seen, len(told)]))
"""
NOT_ON_THE_DISK = """
import errno, json
from django.db import OperationalError
from tournaments.databases.sqlite3 import base
from tournaments.actions.core.idempotency import StoredResponse, answer_once

def broken(file):
    raise OSError(errno.EIO, "the disk is gone")

base._flush = broken
try:
    answer_once(holder="h", key="k", request_digest="d", act=lambda: StoredResponse(200, b"yes"), seldom_repeated=True)
except OperationalError as fault:
    print(json.dumps(type(fault).__name__))
"""
HALL = """
from tests.halls import a_round, a_tournament
from tournaments.actions.at_table import keys
round_ = a_round(a_tournament(players=4))
print(keys.cards(round_.tournament, [1])[0].secret)
"""


@pytest.mark.slow
def test_a_single_statement_gets_as_many_turns_as_a_transaction(tmp_path, prepared):
    data = shutil.copytree(prepared, tmp_path / "data")
    told = manage("shell", "--no-imports", "-c", IN_TURN, TAVOLO_DATA_DIR=str(data))
    alone, *together = json.loads(told.stdout)
    assert 2 * alone >= min(together) > 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at open files as Linux shows them")
def test_commit_is_on_disk_before_the_answer(tmp_path, prepared):
    """Other requests write during the disk's write, and a failing disk is reported."""
    data = shutil.copytree(prepared, tmp_path / "data")
    told = manage("shell", "--no-imports", "-c", ON_THE_DISK, TAVOLO_DATA_DIR=str(data))
    assert (told.stderr, json.loads(told.stdout)) == ("", [[[True, 1], [True, 3]], 2])


@pytest.mark.slow
def test_an_answer_that_did_not_reach_the_disk_is_not_given(tmp_path, prepared):
    """The commit can be read already, but no client is told that it is safe."""
    data = shutil.copytree(prepared, tmp_path / "data")
    told = manage("shell", "--no-imports", "-c", NOT_ON_THE_DISK, TAVOLO_DATA_DIR=str(data))
    assert (told.stderr, json.loads(told.stdout)) == ("", "OperationalError")


@pytest.mark.slow
def test_processes_write_by_turns(tmp_path, prepared):
    """One with a single writer of single statements beside one that writes without a pause, with eight threads."""
    data = shutil.copytree(prepared, tmp_path / "data")
    ready = tmp_path / "ready"
    ready.mkdir()

    def write(threads):
        script = WHILE_OTHERS_WRITE.format(folder=str(ready), threads=threads)
        return json.loads(manage("shell", "--no-imports", "-c", script, TAVOLO_DATA_DIR=str(data)).stdout)

    with ThreadPoolExecutor(2) as processes:
        (alone, longest), (together, _longest) = processes.map(write, (1, 8))
    assert 5 * alone >= 4 * together > 0
    assert longest < 2


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_hall_that_opens_its_sessions_at_once(served):
    """No request is refused, and none waits longer than it takes to write them all."""
    secret = served.run(HALL)

    def open_session():
        begun = time.monotonic()
        connection = http.client.HTTPConnection(urlsplit(served.address).netloc, timeout=100)
        body, headers = json.dumps({"secret": secret}), {"Content-Type": "application/json"}
        connection.request("POST", "/api/v1/table-sessions/", body, headers)
        status = connection.getresponse().status
        connection.close()
        return status, time.monotonic() - begun

    answers = at_once([open_session] * PHONES)
    waits = sorted(seconds for _status, seconds in answers)
    print(f"{PHONES} sessions: median {waits[PHONES // 2]:.1f} s, longest {waits[-1]:.1f} s")
    assert Counter(status for status, _seconds in answers) == {201: PHONES}
    assert waits[-1] < 20
