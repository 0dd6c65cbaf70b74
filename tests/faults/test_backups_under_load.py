"""Backups made while a hall plays: restored elsewhere, each has every write that was acknowledged before it began."""

import json
import time
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import pytest

from tests.commands.test_backups import BACKUP, WAY_BACK
from tests.faults.load import playing, size
from tests.faults.site import HALL, STORED, Hall
from tests.fixtures.serving import Console
from tests.processes import manage

BACKUPS = size("BACKUPS", 3)
pytestmark = [pytest.mark.alone, pytest.mark.timeout(600 + 100 * BACKUPS)]


class Sqlite:
    """`serve`; each backup is restored into a new data folder."""

    def __init__(self, served, folder):
        self.address, self.variables, self.folder = served.address, served.variables, folder
        self.hall = Hall(*json.loads(served.run(HALL)))

    @contextmanager
    def empty(self):
        with TemporaryDirectory(dir=self.folder) as data_dir:
            yield self.variables | {"TAVOLO_DATA_DIR": data_dir}


@pytest.fixture
def place(serve, tmp_path):
    return Sqlite(serve(), tmp_path)


def test_a_backup_under_load_has_every_acknowledged_write(place, tmp_path):
    backups = {}
    with playing(place) as log:
        for number in range(BACKUPS):
            file = tmp_path / f"{number}.backup"
            acknowledged, began = dict(place.hall.played), time.monotonic()
            done = manage(*BACKUP, str(file), **place.variables)
            assert done.returncode == 0, done.stderr
            backups[file] = acknowledged, time.monotonic() - began
    slowest = max(took for _acknowledged, took in backups.values())
    print(f"{BACKUPS} backups during {len(log.written_at())} writes, the slowest {slowest:.2f} s;", log.said())
    for file, (acknowledged, _took) in backups.items():
        with place.empty() as variables:
            for command in ([*WAY_BACK, str(file)], ["verify_ledger"]):
                done = manage(*command, **variables)
                assert done.returncode == 0, done.stdout + done.stderr
            assert lost(variables, place.hall.slug, acknowledged) == []


def lost(variables, slug, acknowledged):
    """The hands that were acknowledged and are not there."""
    console = Console(variables)
    stored, _findings = json.loads(console.run(STORED.format(slug=slug)))
    console.close()
    expected = {(table, hand) for table, last in acknowledged.items() for hand in range(1, last + 1)}
    return sorted(expected - {tuple(each) for each in stored})
