"""`manage.py backup` and `restore`: whole or nothing, and nothing that was there is lost."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from signal import SIGKILL

import psutil
import pytest

from tests.fixtures.disk import MountedDisk
from tests.fixtures.serving import Console, until
from tests.processes import manage
from tournaments.outages import DAMAGED
from tournaments.serving.supervisor import backup_schedule
from tournaments.serving.supervisor.backup_rotation import times_to_keep
from tournaments.serving.supervisor.backup_schedule import BackupSchedule
from tournaments.serving.supervisor.backups import NO_BACKUP
from tournaments.serving.supervisor.data_folder import lock_folder

SAVED = """
import json
from django.core.management import call_command
from tests.halls import a_round, a_tournament, play_out
from tournaments.actions.verification import verify
from tournaments.models import Hand
evening = a_tournament(players=8)
play_out(a_round(evening))
before = Hand.objects.count()
call_command("backup", {file!r})
a_tournament(evening.club, name="Later")
call_command("restore", {file!r})
names = [t.name for t in type(evening).objects.all()]
print(json.dumps([names, Hand.objects.count() - before, [str(f) for f in verify(evening).findings]]))
"""
TRIED = """
import json
from django.core.management import CommandError, call_command
try:
    call_command("restore", {file!r})
except CommandError as refusal:
    print(json.dumps(str(refusal)))
