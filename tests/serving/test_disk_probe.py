"""The disk is tested by writing, at most every two seconds."""

import os

import pytest
from django.db import connection

from tournaments.actions import readiness
from tournaments.actions.readiness import disk_fault, write_beside_postgresql, write_to_data_folder
from tournaments.outages import LOCKED


@pytest.fixture
def clock(monkeypatch):
    """Return the seconds that have passed for code that remembers the state of the disk."""
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
