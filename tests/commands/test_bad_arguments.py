"""Commands with arguments that cannot be meant, or on a folder that nobody has prepared: one line, no traceback."""

import subprocess
import sys

import pytest

from tests.parameters import slowly
from tests.processes import HOME
from tournaments.outages import LOCKED
from tournaments.serving.supervisor.backups import NO_BACKUP

NO_TABLES = "manage.py: the database lacks the tables of this version"
NO_PORT = "a port is a number from 0 to 65535"
NO_NAME = "x" * 80  # which no server of names is asked for: it is too long
NO_HOST = f"{NO_NAME!r} is not an address of this machine"
ANSWERS = {
    ("create_token", "prova"): NO_TABLES,
    ("outlook", "lunedi"): NO_TABLES,
    ("replay_draw", "lunedi"): NO_TABLES,
    ("reset_password", "olga"): NO_TABLES,
    ("verify_ledger", "lunedi"): NO_TABLES,
    ("serve", "--port", "99999"): NO_PORT,
    ("serve", "--port", "-1"): NO_PORT,
    ("serve", "--host", NO_NAME): NO_HOST,
    ("run", "web", "--port", "99999"): NO_PORT,
    ("run", "web", "--port", "http"): NO_PORT,
    ("run", "web", "--host", NO_NAME): NO_HOST,
    ("run", "worker", "--queues", "draws,drawings"): "there is no queue drawings",
}


AT_ONCE = ("serve", "--port", "99999")


def run(tmp_path, *command, **environment):
    settings = {"PATH": "/usr/bin:/bin", "TAVOLO_DATA_DIR": str(tmp_path), "MANAGE_NO_BOOTSTRAP": "1", **environment}
    manage = [sys.executable, HOME / "manage.py", *command]
    return subprocess.run(manage, env=settings, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("command", [AT_ONCE, *slowly(*((each,) for each in ANSWERS if each != AT_ONCE))], ids=" ".join)
def test_bad_arguments_print_one_line_without_traceback(tmp_path, command):
    done = run(tmp_path, *command)
    last = done.stderr.strip().splitlines()[-1]
    assert (done.returncode != 0, "Traceback" in done.stderr, ANSWERS[command] in last) == (True, False, True)


@pytest.mark.slow
def test_unavailable_database_prints_one_line(tmp_path):
    nowhere = {"DATABASE_URL": "postgresql://tavolo@127.0.0.1:1/tavolo"}
    assert run(tmp_path, "outlook", "lunedi", **nowhere).stderr == "manage.py: The database does not answer.\n"


@pytest.mark.slow
def test_backup_of_an_empty_database_names_the_database(tmp_path):
    assert run(tmp_path, "backup").stderr == f"CommandError: {tmp_path / 'tavolo.sqlite3'} {NO_BACKUP}\n"
    assert [*(tmp_path / "backups").iterdir()] == []


@pytest.mark.slow
def test_folder_that_cannot_be_written_prints_one_line(tmp_path):
    done = run(tmp_path, "collectstatic", "--no-input", TAVOLO_STATIC_DIR="/sys/tavolo")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(f"manage.py: {LOCKED} (")


def test_a_name_of_this_machine_is_one_of_its_addresses():
    from tournaments.serving.supervisor.address import numeric

    assert [numeric(host) for host in ("localhost", "0.0.0.0", "::1")] == ["127.0.0.1", "0.0.0.0", "::1"]
