"""Data of earlier versions, each made by that version's own code: `migrate` brings it up, or refuses it untouched."""

import json
import lzma
import sqlite3
from contextlib import closing

import pytest

from tests.fixtures.serving import Console
from tests.processes import HOME, manage
from tournaments.actions.database_faults import UNKNOWN

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]
VERSIONS = {path.name.partition(".")[0]: path for path in sorted((HOME / "tests/data/versions").glob("*.sql.xz"))}
UNRELEASED = {name for name in VERSIONS if name.endswith("-unreleased")}
BROUGHT_UP = """
import json
from django.core.management import call_command
from tournaments.actions.standings.standings import refresh
from tournaments.actions.verification import verify
from tournaments.models import Standing, Tournament

DECIDES = ("entry", "name", "score_exact", "hands", "penalty", "tie_breaks")

def published():
    standings = Standing.objects.order_by("tournament", "after_round")
    documents = [json.loads(bytes(standing.body)) for standing in standings]
    return [[[row[name] for name in DECIDES] for row in d["rows"] if row["hands"]] for d in documents]

call_command("migrate", verbosity=0)
call_command("verify_ledger")
before = published()
for tournament in Tournament.objects.order_by("pk"):
    refresh(tournament.pk, without_cache=True)
print(json.dumps([before, published()]))
"""


def data_of(version, data_dir):
    """The database of a data folder with the tables and rows that this version made."""
    data_dir.mkdir()
    database = data_dir / "tavolo.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(lzma.decompress(VERSIONS[version].read_bytes()).decode())
    return database


@pytest.mark.parametrize("version", sorted(VERSIONS.keys() - UNRELEASED))
def test_data_of_earlier_versions_are_brought_up(version, tmp_path):
    """Every ledger holds before the first start; all who played stay in the same order, by the same scores."""
    data_of(version, tmp_path / "data")
    console = Console({"TAVOLO_DATA_DIR": str(tmp_path / "data")})
    *lines, standings = console.run(BROUGHT_UP).splitlines()
    console.close()
    assert [line.split()[1] for line in lines] == ["holds,"] * 3
    before, after = json.loads(standings)
    assert before == after


RENAMED = "UPDATE django_migrations SET name = '0002_of_a_draft' WHERE name = '0002_changes'"
HALF = "DROP TABLE tournaments_screen"
NO_HISTORY = "DELETE FROM django_migrations WHERE app = 'tournaments'"


@pytest.mark.parametrize(
    ("version", "statement"),
    [
        *((version, "SELECT 1") for version in UNRELEASED),
        *(("2026-11-26", each) for each in (RENAMED, HALF, NO_HISTORY)),
    ],
)
def test_other_tables_are_refused_in_one_line_and_left_as_they_are(version, statement, tmp_path):
    database = data_of(version, tmp_path / "data")
    before = everything(database, statement)
    done = manage("migrate", TAVOLO_DATA_DIR=str(tmp_path / "data"))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"CommandError: {UNKNOWN}\n")
    assert everything(database) == before


def everything(database, statement="SELECT 1"):
    """All tables and rows, after this statement."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)
        return [*connection.iterdump()]
