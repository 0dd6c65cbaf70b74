"""An update while a hall plays: `migrate` of a newer program beside the web servers of this one."""

import subprocess
import sys

import psycopg
import pytest

from tests.copies import a_copy
from tests.faults.load import playing, size
from tests.faults.test_database import readiness
from tests.fixtures.serving import until
from tests.processes import environment
from tournaments.actions.database_faults import NEWER, shipped_migrations

pytestmark = [pytest.mark.alone, pytest.mark.postgres, pytest.mark.redis, pytest.mark.timeout(600)]
UPDATES = size("UPDATES", 2)
LAST = max(shipped_migrations())
ADDED = f"""
from django.db import migrations, models


def count(apps, _editor):
    Tournament = apps.get_model("tournaments", "Tournament")
    Tournament.objects.update(added=models.F("revision"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "{LAST}")]
    operations = [
        migrations.AddField("tournament", "added", models.BigIntegerField(db_default=0)),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.AddField("table", "added", models.BigIntegerField(db_default=0)),
        migrations.AddField("hand", "added", models.BigIntegerField(db_default=0)),
        migrations.AddIndex("hand", models.Index(fields=["added"], name="added_hands")),
    ]
"""
"""It locks the tables in another order than those who enter hands."""


@pytest.fixture
def newer(site, tmp_path):
    """Run a command of a newer program, whose migration is additive."""
    home = a_copy(tmp_path)
    (home / "tournaments" / "migrations" / "9999_added.py").write_text(ADDED)

    def run(*command):
        variables = environment(**site.variables | {"DATABASE_URL": site.database})
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            check=False,
            cwd=home,
            env=variables,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    yield run
    run("migrate", "tournaments", LAST)


def deadlocks(site):
    with psycopg.connect(site.database, autocommit=True) as reader:
        reader.execute("SELECT pg_stat_force_next_flush()")
        return reader.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()").fetchone()


def test_an_additive_migration_beside_the_running_program_refuses_nothing_for_long(site, newer):
    before = deadlocks(site)
    with playing(site) as log:
        for _time in range(UPDATES):
            newer("migrate")
            until(lambda: readiness(site) == f"{NEWER}\n")
            newer("migrate", "tournaments", LAST)
    print(log.said())
    assert log.refusals() <= {(503, "busy")}
    assert log.silence() < 5
    assert deadlocks(site) == before
    assert site.lost(log) == []
