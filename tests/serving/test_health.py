"""The address that tells a load balancer whether to send people here."""

import os
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests.fixtures.redis_server import free_port
from tournaments.actions import readiness
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


def test_ready_when_worker_and_sweep_were_heard(client, each_database):
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
    readiness.record_heartbeat("worker")
    assert ready(client) == (200, "ok\n")


@pytest.mark.postgres
def test_not_ready_without_a_database(client, postgres, postgres_server):
    postgres_server.drop(connection.settings_dict["NAME"])
    assert ready(client) == (503, "The database does not answer: start it again.\n")


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


def test_a_fault_of_the_disk_and_its_end_are_told_two_seconds_later(tmp_path, settings, clock):
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