"""


@pytest.mark.slow
@pytest.mark.parametrize("begins", [0, 8192])
def test_a_damaged_database_is_reported_in_one_line(prepared, tmp_path, begins):
    data_dir = shutil.copytree(prepared, tmp_path / "data")
    with (data_dir / "tavolo.sqlite3").open("r+b") as database:
        database.seek(begins)
        database.write(b"damaged " * 1024)
    done = manage("serve", "--port", "0", TAVOLO_DATA_DIR=str(data_dir))
    assert (done.returncode, done.stderr) == (1, f"CommandError: {DAMAGED}\n")
    done = manage("backup", TAVOLO_DATA_DIR=str(data_dir))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    if begins == 0:  # else the doctor may read what it needs
        done = manage("doctor", TAVOLO_DATA_DIR=str(data_dir))
        assert done.stdout.startswith(DAMAGED)


@pytest.fixture
def console(prepared, tmp_path):
    data_dir = shutil.copytree(prepared, tmp_path / "data")
    console = Console({"TAVOLO_DATA_DIR": str(data_dir)})
    yield console
    console.close()


def altered(whole, name, alter):
    """A copy of a backup, altered by a function of its path."""
    copy = shutil.copyfile(whole, whole.with_name(name))
    alter(copy)
    return copy


def execute(*statements):
    def alter(file):
        with closing(sqlite3.connect(file)) as database:
            for statement in statements:
                database.execute(statement)
            database.commit()

    return alter


NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_newer', '2026-01-01')"


@pytest.mark.slow
def test_a_backup_is_restored_whole_or_not_at_all(console, tmp_path):
    file = tmp_path / "evening.sqlite3"
    printed = console.run(SAVED.format(file=str(file))).splitlines()
    assert json.loads(printed[-1]) == [["Serata"], 0, []]
    (kept,) = (tmp_path / "data").glob("replaced-*")
    with closing(sqlite3.connect(kept / "tavolo.sqlite3")) as former:
        names = former.execute("SELECT name FROM tournaments_tournament ORDER BY id").fetchall()
    assert names == [("Serata",), ("Later",)]
    damaged = {
        "cut": lambda copy: os.truncate(copy, file.stat().st_size // 2),
        "other": lambda copy: copy.write_bytes(b"of another program"),
        "empty": execute("DROP TABLE django_migrations"),
        "half": execute("DROP TABLE tournaments_screen"),
        "unreleased": execute("DELETE FROM django_migrations WHERE app = 'tournaments' AND name > '0002'"),
    }
    refusals = {altered(file, name, alter): NO_BACKUP for name, alter in damaged.items()}
    refusals[altered(file, "newer", execute(NEWER))] = "is of a newer version of Tavolo: restore it with that version."
    tried = {each: json.loads(console.run(TRIED.format(file=str(each)))) for each in refusals}
    assert tried == {each: f"{each} {fault}" for each, fault in refusals.items()}
    with lock_folder(tmp_path / "data"):  # as `serve` does
        assert "Another command of Tavolo uses" in console.run(TRIED.format(file=str(file)))
    assert [*(tmp_path / "data").glob("replaced-*")] == [kept]
    assert [*tmp_path.rglob(".*sqlite3*")] == []


@pytest.mark.slow
def test_a_copy_of_the_folder_of_a_killed_program_is_restored_with_its_log(console, prepared, tmp_path):
    copy = shutil.copytree(prepared, tmp_path / "copy") / "tavolo.sqlite3"
    console.run("from tests.halls import a_user; a_user('before')")
    killed = "import os; from tests.halls import a_user; a_user('olga'); os._exit(9)"
    manage("shell", "--no-imports", "-c", killed, TAVOLO_DATA_DIR=str(copy.parent))
    assert copy.with_name("tavolo.sqlite3-wal").stat().st_size > 0
    print_names = "from tournaments.models import User; print(*User.objects.values_list('username', flat=True))"
    assert console.run(f"{TRIED.format(file=str(copy))}\n{print_names}").splitlines()[-1] == "olga"
    assert [*tmp_path.rglob(".*sqlite3*")] == []


@pytest.mark.slow
def test_a_backup_does_not_replace_the_database(console, tmp_path):
    database = tmp_path / "data" / "tavolo.sqlite3"
    (tmp_path / "data" / "backups").mkdir()
    before = database.stat().st_ino
    for file in (database, database.with_name("tavolo.sqlite3-wal"), database.parent / "backups/../tavolo.sqlite3"):
        refused = f"{file} is the database: name another file for the backup."
        assert json.loads(console.run(TRIED.format(file=str(file)).replace('"restore"', '"backup"'))) == refused
    assert database.stat().st_ino == before
    circle = tmp_path / "circle.sqlite3"
    circle.symlink_to(circle)
    console.run(TRIED.format(file=str(circle)).replace('"restore"', '"backup"'))
    assert circle.is_file()


def test_rotation_keeps_eight_then_one_of_each_hour_and_day():
    now = datetime(2026, 11, 28, 20, 40, tzinfo=UTC)
    times = [now - number * timedelta(minutes=15) for number in range(40 * 96)]
    latest = times[:8]
    hours = [now.replace(minute=55) - timedelta(hours=hour) for hour in range(1, 24)]
    days = [now.replace(hour=23, minute=55) - timedelta(days=day) for day in range(1, 30)]
    wanted = {*latest, *hours, *days}
    assert times_to_keep(times, now) == wanted
    ahead = {now + timedelta(days=900), now + timedelta(days=901)}  # made while the clock was wrong
    assert times_to_keep([*times, *ahead], now) == {*wanted, *ahead}
    seldom = {now - timedelta(days=9 * number) for number in range(30)}  # one is not deleted because of its age alone
    assert times_to_keep({*seldom, now - timedelta(days=270)}, now) == seldom


ROTATED = """
from django.core.management import CommandError, call_command
try:
    call_command("backup", "--rotate")
except CommandError as refusal:
    print(refusal)
