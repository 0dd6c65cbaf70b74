"""Hours of sweeps and hints, a hundred times as fast: nothing ends, nothing is lost, nothing grows."""

import shutil

import pytest

from tests.fixtures.serving import Served
from tests.long_evening import SETTINGS, begin, play, state

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

MB = 1e6


@pytest.fixture
def hurried(prepared, tmp_path):
    running = Served(shutil.copytree(prepared, tmp_path / "data"), DJANGO_SETTINGS_MODULE=SETTINGS)
    yield running
    running.close()


def test_an_evening_of_an_hour_and_a_half(hurried):
    known = begin(hurried)
    play(hurried, known, 20)
    early = state(hurried)
    told, lost = play(hurried, known, 60)
    late = state(hurried)
    assert late.programs == early.programs
    assert hurried.complaints.read_text() == ""
    assert told[0] > 20
    assert lost[0] > 3
    assert late.threads == early.threads
    assert late.files_open <= early.files_open + 4  # a connection more or less
    assert {name for name in late.folder if name.startswith("broker")} == set()
    assert {name for name in set(late.folder) ^ set(early.folder) if not name.startswith("backups/")} == set()
    for name, memory in late.memory.items():
        assert memory < early.memory[name] + 4, name
    events = late.folder.pop("events.jsonl")
    assert events < 12 * MB  # then it is turned
    assert max(late.folder.values()) < 40 * MB  # of SQLite's log
