"""The health checks for load balancers."""

import re
from contextlib import closing
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
import redis
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection
from django.utils import timezone

from tests.clock import stand_still
from tests.concurrency import in_background
from tests.fixtures.databases import default_database
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.halls import a_club, a_member, a_tournament, a_user
from tests.web.pages import text
from tournaments.actions import database_faults, readiness
from tournaments.actions.database_faults import database_problem
from tournaments.actions.installation import find_advice
from tournaments.models import Heartbeat, Role
from tournaments.outages import LOCKED, READ_ONLY


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
    gone = (
        "Redis does not respond: start it again, or correct REDIS_URL. Long draws wait until then; nothing is lost.\n"
    )
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


def test_a_database_that_cannot_be_written_is_no_database_that_is_away(db):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        with pytest.raises(OperationalError) as fault:
            cursor.execute("DELETE FROM tournaments_heartbeat")
        cursor.execute("PRAGMA query_only = OFF")
    problem = database_problem(fault.value)
    assert (problem.code, problem.text()) == ("not_stored", LOCKED)


@pytest.mark.postgres
def test_a_read_only_postgresql_is_reported(client, postgres):
    """Such as the standby of another server."""
    beating()
    name = connection.settings_dict["NAME"]
    connection.cursor().execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    connection.close()
    connection.close_pool()
    with pytest.raises(DatabaseError) as fault:
        beating()
    assert database_problem(fault.value).text() == READ_ONLY
    until(lambda: ready(client) == (503, f"{READ_ONLY}\n"))


def test_missing_static_files_are_reported(client, db, settings):
    beating()
    settings.STORAGES = {"staticfiles": {"BACKEND": "tournaments.serving.static_files.JoinedStaticFiles"}}
    answer = "The static files are missing: run manage.py collectstatic, then restart Tavolo.\n"
    assert ready(client) == (503, answer)


def test_the_last_backup_is_reported_to_the_host_and_on_the_desk_of_owners(client, db, settings):
    owner = a_user("olga")
    tournament = a_tournament(a_club(owner=owner))
    director = a_member(tournament.club, "dora", Role.DIRECTOR)
    beating()
    for program, hour in (("backup", 20), ("copy", 19)):
        Heartbeat.objects.create(program=program, at=datetime(2026, 1, 5, hour, 15, tzinfo=UTC))
    lines = "Last backup: 2026-01-05 20:15 UTC.\nLast copy of a backup in the second folder: 2026-01-05 19:15 UTC.\n"
    assert ready(client) == (200, f"ok\n{lines}")
    Heartbeat.objects.filter(program="sweep").delete()
    assert ready(client)[1].splitlines(keepends=True)[1:] == lines.splitlines(keepends=True)
    desk = "made the last backup on 5 Jan 2026 at 21:15. The last copy in the second folder is of 5 Jan 2026, 20:15."
    told = {}
    for user in (owner, director):
        client.force_login(user)
        told[user] = desk in text(client.get(f"/tournaments/{tournament.slug}/desk/"))
    assert told == {owner: True, director: False}


@pytest.mark.postgres
def test_the_doctor_reports_clocks_and_open_transactions(client, postgres, monkeypatch, capsys):
    beating()
    readiness.record_heartbeat("backup")
    with psycopg.connect(postgres) as other:
        other.execute("SELECT 1")
        connection.cursor().execute("SELECT pg_sleep(3.1)")
        stand_still(monkeypatch, timedelta(hours=1))
        with pytest.raises(SystemExit) as ended:
            call_command("doctor")
    clocks, idle = capsys.readouterr().out.splitlines()
    status, said = ready(client)
    assert (status, said.splitlines()[0]) == (503, clocks)
    assert re.sub("3600|3599", "N", clocks).startswith("The clocks of this machine and of the database are N s apart")
    assert (ended.value.code, idle[:49]) == (1, "A transaction of a program has been open for 3 s ")


@pytest.mark.postgres
def test_the_doctor_reports_a_program_that_locks_rows_while_it_works(postgres, capsys):
    with psycopg.connect(postgres) as other, in_background() as start:
        other.execute("LOCK TABLE tournaments_club IN ROW EXCLUSIVE MODE")
        working = start(other.execute, "SELECT pg_sleep(5)")
        connection.cursor().execute("SELECT pg_sleep(3.1)")
        found = [problem.code for problem in find_advice()]
        working.result()
    assert found == ["open_transaction", "no_backup"]


@pytest.mark.postgres
def test_a_locked_table_is_not_taken_for_a_database_that_is_away(client, postgres, capsys):
    with psycopg.connect(postgres) as other, default_database(postgres, limits="-c lock_timeout=500ms"):
        other.execute("LOCK TABLE tournaments_heartbeat")
        connection.cursor().execute("SELECT pg_sleep(3.1)")
        said = ready(client)
        with pytest.raises(SystemExit):
            call_command("doctor")
    overdue, lock = capsys.readouterr().out.splitlines()
    assert said == (503, f"{overdue}\n")
    assert overdue.startswith("The database is locked or too busy")
    assert lock.startswith("A transaction of a program has been open for ")


def test_the_doctor_misses_a_backup_of_the_last_day(db):
    def found():
        return [problem.code for problem in find_advice()]

    assert found() == ["no_backup"]
    readiness.record_heartbeat("backup")
    assert found() == []
    Heartbeat.objects.update(at=timezone.now() - timedelta(hours=25))
    assert found() == ["no_backup"]


@pytest.mark.postgres
def test_readiness_fails_without_a_database(client, postgres, postgres_server):
    postgres_server.drop(connection.settings_dict["NAME"])
    no_database = "PostgreSQL has no database of the name in DATABASE_URL: create it and run manage.py migrate.\n"
    assert ready(client) == (503, no_database)
