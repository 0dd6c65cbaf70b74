"""Distinguishing an unavailable database from one that refuses a statement."""

import sqlite3

import psycopg
import pytest
from django.db import InternalError, OperationalError
from psycopg import errors
from psycopg_pool import PoolTimeout

from tests.web.pages import text
from tournaments.outages import AWAY as SILENT
from tournaments.outages import OVERDUE, is_away, why_unavailable

GO_BACK = "Go back, reload the page, and send it again."


def told(cause, kind=OperationalError):
    fault = kind("as Django says it")
    fault.__cause__ = cause
    return fault


def of_sqlite(code):
    fault = sqlite3.OperationalError("as SQLite says it")
    fault.sqlite_errorcode = code
    return told(fault)


LATE = [
    told(errors.LockNotAvailable("canceling statement due to lock timeout")),
    told(errors.QueryCanceled("canceling statement due to statement timeout")),
    told(errors.IdleInTransactionSessionTimeout("terminating connection"), InternalError),
]
AWAY = [
    told(psycopg.OperationalError("connection refused")),
    told(PoolTimeout("after 5 s")),
    told(errors.AdminShutdown("terminating connection")),
    told(errors.CannotConnectNow("the database system is starting up")),
    told(errors.TooManyConnections("too many clients")),
    of_sqlite(sqlite3.SQLITE_BUSY),
    OperationalError("database is locked"),
]
THERE = [
    None,
    RuntimeError("ours"),
    told(errors.DeadlockDetected("deadlock")),
    told(errors.DiskFull("full")),
    of_sqlite(sqlite3.SQLITE_ERROR),
]


@pytest.mark.parametrize("fault", AWAY, ids=repr)
def test_away(fault):
    assert why_unavailable(fault) == SILENT
    assert is_away(RuntimeError("on the way")) is False


@pytest.mark.parametrize("fault", LATE, ids=repr)
def test_what_took_too_long_is_told_from_silence(fault):
    assert is_away(fault)
    assert why_unavailable(fault) == OVERDUE


def test_several_faults_are_an_absence_where_each_is_one():
    assert why_unavailable(ExceptionGroup("for 1 and 2", [LATE[0], AWAY[0]])) == OVERDUE
    assert why_unavailable(ExceptionGroup("for 1 and 2", [AWAY[0], RuntimeError("ours")])) is None


@pytest.mark.parametrize("fault", THERE, ids=repr)
def test_there(fault):
    assert why_unavailable(fault) is None


@pytest.mark.slow
@pytest.mark.postgres
def test_a_page_says_so_and_when_to_come_again(client, postgres, postgres_server):
    postgres_server.drop(postgres.rsplit("/", 1)[1].partition("?")[0])
    client.raise_request_exception = False
    page = client.get("/")
    assert (page.status_code, page["Retry-After"], "Refresh" in page) == (503, "1", False)
    assert "The database did not respond in time" in page.content.decode()
    assert ("Try again" in text(page), GO_BACK in text(page)) == (True, False)
    page = client.post("/sign-in/", {"username": "dora", "password": "of dora"})
    assert (page.status_code, "Try again" in text(page), GO_BACK in text(page)) == (503, False, True)
    answer = client.get("/api/v1/clubs/")
    assert (answer.status_code, answer["Retry-After"], answer.json()["errors"][0]["code"]) == (503, "1", "busy")
    screen = client.get("/tv/")
    assert (screen.status_code, screen["Refresh"]) == (503, "5")
