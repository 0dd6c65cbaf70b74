"""The Python client as its users have it, and a club with a token on a running Tavolo."""

import json
import shutil
import subprocess
import sys

import pytest

from tests.processes import HOME, environment

SOURCE = HOME / "clients" / "python"
GENERATED = shutil.ignore_patterns("models.py", "operations.py", "__pycache__")
CLUB = """
import json
from tests.halls import a_club, a_user
from tournaments.actions.setup.signing_in import create_token
from tournaments.models import Scope
user = a_user({name!r})
club = a_club({name!r}, owner=user)
token, secret = create_token(user=user, name="client", scope=Scope.MANAGE)
print(json.dumps([club.slug, secret]))
"""


@pytest.fixture(scope="session")
def python_client(once):
    """The folder into which pip has installed the Python client; its packages are those of the tests."""

    def install(folder):
        source = folder.with_name(f"{folder.name}-source")
        shutil.copytree(SOURCE, source, ignore=GENERATED)
        options = ("--quiet", "--no-deps", "--no-build-isolation", "--target", str(folder))
        command = [sys.executable, "-m", "pip", "install", *options, str(source)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr

    return once("python-client", install)


@pytest.fixture
def run_python(python_client, tmp_path):
    """Run a program that uses the client in an empty folder; return what it printed."""

    def run(program, **variables):
        return printed([sys.executable, "-c", program], tmp_path, PYTHONPATH=str(python_client), **variables)

    return run


def printed(command, folder, **variables):
    """Run a program in a folder; return what it printed."""
    done = subprocess.run(
        command, check=False, cwd=folder, env=environment(**variables), capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def a_club_on(server, name):
    """A club of this name on a running Tavolo: the environment of its programs."""
    slug, token = json.loads(server.run(CLUB.format(name=name)))
    return {"SITE": server.address, "TOKEN": token, "CLUB": slug}
