"""Databases whose tables do not fit this version: reported by health checks, and refused by programs and migrations."""

import json
import re
import shutil

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.concurrency import in_background
from tests.fixtures.serving import Console, until
from tests.halls import a_club, a_user
from tournaments.actions.database_faults import NEWER, NOT_MIGRATED, UNKNOWN
from tournaments.management.commands.migrate import ADVISORY_LOCK

from .test_health import beating, ready


def test_tables_of_another_version_are_reported(client, db):
    beating()
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournaments", "9999_newer")
    assert ready(client) == (503, f"{NEWER}\n")
    recorder.record_unapplied("tournaments", "0001_initial")
    assert ready(client) == (503, f"{NOT_MIGRATED}\n")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE django_migrations")
    assert ready(client) == (503, f"{NOT_MIGRATED}\n")


@pytest.mark.parametrize(
    "change", ["DROP TABLE tournaments_screen", "ALTER TABLE tournaments_club RENAME COLUMN city TO town"]
)
def test_recorded_migrations_without_their_tables_are_reported(client, each_database, change):
    beating()
    with connection.cursor() as cursor:
        cursor.execute(change)
    assert ready(client) == (503, f"{UNKNOWN}\n")
    with pytest.raises(CommandError, match=re.escape(UNKNOWN)):
        call_command("migrate")


def test_pages_and_api_answer_503_while_the_tables_are_of_another_version(client, db, settings):
    client.raise_request_exception = False
    a_club(owner=a_user("olga"))
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournaments_club RENAME COLUMN city TO town")
    answers = [client.get(path) for path in ("/", "/clubs/circolo-del-re/", "/api/v1/clubs/")]
    client.force_login(a_user("host", is_superuser=True))
    club = {"name": "Circolo", "city": "Lecce", "language": "it", "time_zone": "Europe/Rome"}
    answers.append(client.post("/clubs/new/", club))
    assert [(each.status_code, each.get("Retry-After")) for each in answers] == [(503, "1")] * 4


REFUSED = """
import json
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).record_applied("tournaments", "9999_newer")
refused = []
for command in (["run", "web"], ["run", "worker"], ["run", "beat"], ["migrate"]):
    try:
        call_command(*command)
    except CommandError as refusal:
        refused.append(str(refusal))
print(json.dumps(refused))
"""


@pytest.mark.slow
def test_no_program_starts_on_tables_of_a_newer_version(prepared, tmp_path):
    console = Console({"TAVOLO_DATA_DIR": str(shutil.copytree(prepared, tmp_path / "data"))})
    assert json.loads(console.run(REFUSED)) == [NEWER] * 4
    console.close()


@pytest.mark.postgres
def test_two_migrations_take_turns(postgres):
    with in_background() as start, psycopg.connect(postgres) as first:
        first.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
        second = start(call_command, "migrate")
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        until(lambda: first.execute(waiting).fetchone() == (1,))
        assert not second.done()
        first.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])
        second.result()
