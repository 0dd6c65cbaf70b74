"""A small evening at full speed: every acknowledged write is stored once, and the standings are right."""

import os
import shutil

import pytest

from benchmarks.installations import by_themselves, serving_on
from benchmarks.storm.audit import audit
from benchmarks.storm.evening import Size, hold

SIZE = Size(tables=32, rounds=4, hands=2, followers=100)

pytestmark = [pytest.mark.alone, pytest.mark.timeout(300)]


def survives_the_storm(installation):
    evening = hold(installation, SIZE)
    checked = audit(installation, evening.slug, evening.log)
    assert [*evening.log.unexpected, *evening.director_log.unexpected] == []
    assert checked.faults == []
    assert checked.hands == SIZE.tables * SIZE.rounds * SIZE.hands
    assert evening.log.repeated > 0  # some sent again what had been answered
    assert evening.log.server_faults == 0
    assert all(evening.watcher.seen_at(revision) for revision in checked.revisions.values())
    assert evening.followers.statuses.keys() <= {200, 304}
    assert evening.followers.statuses[200] > SIZE.followers


def test_on_sqlite_under_serve(serve):
    survives_the_storm(serving_on(serve()))


@pytest.mark.postgres
@pytest.mark.redis
def test_on_postgresql_with_two_web_processes_and_two_workers(
    postgres_server, postgres_template, redis_server, prepared, tmp_path
):
    database = f"storm_{os.urandom(4).hex()}"
    variables = {
        "TAVOLO_DATA_DIR": str(shutil.copytree(prepared, tmp_path / "data")),
        "DATABASE_URL": postgres_server.create(database, template=postgres_template),
        "REDIS_URL": redis_server.address,
    }
    with by_themselves(variables, {}) as installation:
        survives_the_storm(installation)
    postgres_server.drop(database)
