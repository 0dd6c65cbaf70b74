"""docs/hosting.md: the backup of a PostgreSQL, and the way back, are typed as told."""

import os
import re
import subprocess
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.halls import a_round, a_tournament, play, play_out
from tests.processes import HOME
from tournaments.actions.verification import verify
from tournaments.models import Hand

pytestmark = pytest.mark.postgres
TOLD = (HOME / "docs" / "hosting.md").read_text().partition("### Backup and restore")[2]
BACKUP, WAY_BACK = re.findall(r"```sh\n(.*?)```", TOLD, re.DOTALL)[:2]


def programs(postgres_server):
    """Where the server's own pg_dump and pg_restore are."""
    return Path(f"/proc/{postgres_server.pid}/exe").resolve().parent


def typed(commands, folder, address):
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        check=False,
        cwd=folder,
        env={**os.environ, "DATABASE_URL": address},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_an_evening_is_back_as_it_was(tmp_path, postgres, postgres_server, monkeypatch):
    tournament = a_tournament(players=8)
    round_ = a_round(tournament)
    play(round_.tables.get(number=1))
    monkeypatch.setenv("PATH", f"{programs(postgres_server)}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    call_command(*BACKUP.split()[2:])
    play(round_.tables.get(number=2))
    connection.close()
    with psycopg.connect(postgres) as newer:  # a program that was updated meanwhile rests on what is there
        newer.execute("CREATE TABLE newer (hand bigint REFERENCES tournaments_hand)")
    for _time in range(2):
        typed(WAY_BACK, tmp_path, postgres)
    assert Hand.objects.count() == 1
    play_out(round_)
    assert list(verify(tournament).findings) == []


def test_a_backup_that_fails_leaves_no_file(tmp_path, postgres, postgres_server, monkeypatch):
    monkeypatch.setenv("PATH", str(programs(postgres_server)))
    monkeypatch.setitem(connection.settings_dict, "NAME", "nowhere")
    with pytest.raises(CommandError, match=r'^pg_dump: error: .*"nowhere" does not exist$'):
        call_command("backup", str(tmp_path / "tavolo.dump"))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CommandError, match=r"^pg_dump is missing: install PostgreSQL's programs"):
        call_command("backup", str(tmp_path / "tavolo.dump"))
    with pytest.raises(CommandError, match=r"^The backup .* could not be written: .*No such file"):
        call_command("backup", str(tmp_path / "nowhere" / "tavolo.dump"))
    assert [*tmp_path.iterdir()] == []
