"""A server on PostgreSQL and Redis for all tests of this folder: each leaves it as it found it."""

import os
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.site import Site
from tests.faults.wire import Wire

SECRET_KEY = "of these tests, and of nothing else: " + "0" * 40


@pytest.fixture(scope="package")
def database(postgres_server, postgres_template):
    """The name of a new database."""
    name = f"faults_{os.urandom(4).hex()}"
    postgres_server.create(name, template=postgres_template)
    yield name
    postgres_server.drop(name)


@pytest.fixture(scope="package")
def wire(postgres_server):
    """Return the connection through which the programs reach PostgreSQL."""
    wire = Wire(Path(postgres_server.socket_folder) / ".s.PGSQL.5432")
    yield wire
    wire.close()


@pytest.fixture(scope="package")
def variables(database, wire, redis_server, prepared, tmp_path_factory):
    """The environment of the programs."""
    data_dir = shutil.copytree(prepared, tmp_path_factory.mktemp("faults") / "data")
    return {
        "TAVOLO_DATA_DIR": str(data_dir),
        "TAVOLO_SECRET_KEY": SECRET_KEY,
        "DATABASE_URL": f"postgresql://postgres@127.0.0.1:{wire.port}/{database}",
        "REDIS_URL": redis_server.address,
    }


@pytest.fixture(scope="package")
def site(variables, postgres_server, database, tmp_path_factory):
    """A server that answers, with a round in play."""
    folder = tmp_path_factory.mktemp("nginx")
    with ExitStack() as stack:
        yield Site(stack, variables, folder, database=postgres_server.address(database))
