"""Limits on waiting on PostgreSQL, except for work that takes long by its nature."""

import json
import re
import socket
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from psycopg.conninfo import conninfo_to_dict

from tests.concurrency import in_background
from tests.faults.wire import Wire
from tests.fixtures.databases import default_database
from tests.fixtures.serving import until
from tests.halls import a_round, a_tournament, agreed, busca, director_of, play_out
from tests.processes import HOME, manage
from tournaments.actions.core import ledger
from tournaments.actions.core.rows import consistent_read
from tournaments.actions.exchange.exporting import export
from tournaments.actions.exchange.importing import import_tournament
from tournaments.actions.hands.hands import record
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.rounds.rounds import close_round
from tournaments.actions.standings.standings import refresh
from tournaments.databases.postgresql import CONNECTING, ON_THE_SERVER, RECONNECTING, SILENCE, options
from tournaments.management.commands.migrate import PAUSE, TRIES
from tournaments.outages import is_overdue

pytestmark = pytest.mark.postgres
LIMITS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
KEEPALIVES = ("TCP_KEEPCNT", "TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_USER_TIMEOUT")


def limits():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(name) FROM unnest(%s::text[]) AS name", [[*LIMITS]])
        return [value for (value,) in cursor.fetchall()]


@contextmanager
def connected(address, limits=""):
    """Connections with these limits in place of those of other tests, which are none."""
    connection.close_pool()
    with default_database(address, limits):
        yield


@pytest.fixture
def limited(postgres):
    """A database of this test's own, with the limits that programs have; its address."""
    with connected(postgres):
        yield postgres


def test_connections_have_timeouts_and_consistent_reads_have_a_minute(limited):
    assert (limits(), connection.connection.patience) == (["1500ms", "3500ms", "3s"], SILENCE)
    with consistent_read():
        assert (limits(), connection.connection.patience) == (["1500ms", "1min", "1min"], 60 + SILENCE)
    assert (limits(), connection.connection.patience) == (["1500ms", "3500ms", "3s"], SILENCE)


def test_an_import_has_a_minute_for_each_pause_too(limited, monkeypatch):
    tournament = a_tournament()
    play_out(a_round(tournament))
    refresh(tournament.pk)
    document = json.loads(b"".join(export(tournament, in_full=True)))
    found = []
    monkeypatch.setattr(ledger, "BEFORE_APPEND", [*ledger.BEFORE_APPEND, lambda *_link: found.append(limits())])
    import_tournament(document, club=tournament.club, by=director_of(tournament), again=True)
    assert found == [["1500ms", "1min", "1min"]]
    assert limits() == ["1500ms", "3500ms", "3s"]


def test_a_correction_of_published_standings_has_a_minute_to_compute_them(limited, monkeypatch):
    tournament = a_tournament()
    round_ = a_round(tournament)
    play_out(round_)
    close_round(round_, by=director_of(tournament))
    refresh(tournament.pk)
    found = []
    monkeypatch.setattr(ledger, "BEFORE_APPEND", [*ledger.BEFORE_APPEND, lambda *_link: found.append(limits())])
    table = round_.tables.get(number=1)
    agreed(
        director_of(tournament),
        lambda by: record(table, HandInput(number=1, tally=busca([40, 0, 0, 0]), replaces=1, reason="Misread"), by=by),
    )
    assert found == [["1500ms", "1min", "1min"]]
    assert limits() == ["1500ms", "3500ms", "3s"]


def test_no_statement_waits_for_a_compiler(limited):
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)


def seconds(milliseconds):
    return f"{int(milliseconds.removesuffix('ms')) / 1000:g} s"


def test_the_page_for_operators_names_them():
    page = (HOME / "docs" / "when-something-fails.md").read_text()
    table = dict(re.findall(r"^\| ([^|]+?) \| (\d[\d.]* s)", page.partition("## Timeouts")[2], re.MULTILINE))
    nginx = (HOME / "docker" / "nginx.conf").read_text()
    assert table == {
        "PostgreSQL for a lock": seconds(ON_THE_SERVER["lock_timeout"]),
        "a statement": seconds(ON_THE_SERVER["statement_timeout"]),
        "a transaction in which nothing happens": "3 s",
        "a connection to PostgreSQL without acknowledgement": f"{RECONNECTING['tcp_user_timeout'] // 1000} s",
        "a statement without an answer": f"{SILENCE:g} s",
        "a request for a connection to PostgreSQL": f"{CONNECTING:g} s",
        "a write for one of the threads of its tournament": "1.5 s",
        "nginx to connect to a web server": re.search(r"proxy_connect_timeout (\d+)s;", nginx)[1] + " s",
        "nginx for an answer": seconds(re.search(r"proxy_read_timeout (\d+ms);", nginx)[1]),
    }
    assert TRIES * (float(table["PostgreSQL for a lock"].split()[0]) + PAUSE) == 90
    assert "tries again for a minute and a half" in page
    assert ON_THE_SERVER["idle_in_transaction_session_timeout"] == "3s"
    assert ON_THE_SERVER["tcp_user_timeout"] == "3s"


