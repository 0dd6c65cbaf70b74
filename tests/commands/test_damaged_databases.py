"""Commands and pages on a damaged database, and after an interrupted migration: one line, and nothing is lost."""

import json
import shutil
import sqlite3
from contextlib import closing
from signal import SIGKILL

import psycopg
import pytest

from tests.fixtures.serving import Console
from tests.processes import manage
from tournaments.outages import DAMAGED

KILLED_WHILE_IT_RECORDS = """
import os
import signal
from django.core.management import call_command
from django.db import connection

def kill(execute, sql, params, *more):
    if "INTO \\"django_migrations\\"" in sql and {"tournaments", "0001_initial"} <= set(params):
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, *more)

with connection.execute_wrapper(kill):
    call_command("migrate", "tournaments", "0002", verbosity=0)
"""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty_database(request, tmp_path):
    """The settings of an installation whose database has no tables."""
    given = {"TAVOLO_DATA_DIR": str(tmp_path)}
    if request.param == "sqlite":
        yield given
        return
    server = request.getfixturevalue("postgres_server")
    yield given | {"DATABASE_URL": server.create("interrupted")}
    server.drop("interrupted")


def recorded(given):
    """Return the number of recorded migrations of Tavolo."""
    is_sqlite = "DATABASE_URL" not in given
    file = f"{given['TAVOLO_DATA_DIR']}/tavolo.sqlite3"
    database = sqlite3.connect(file) if is_sqlite else psycopg.connect(given["DATABASE_URL"])
    with closing(database):
        count = database.execute("SELECT count(*) FROM django_migrations WHERE app = 'tournaments'")
        return count.fetchone()[0]


@pytest.mark.slow
def test_a_migration_killed_before_it_is_recorded_is_done_again(empty_database):
    done = manage("shell", "-v", "0", "-c", KILLED_WHILE_IT_RECORDS, **empty_database)
    assert (done.returncode, recorded(empty_database)) == (-SIGKILL, 0)
    done = manage("migrate", "tournaments", "0002", "-v", "0", **empty_database)
    assert (done.returncode, done.stderr, recorded(empty_database)) == (0, "", 2)


ON_A_DAMAGED_DATABASE = """
import json
import sys
from django.test import Client
from manage import run_command

said = {}
for command in (["migrate"], ["verify_ledger"], ["reset_password", "olga"], ["showmigrations"], ["create_token", "p"]):
    try:
        run_command(["manage.py", *command])
    except SystemExit as ended:
        said[command[0]] = ended.code
client = Client(raise_request_exception=False, headers={"host": "localhost"})
statuses = [client.get(address).status_code for address in ("/", "/api/v1/clubs/", "/healthz")]
print(json.dumps([said, statuses, client.get("/readyz").content.decode()]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("begins", [0, 1 << 16])
def test_a_damaged_file_is_one_line_for_each_command_and_503_for_pages(prepared, tmp_path, begins):
    data = shutil.copytree(prepared, tmp_path / "data")
    database = data / "tavolo.sqlite3"
    with database.open("r+b") as file:
        file.seek(begins)
        file.write(b"damaged " * ((database.stat().st_size - begins) // 8))
    console = Console({"TAVOLO_DATA_DIR": str(data)})
    said, statuses, readiness = json.loads(console.run(ON_A_DAMAGED_DATABASE).splitlines()[-1])
    console.close()
    assert set(said.values()) == {f"manage.py: {DAMAGED}"}
    assert len(said) == 5
    assert (statuses[:2], readiness.splitlines()[0]) == ([503, 503], DAMAGED)
