"""A flood of messages, broken ones among them, neither ends the worker nor delays the standings."""

import sqlite3
import subprocess
import sys
import threading
import time

import pytest

from tests.fixtures.serving import until
from tests.processes import HOME, environment
from tests.standings import BEGIN

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

MESSAGES, WRITERS, BROKEN = 5000, 3, 100
OLDEST = 5.0  # seconds that standings may lag behind

WRITE = """
import sys, time
from django.db.models import F
from tournaments.hints import hint
from tournaments.models import Tournament
known = {known}
for turn in range({each}):
    if turn % 10 == 0:
        changed = Tournament.objects.filter(pk=known[turn // 10 % len(known)])
        changed.update(revision=F("revision") + 1)
    hint("tournaments.tasks.refresh_standings", known[turn % len(known)])
    time.sleep(0.005)
"""
REVISIONS = "SELECT id, revision, published_revision FROM tournaments_tournament WHERE id >= ?"


class Lag(threading.Thread):
    """Looks again and again; `longest` is how long a revision waited to be published."""

    def __init__(self, served, first):
        super().__init__()
        self.database, self.first = served.data_dir / "tavolo.sqlite3", first
        self.longest, self.done = 0.0, threading.Event()

    def run(self):
        waiting = {}
        with sqlite3.connect(self.database) as database:
            while not self.done.wait(0.05):
                now = time.monotonic()
                for pk, revision, published in database.execute(REVISIONS, [self.first]):
                    waiting.setdefault((pk, revision), now)
                    for seen in [seen for seen in waiting if seen <= (pk, published)]:
                        if seen[0] == pk:
                            self.longest = max(self.longest, now - waiting.pop(seen))


def test_5000_messages_and_200_broken_files(served):
    known = [int(served.run(BEGIN)) for _tournament in range(5)]
    until(served.heard)
    before = len(served.complaints.read_text())
    worker, lag = served.program("worker"), Lag(served, known[0])
    lag.start()
    script = WRITE.format(each=MESSAGES // WRITERS + 1, known=known)
    shell = [sys.executable, "manage.py", "shell", "--no-imports", "-c", script]
    writers = [subprocess.Popen(shell, cwd=HOME, env=environment(**served.variables)) for _ in range(WRITERS)]
    messages = served.data_dir / "broker" / "messages"
    until(messages.exists)
    for number in range(BROKEN):
        messages.joinpath(f"empty{number}.standings.msg").touch()
        messages.joinpath(f"cut{number}.standings.msg").write_text('{"body": "W10=", "hea')
        time.sleep(0.02)
    assert [writer.wait(300) for writer in writers] == [0] * WRITERS
    until(lambda: not list(messages.iterdir()))
    lag.done.set()
    lag.join()
    text = served.complaints.read_text()[before:]
    assert served.program("worker").pid == worker.pid
    assert text.count("A message cannot be read; it is set aside.") == 2 * BROKEN
    print(f"longest lag {lag.longest:.2f} s")
    assert lag.longest < OLDEST
