"""`manage.py backup` and `restore`: whole or nothing, and nothing that was there is lost."""

import json
import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.fixtures.serving import Console
from tests.processes import manage
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
    words = "CommandError: The database is damaged. manage.py restore FILE puts a backup in its place.\n"
    assert (done.returncode, done.stderr) == (1, words)


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
    }
    refusals = {altered(file, name, alter): NO_BACKUP for name, alter in damaged.items()}
    refusals[altered(file, "newer", execute(NEWER))] = "is of a newer version of Tavolo: restore it with that version."
    tried = {each: json.loads(console.run(TRIED.format(file=str(each)))) for each in refusals}
    assert tried == {each: f"{each} {fault}" for each, fault in refusals.items()}
    with lock_folder(tmp_path / "data"):  # as `serve` does
        assert "Tavolo is already running" in console.run(TRIED.format(file=str(file)))
    assert [*(tmp_path / "data").glob("replaced-*")] == [kept]
    assert [*tmp_path.rglob(".*sqlite3*")] == []