"""


@pytest.mark.slow
def test_rotated_backups_are_copied_to_the_second_folder_if_it_is_there(prepared, tmp_path):
    data_dir, second = shutil.copytree(prepared, tmp_path / "data"), tmp_path / "second"
    first = data_dir / "backups"
    first.mkdir()
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0)
    old = [f"tavolo-{today - timedelta(days=day):%Y%m%d-%H%M%S}.sqlite3" for day in range(1, 50)]
    for name in old:
        (first / name).write_bytes(b"old")
    kept = {*old[:29], "tavolo-of-mine.sqlite3"}  # and the one that is made
    (first / "tavolo-of-mine.sqlite3").write_bytes(b"mine")
    console = Console({"TAVOLO_DATA_DIR": str(data_dir), "TAVOLO_SECOND_BACKUP_DIR": str(second)})
    refused = console.run(ROTATED)
    (new,) = {file.name for file in first.iterdir()} - kept
    assert refused.startswith(f"The backup {first / new} could not be copied to {second}: [Errno 2]")
    assert {file.name for file in first.iterdir()} == {*kept, new}
    second.mkdir()
    (second / "mine").touch()
    time.sleep(1)
    assert console.run(ROTATED) == ""
    newest = max(first.glob("tavolo-2*"))
    assert {file.name: file.read_bytes() for file in second.iterdir()} == {
        "mine": b"",
        newest.name: newest.read_bytes(),
    }
    with closing(sqlite3.connect(data_dir / "tavolo.sqlite3")) as database:
        recorded = database.execute("SELECT program FROM tournaments_heartbeat ORDER BY 1").fetchall()
    assert recorded == [("backup",), ("copy",)]
    console.close()


BY_HAND = """
from django.core.management import call_command
call_command("backup")
"""


@pytest.mark.slow
def test_no_backup_is_lost_while_the_clock_is_behind(prepared, tmp_path):
    data_dir, second = shutil.copytree(prepared, tmp_path / "data"), tmp_path / "second"
    first = data_dir / "backups"
    months = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in range(40)]
    ahead = {f"tavolo-{time.replace(year=2100):%Y%m%d-%H%M%S}.sqlite3" for time in months}
    for folder in first, second:
        folder.mkdir()
        for name in ahead:
            (folder / name).touch()
    console = Console({"TAVOLO_DATA_DIR": str(data_dir), "TAVOLO_SECOND_BACKUP_DIR": str(second)})
    by_hand = Path(console.run(BY_HAND))
    assert re.fullmatch(r"tavolo-manual-\d{8}-\d{6}\.sqlite3", by_hand.name)
    assert console.run(ROTATED) == ""
    (new,) = {file.name for file in first.iterdir()} - ahead - {by_hand.name}
    assert {file.name for file in second.iterdir()} == {*ahead, new}
    console.close()


def test_a_stuck_backup_is_killed_with_the_programs_that_it_started(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(backup_schedule, "FIRST", 0.0)
    settings.BACKUP_EVERY, settings.DATA_DIR = 0.0, tmp_path
    command = ["sh", "-c", "sleep 100 & echo $!; wait"]
    launched = []

    def launch():
        launched.append(subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True))
        return launched[-1]

    schedule = BackupSchedule(launch)
    schedule.start_if_due()
    stuck = psutil.Process(int(launched[0].stdout.readline()))
    schedule.start_if_due()
    assert launched[0].wait(5) == -SIGKILL
    with suppress(psutil.NoSuchProcess):
        stuck.wait(5)
    os.killpg(launched[1].pid, SIGKILL)
    launched[1].wait(5)


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_serve_backs_up_by_itself_also_while_the_second_place_is_full(serve, small_disk):
    second = small_disk.folder / "second"
    second.mkdir()
    with small_disk.full(None) if isinstance(small_disk, MountedDisk) else nullcontext(second.rmdir()):
        running = serve(TAVOLO_SECOND_BACKUP_DIR=str(second))
        (file,) = until(lambda: [*(running.data_dir / "backups").glob("tavolo-*")])
        said = until(running.complaints.read_text)
    assert said.startswith(f"The backup {file} could not be copied to {second}: [Errno")
    assert said.count("\n") == 1
    _status, lines = until(lambda: (ready := running.ready())[0] == 200 and ready)
    assert re.fullmatch(r"ok\nLast backup: 20\d\d-\d\d-\d\d \d\d:\d\d UTC.\n", lines)
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