def test_what_the_address_says_comes_before_them(postgres):
    with connected(postgres, "-c lock_timeout=7s"):
        assert limits()[0] == "7s"


def test_an_answer_that_does_not_come_ends_the_connection(limited):
    connection.ensure_connection()
    lost = connection.connection
    lost.patience = 0.2
    with connection.cursor() as cursor, pytest.raises(OperationalError):
        cursor.execute("SELECT pg_sleep(3)")
    assert lost.closed
    connection.close()
    assert len(limits()) == 3  # on another one


@pytest.mark.skipif(sys.platform != "linux", reason="no other system has all of these options")
def test_keepalive_ends_silent_connections_on_both_sides(postgres, postgres_server):
    database = conninfo_to_dict(postgres)["dbname"]
    with (
        closing(Wire(Path(postgres_server.socket_folder) / ".s.PGSQL.5432")) as wire,
        connected(f"postgresql://postgres@127.0.0.1:{wire.port}/{database}"),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT reset_val FROM pg_settings WHERE name LIKE 'tcp_%' ORDER BY name")
        count, idle, interval, unacknowledged = (int(value) for (value,) in cursor.fetchall())
        with socket.socket(fileno=connection.connection.fileno()) as one:
            ours = [one.getsockopt(socket.IPPROTO_TCP, getattr(socket, each)) for each in KEEPALIVES]
            one.detach()
    assert [count, idle, interval, unacknowledged] == ours == [3, 1, 1, 3000]


@pytest.mark.slow
def test_a_request_and_an_attempt_to_connect_wait_for_a_silent_server_for_seconds(postgres):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://postgres@127.0.0.1:{silent.getsockname()[1]}/none"
        with connected(address):
            assert CONNECTING <= seconds_until_refused(connection.ensure_connection) < RECONNECTING["connect_timeout"]
        assert 2 < seconds_until_refused(lambda: psycopg.connect(address, **RECONNECTING)) < 5


def seconds_until_refused(connect):
    began = time.monotonic()
    with pytest.raises((OperationalError, psycopg.OperationalError)):
        connect()
    return time.monotonic() - began


@pytest.mark.slow
def test_a_statement_that_takes_long_ends_before_its_connection(limited):
    connection.ensure_connection()
    first = connection.connection
    with connection.cursor() as cursor:
        with pytest.raises(OperationalError) as fault:
            cursor.execute("SELECT pg_sleep(20)")
        assert is_overdue(fault.value)
        cursor.execute("SELECT 1")
    assert connection.connection is first


@pytest.mark.slow
def test_who_reads_a_table_that_migrate_waits_for_waits_less_than_two_seconds(limited):
    def migrate():
        connection.ensure_connection()
        with connection.connection.unlimited(), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE tournaments_club IN ACCESS EXCLUSIVE MODE")

    with in_background() as start, psycopg.connect(limited) as reader, psycopg.connect(limited) as other:
        reader.execute("SELECT FROM tournaments_club")  # in a transaction that stays open
        waits = start(migrate)
        until_somebody_waits(reader)
        began = time.monotonic()
        other.execute("SELECT FROM tournaments_club")
        assert 0.5 < time.monotonic() - began < 2
        with pytest.raises(OperationalError):
            waits.result()


def until_somebody_waits(holder):
    until(lambda: holder.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()[0])


@pytest.mark.slow
def test_migrating_waits_for_a_lock_without_making_others_wait(postgres):
    *_others, (earlier,), (_last,) = applied(postgres)
    with in_background() as start, psycopg.connect(postgres) as holder:
        holder.execute("LOCK TABLE django_migrations IN SHARE MODE")
        done = start(lambda: manage("migrate", "tournaments", earlier, "--fake", DATABASE_URL=postgres))
        time.sleep(8)
        assert not done.done()
        holder.rollback()
        assert (done.result().returncode, done.result().stderr) == (0, "")
    assert applied(postgres)[-1] == (earlier,)


def applied(address):
    with psycopg.connect(address) as reader:
        names = "SELECT name FROM django_migrations WHERE app = 'tournaments' ORDER BY name"
        return reader.execute(names).fetchall()


def counts_clubs(refused):
    """Return whether the clubs can be counted; if not, add the fault to `refused`."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM tournaments_club")
    except OperationalError as fault:
        refused.append(fault)
        return False
    return True


@pytest.mark.slow
def test_a_writer_that_stands_still_lets_go(limited):
    with psycopg.connect(limited, options=options({}, threads=1)["options"]) as still:
        still.execute("LOCK TABLE tournaments_club IN ACCESS EXCLUSIVE MODE")
        began = time.monotonic()
        refused = []
        until(lambda: counts_clubs(refused))
        assert {is_overdue(fault) for fault in refused} == {True}
        assert time.monotonic() - began < 5
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            still.execute("SELECT 1")
