"""Erased data is neither in SQLite's file nor in its log."""

import shutil
import sqlite3

import pytest

from config.settings import SQLITE
from tests.processes import manage

ERASED = """
from pathlib import Path
from django.db import connection
from tests.halls import a_club, a_round, a_tournament, play_out, by, a_user
from tournaments.actions.people import registration
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.erasing.people import erase_player, erase_user
from tournaments.models import Player

owner = by(a_user("dora"))
tournament = a_tournament(a_club(owner=owner.user), players=7, rounds=1)
registration.register(tournament, [Candidate(names=("Serafina Quagliarella",))], by=owner)
round_ = a_round(tournament)
play_out(round_)
rounds.close_round(round_, by=owner)
standings.refresh(tournament.pk)
a_user("quagliarella")
file = Path(connection.settings_dict["NAME"])
files = [file, file.with_name(file.name + "-wal")]

def where():
    return [b"quagliarella" in each.read_bytes().lower() for each in files]

print(any(where()))
erase_player(Player.objects.get(name="Serafina Quagliarella"), by=owner)
erase_user(a_user("quagliarella"))
print(where())
"""


@pytest.mark.slow
def test_the_files_hold_no_byte_of_the_name(prepared, tmp_path):
    data = shutil.copytree(prepared, tmp_path / "data")
    done = manage("shell", "--no-imports", "-c", ERASED, TAVOLO_DATA_DIR=str(data))
    assert (done.stdout.split("\n"), done.stderr) == (["True", "[False, False]", ""], "")


def test_deleted_rows_are_overwritten_in_any_sqlite(tmp_path):
    database = sqlite3.connect(tmp_path / "tavolo.sqlite3")
    database.execute("PRAGMA secure_delete = OFF")
    database.executescript(SQLITE["init_command"])
    assert database.execute("PRAGMA secure_delete").fetchone() == (1,)
