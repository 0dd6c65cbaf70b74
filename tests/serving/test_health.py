"""The address that tells a load balancer whether to send people here."""

import os
import re
from contextlib import closing
from datetime import timedelta

import psycopg
import pytest
import redis
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tests.clock import stand_still
from tests.fixtures.redis_server import free_port
from tournaments.actions import database_faults, readiness
from tournaments.actions.database_faults import NEWER, NOT_MIGRATED, database_problem
from tournaments.actions.readiness import disk_fault, write_beside_postgresql, write_to_data_folder
from tournaments.models import Heartbeat
from tournaments.outages import LOCKED


def test_health_answers_when_the_database_does(client, db):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_health_is_never_cached(client, db):
    assert client.get("/healthz")["Cache-Control"] == ("max-age=0, no-cache, no-store, must-revalidate, private")


@pytest.mark.slow
@pytest.mark.postgres
def test_health_says_when_the_database_is_gone(client, postgres, postgres_server):
    postgres_server.drop(connection.settings_dict["NAME"])
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"The database does not answer.\n")


def ready(client):
    answer = client.get("/readyz")
    return answer.status_code, answer.content.decode()


def test_ready_after_heartbeats_of_worker_and_sweep(client, each_database):
    readiness.record_heartbeat("worker")
    readiness.record_heartbeat("sweep")
    readiness.record_heartbeat("sweep")
    assert ready(client) == (200, "ok\n")


@pytest.mark.parametrize("seconds", [-3600, -11, 15, 3600])  # one ahead comes nearer while the page is made
def test_a_sign_of_life_of_another_time_is_none(client, db, seconds):
    readiness.record_heartbeat("worker")
    Heartbeat.objects.create(program="sweep", at=timezone.now() + timedelta(seconds=seconds))
    assert ready(client) == (
        503,
        "Scheduled actions have not run for 10 seconds: no round is published, closed or drawn at its set time."
        " Do it by hand; if this continues, restart Tavolo.\n",
    )


@pytest.mark.redis
def test_a_worker_that_waits_for_redis_is_not_what_is_to_be_started_again(client, db, settings, redis_server):
    readiness.record_heartbeat("sweep")
    settings.REDIS_URL = redis_server.address
    assert ready(client)[1].startswith("Long draws have been stalled for 10 seconds.")
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    gone = "Redis does not answer: start it again. Long draws wait until then; nothing is lost.\n"
    assert ready(client) == (503, gone)
    readiness.record_heartbeat("worker")  # which still runs
    assert ready(client) == (503, gone)


def beating():
    for program in ("worker", "sweep"):
        readiness.record_heartbeat(program)


@pytest.mark.redis
def test_a_full_redis_is_reported_in_its_own_words(client, db, settings, redis_server):
    beating()
    settings.REDIS_URL = redis_server.address
    with closing(redis.Redis.from_url(redis_server.address)) as server:
        server.config_set("maxmemory", 1)
        status, said = ready(client)
        server.config_set("maxmemory", 0)
    refused = "Redis refuses to store messages: command not allowed when used memory > "
    assert (status, said.partition("'")[0]) == (503, refused)
    assert ready(client) == (200, "ok\n")


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("USER", "nobody", "database_refuses_user"),
        ("NAME", "nowhere", "database_missing"),
        ("HOST", "127.0.0.1", "database_unreachable"),
        ("USER", "crowd", "database_full"),
        ("TIME_ZONE", None, "no_database"),  # it lets somebody in, but has not answered in time
    ],
)
def test_the_reason_why_postgresql_refuses_a_connection_is_found(postgres, monkeypatch, name, value, code):
    if value == "crowd":
        connection.cursor().execute("DROP ROLE IF EXISTS crowd; CREATE ROLE crowd LOGIN CONNECTION LIMIT 0")
    monkeypatch.setitem(connection.settings_dict, name, value)
    if name == "HOST":
        monkeypatch.setitem(connection.settings_dict, "PORT", str(free_port()))
    database_faults._refusal.cache_clear()
    assert database_problem(OperationalError()).code == code


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


def test_missing_static_files_are_reported(client, db, settings):
    beating()
    settings.STORAGES = {"staticfiles": {"BACKEND": "tournaments.serving.static_files.JoinedStaticFiles"}}
    answer = "The static files are missing: run manage.py collectstatic, then restart Tavolo.\n"
    assert ready(client) == (503, answer)


@pytest.mark.postgres
def test_the_doctor_reports_clocks_and_open_transactions(client, postgres, monkeypatch, capsys):
    beating()
    with psycopg.connect(postgres) as other:
        other.execute("SELECT 1")
        connection.cursor().execute("SELECT pg_sleep(3.1)")
        stand_still(monkeypatch, timedelta(hours=1))
        with pytest.raises(SystemExit) as ended:
            call_command("doctor")
    clocks, idle = capsys.readouterr().out.splitlines()
    assert ready(client) == (503, f"{clocks}\n")
    assert re.sub("3600|3599", "N", clocks).startswith("The clock of this machine and the database’s are N s apart")
    assert (ended.value.code, idle[:49]) == (1, "A transaction of a program has been idle for 3 s ")


@pytest.mark.postgres
def test_readiness_fails_without_a_database(client, postgres, postgres_server):
    postgres_server.drop(connection.settings_dict["NAME"])
    no_database = "PostgreSQL has no database of the name in DATABASE_URL: create it and run manage.py migrate.\n"
    assert ready(client) == (503, no_database)


@pytest.fixture
def clock(monkeypatch):
    """The seconds that have passed for whoever remembers what the disk was like."""
    readiness._probe.cache_clear()
    passed = [0.0]
    monkeypatch.setattr("tournaments.actions.readiness.monotonic", lambda: passed[0])
    return passed


def test_many_who_ask_cost_one_writing(tmp_path, settings, clock, monkeypatch):
    settings.DATA_DIR = tmp_path
    writings = []
    monkeypatch.setattr(os, "fsync", writings.append)
    assert [disk_fault(write_to_data_folder) for _reader in range(50)] == [None] * 50
    assert len(writings) == 1
    clock[0] += 2
    disk_fault(write_to_data_folder)
    assert len(writings) == 2


def test_disk_fault_and_recovery_show_after_two_seconds(tmp_path, settings, clock):
    folder = settings.DATA_DIR = tmp_path / "away"
    assert disk_fault(write_to_data_folder) == LOCKED
    folder.mkdir()
    assert disk_fault(write_to_data_folder) == LOCKED
    clock[0] += 2
    assert disk_fault(write_to_data_folder) is None
    folder.rmdir()
    clock[0] += 2
    assert disk_fault(write_to_data_folder) == LOCKED


@pytest.mark.postgres
def test_postgresql_is_made_to_write_to_its_disk(postgres, clock):
    assert disk_fault(write_beside_postgresql) is None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT temp_bytes > 65536 FROM pg_stat_database WHERE datname = current_database()")
        assert cursor.fetchone() == (True,)
