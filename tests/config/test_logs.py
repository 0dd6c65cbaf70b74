"""The log of an installation: what is logged, and what never is."""

import logging
import logging.config
import sqlite3
import urllib.error

import psycopg
import pytest
from django.db import OperationalError
from structlog.contextvars import clear_contextvars

from config.logs import FORMATTERS, OutageFilter, redacted
from tournaments.outages import AWAY, FULL

SECRET = "Ab3_xYZ-kLm9" + "pQr7" * 8


def test_a_mistaken_address_is_the_callers_own_affair(served):
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.get("/api/v1/tournaments/nowhere/")
    text = served.complaints.read_text()
    assert (refused.value.code, [line for line in text.splitlines() if "Not Found" in line]) == (404, [])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('"GET /welcome/Ab-3_x/ HTTP/1.1" 200', '"GET /welcome/…/ HTTP/1.1" 200'),
        ('{"path":"/invitations/Ab3"}', '{"path":"/invitations/…"}'),
        ("/new-password/MQ/abc-123/?x=1", "/new-password/MQ/…/?x=1"),
        ("/tournaments/serata~Ab-3_x/rounds/1/", "/tournaments/serata~…/rounds/1/"),
        ("/api/v1/tournaments/serata%7eAb-3_x/", "/api/v1/tournaments/serata%7e…/"),
        ("/tournaments/serata/rounds/1/", "/tournaments/serata/rounds/1/"),
        (f"/tv/{SECRET}/news/", "/tv/…/news/"),
        (f"/invitation/{SECRET}", "/invitation/…"),
        (f"/tournaments/serata-{SECRET[:22]}/", "/tournaments/…/"),
        (f"/nowhere/?next=%2F{'0a' * 32}", "/nowhere/?next=%…"),
        ("/clubs/circolo-della-briscola-di-borgo/", "/clubs/circolo-della-briscola-di-borgo/"),
        (f"refused request_id={'0a' * 16} path=/x", f"refused request_id={'0a' * 16} path=/x"),
        ("/static/tavolo/css/site.0123456789ab.css", "/static/tavolo/css/site.0123456789ab.css"),
    ],
)
def test_secrets_are_removed_from_log_lines(line, told):
    assert redacted(line) == told


def test_full_disk_in_a_task_is_one_log_line():
    clear_contextvars()
    fault = sqlite3.OperationalError("database or disk is full")
    fault.sqlite_errorcode = sqlite3.SQLITE_FULL
    failed = {"exc": repr(fault), "traceback": "Traceback (most recent call last): …", "internal": False}
    raised = (type(fault), fault, None)
    record = logging.LogRecord("celery.app.trace", logging.ERROR, __file__, 1, "%(exc)s", (failed,), raised)
    record.data = failed
    assert OutageFilter().filter(record)
    told = logging.config.DictConfigurator({"version": 1}).configure_formatter(FORMATTERS["text"]).format(record)
    assert told.partition("] ")[2] == f"{FULL} [celery.app.trace]"


def test_unavailable_database_is_one_log_line():
    clear_contextvars()
    fault = OperationalError("connection refused")
    fault.__cause__ = psycopg.OperationalError("connection refused")
    raised = (type(fault), fault, None)
    asked = [logging.LogRecord("django", logging.ERROR, __file__, 1, "Error: /", (), raised) for _request in range(3)]
    step = {"event": "A step failed; it is tried again.", "exc_info": fault}
    asked.append(logging.LogRecord("tournaments.serving.periodic", logging.ERROR, __file__, 1, step, (), None))
    once = OutageFilter()
    assert [once.filter(record) for record in asked] == [True, False, False, False]
    assert (asked[0].getMessage(), asked[0].exc_info) == (AWAY, None)
    again = OutageFilter()
    assert again.filter(asked[3])
    assert asked[3].msg == {"event": AWAY, "exc_info": None}
