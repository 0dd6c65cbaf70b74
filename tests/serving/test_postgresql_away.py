"""A restart of PostgreSQL during an evening: no request gets a broken connection."""

from threading import Barrier

import psycopg
import pytest
from django.db import connection

from tests.concurrency import at_once
from tournaments.databases.postgresql import options

pytestmark = pytest.mark.postgres
OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid != pg_backend_pid()"


def numbers(count):
    """Return what so many threads read at once, each on a separate connection."""
    all_connected = Barrier(count, timeout=60)

    def read(number):
        with connection.cursor() as cursor:
            all_connected.wait()
            cursor.execute("SELECT %s::int", [number])
            return cursor.fetchone()[0]

    return at_once([lambda number=number: read(number) for number in range(count)])


def test_nobody_is_given_a_connection_that_has_died(postgres):
    assert numbers(6) == list(range(6))
    connection.close()
    with psycopg.connect(postgres, autocommit=True) as other:
        ended = other.execute(OTHERS, [connection.settings_dict["NAME"]]).fetchall()
    assert len(ended) >= 6
    assert numbers(6) == list(range(6))
    for number in range(12):
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s::int", [number])
            assert cursor.fetchone() == (number,)
        connection.close()


def test_who_waits_for_postgresql_tries_it_again_before_others_have_given_up():
    pool = options({}, threads=16)["pool"]
    assert pool["reconnect_timeout"] <= pool["timeout"]
