"""Settings from environment variables, read by a separate process."""

import json
import subprocess
import sys

import pytest
from django.db import connection

from tests.processes import HOME, environment, manage

PRODUCTION = {
    "TAVOLO_URL": "https://tavolo.example.org",
    "TAVOLO_SECRET_KEY": "9f2c7b0e4d6a8153c7e9d1f0b2a4968577e6d5c4b3a291800f1e2d3c",
    "DATABASE_URL": "postgresql://tavolo:secret@db/tavolo",
    "REDIS_URL": "redis://redis:6379/0",
}


def settings_in(variables, *names):
    """The settings of these names, as a process with this environment sees them."""
    script = (
        "import json, sys; from django.conf import settings;"
        "print(json.dumps({n: getattr(settings, n) for n in sys.argv[1:]}, default=str))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *names],
        cwd=HOME,
        env=environment(DJANGO_SETTINGS_MODULE="config.settings", **variables),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(("url", "secure"), [("http://192.168.1.7:8000", False), ("https://a.example", True)])
def test_cookies_are_secure_exactly_when_the_address_is_https(url, secure):
    names = "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE"
    assert settings_in({"TAVOLO_URL": url}, *names) == dict.fromkeys(names, secure)


@pytest.mark.slow
def test_hosts_are_this_machine_and_the_sites_address():
    variables = {"TAVOLO_URL": "https://tavolo.example.org:8443"}
    assert settings_in(variables, "ALLOWED_HOSTS") == {
        "ALLOWED_HOSTS": ["tavolo.example.org", "localhost", "127.0.0.1", "[::1]"]
    }


@pytest.mark.slow
def test_an_ipv6_address_of_the_site_is_a_host():
    assert settings_in({"TAVOLO_URL": "http://[fd00::7]:8000"}, "ALLOWED_HOSTS")["ALLOWED_HOSTS"][0] == "[fd00::7]"


@pytest.mark.slow
def test_postgresql_gets_a_pool_that_every_thread_of_a_process_fits_in():
    found = settings_in(PRODUCTION, "DATABASES", "WEB_THREADS", "WRITERS", "WRITERS_PATIENCE")
    assert found["DATABASES"]["default"]["CONN_MAX_AGE"] == 0
    assert found["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] > found["WEB_THREADS"]
    assert (found["WRITERS"], found["WRITERS_PATIENCE"]) == (4, 1.5)


@pytest.mark.slow
def test_a_deployment_has_nothing_to_warn_of():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert (done.returncode, done.stderr) == (0, "")


def test_sqlite_keeps_the_order_of_what_was_committed(db):
    """That it is on the disk when it is acknowledged: test_sqlite_turns.py."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone() == (1,)
    assert connection.transaction_mode == "IMMEDIATE"
