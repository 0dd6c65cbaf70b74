"""`manage.py copy_database`: an evening from SQLite to PostgreSQL, continued there, and back."""

import json
import os
import re
import shutil
import sqlite3
from contextlib import closing

import psycopg
import pytest

from tests.fixtures.serving import Console
from tournaments.serving.supervisor.data_folder import lock_folder

pytestmark = pytest.mark.postgres

PLAYED = """
from tests.halls import a_club, a_round, a_tournament, a_user, play_out
from tournaments.actions.erasing.people import erase_user
from tournaments.actions.standings import standings
evening = a_tournament(a_club(owner=a_user("dora")), players=8)
play_out(a_round(evening))
standings.refresh(evening.pk)
erase_user(a_user("gone"))
"""
CONTINUED = """
from tests.halls import a_round, play_out
from tournaments.actions.standings import standings
from tournaments.models import Tournament
evening = Tournament.objects.get()
play_out(a_round(evening))
standings.refresh(evening.pk)
"""
COPIED = """
from django.core.management import CommandError, call_command
try:
    call_command("copy_database", {source!r})
except CommandError as refusal:
    print(refusal)
"""
ROWS = """
import json
from django.apps import apps
def told(value):
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else repr(value)
def rows(model):
    return sorted(json.dumps(row, sort_keys=True, default=told) for row in model._base_manager.values())
models = [m for m in apps.get_models(include_auto_created=True) if not m._meta.proxy]
print(json.dumps({model._meta.label: rows(model) for model in models}))
"""


@pytest.fixture
def console(prepared, tmp_path):
    """Start consoles on databases by name: a PostgreSQL address, or a copy of a prepared data folder."""
    consoles = []

    def start(name, address=None):
        folder = shutil.copytree(prepared, tmp_path / name)
        consoles.append(Console({"TAVOLO_DATA_DIR": str(folder)} | ({"DATABASE_URL": address} if address else {})))
        return consoles[-1], str(folder / "tavolo.sqlite3")

    yield start
    for each in consoles:
        each.close()


@pytest.fixture
def empty(postgres_server, postgres_template):
    name = f"tavolo_{os.urandom(6).hex()}"
    yield postgres_server.create(name, template=postgres_template)
    postgres_server.drop(name)


@pytest.mark.slow
def test_an_evening_moves_to_postgresql_goes_on_there_and_moves_back(console, empty, tmp_path):
    laptop, file = console("laptop")
    laptop.run(PLAYED)
    server, _file = console("server", empty)
    done = server.run(COPIED.format(source=file))
    assert re.fullmatch(r"Copied \d{3,} rows; 1 ledgers hold\.", done)
    assert json.loads(server.run(ROWS)) == json.loads(laptop.run(ROWS))
    server.run(CONTINUED)
    again, _file = console("again")
    assert re.fullmatch(r"Copied \d{3,} rows; 1 ledgers hold\.", again.run(COPIED.format(source=empty)))
    assert json.loads(again.run(ROWS)) == json.loads(server.run(ROWS))
    again.run(CONTINUED)


SPOILED = """
from tournaments.models import Tournament
Tournament.objects.update(ledger_head="0" * 64)
"""


@pytest.mark.slow
def test_what_cannot_be_copied_is_refused_in_one_line_and_leaves_nothing(console, tmp_path, empty):
    laptop, file = console("laptop")
    laptop.run(PLAYED)
    target, _file = console("target")
    before = target.run(ROWS)
    other = tmp_path / "other.sqlite3"
    other.write_bytes(b"of another program" * 99)
    none = tmp_path / "none.sqlite3"
    older = shutil.copyfile(file, tmp_path / "older.sqlite3")
    with closing(sqlite3.connect(older)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE name = '0054_prizes'")
    laptop.run(SPOILED)
    refusals = {
        other: "Nothing was copied: file is not a database",
        none: f"There is no file {none}.",
        older: f"{older} is not of this version of Tavolo: run manage.py migrate on it.",
        file: "Nothing was copied: the ledger of serata does not hold. See verify_ledger.",
    }
    assert {source: target.run(COPIED.format(source=str(source))) for source in refusals} == refusals
    with psycopg.connect(empty) as database:
        database.execute("DELETE FROM django_migrations WHERE name = '0054_prizes'")
        name = database.info.dbname
    refused = target.run(COPIED.format(source=empty.replace("postgres@", "postgres:secret@")))
    assert refused == f"{name} is not of this version of Tavolo: run manage.py migrate on it."
    with lock_folder(tmp_path / "laptop"):  # as `serve` does
        refused = target.run(COPIED.format(source=file))
    running = f"Another command of Tavolo uses {tmp_path / 'laptop'} (process {os.getpid()})"
    assert refused == f"{running}: stop it, or name another folder in TAVOLO_DATA_DIR."
    assert target.run(ROWS) == before
    assert laptop.run(COPIED.format(source=file)) == "This database is not empty: it has rows in tournaments_user."
