"""docs/hosting.md: the backup of a PostgreSQL, and the way back, are typed as told."""

import os
import re

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.halls import a_round, a_tournament, play, play_out
from tests.processes import HOME, manage
from tournaments.actions.verification import verify
from tournaments.models import Hand
from tournaments.serving.supervisor.postgresql import ADVISORY_LOCK, NO_BACKUP, OF_NEWER

pytestmark = pytest.mark.postgres
TOLD = (HOME / "docs" / "hosting.md").read_text().partition("### Backup and restore")[2]
BACKUP, WAY_BACK = (told.split()[2:-1] for told in re.findall(r"```sh\n(.*?)```", TOLD, re.DOTALL)[:2])


@pytest.fixture
def typed(postgres, postgres_server):
    """Run a command while no other program is connected to the database; return its output or error."""
    path = f"{postgres_server.programs}:{os.environ['PATH']}"

    def type_(*command, database=postgres):
        connection.close()
        connection.close_pool()
        done = manage(*command, DATABASE_URL=database, PATH=path)
        assert (done.returncode == 0) == (done.stderr == "")
        return done.stdout + done.stderr.removeprefix("CommandError: ")

    return type_


def schemas(address):
    with psycopg.connect(address) as reader:
        return reader.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced_%' ORDER BY 1").fetchall()


@pytest.mark.slow
def test_an_evening_is_back_as_it_was(tmp_path, postgres, typed):
    tournament = a_tournament(players=8)
    round_ = a_round(tournament)
    play(round_.tables.get(number=1))
    file = str(tmp_path / "tavolo.dump")
    assert typed(*BACKUP, file) == f"{file}\n"
    play(round_.tables.get(number=2))
    with psycopg.connect(postgres) as newer:  # a program that was updated meanwhile rests on what is there
        newer.execute("CREATE TABLE newer (hand bigint REFERENCES tournaments_hand)")
    for number in (1, 2):
        said = typed(*WAY_BACK, file)
        kept = schemas(postgres)
        assert (len(kept), said) == (number, f"Restored. The former database is in {kept[-1][0]}.\n")
    with psycopg.connect(postgres) as reader:
        assert reader.execute(f"SELECT count(*) FROM {kept[0][0]}.tournaments_hand").fetchone() == (2,)
    assert Hand.objects.count() == 1
    play_out(round_)
    assert list(verify(tournament).findings) == []


@pytest.mark.slow
def test_a_backup_that_is_not_whole_changes_nothing(tmp_path, postgres, typed):
    a_tournament(players=8)
    good, other, cut, half, newer = (tmp_path / name for name in ("good", "other", "cut", "half", "newer"))
    typed(*BACKUP, str(good))
    cut.write_bytes(good.read_bytes()[:-2000])
    other.write_bytes(b"of another program")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournaments_screen RENAME TO screens")
    typed(*BACKUP, str(half))
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE screens RENAME TO tournaments_screen")
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_newer', now())")
    typed(*BACKUP, str(newer))
    refusals = {file: typed(*WAY_BACK, str(file)) for file in (cut, other, half, newer)}
    assert refusals[newer] == f"{newer} {OF_NEWER}\n"
    assert refusals[half] == f"{half} {NO_BACKUP}\n"
    for file in (cut, other):
        assert refusals[file].startswith(f"{file} {NO_BACKUP} (pg_restore: error: ")
    assert {said.count("\n") for said in refusals.values()} == {1}
    with psycopg.connect(postgres) as another:
        stop = "Other programs are connected to the database: stop web, worker and beat first.\n"
        assert typed(*WAY_BACK, str(good)) == stop
        another.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
        assert typed(*WAY_BACK, str(good)) == "Another restore is running.\n"
    assert schemas(postgres) == []
    away = typed(*WAY_BACK, str(good), database="postgresql://tavolo@127.0.0.1:1/tavolo")
    assert (away.count("\n"), away.partition(":")[0]) == (1, "Nothing was restored")


def test_a_backup_that_fails_leaves_no_file(tmp_path, postgres, postgres_server, monkeypatch):
    monkeypatch.setenv("PATH", str(postgres_server.programs))
    monkeypatch.setitem(connection.settings_dict, "NAME", "nowhere")
    with pytest.raises(CommandError, match=r'^pg_dump: error: .*"nowhere" does not exist$'):
        call_command("backup", str(tmp_path / "tavolo.dump"))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CommandError, match=r"^pg_dump is missing: install PostgreSQL's programs"):
        call_command("backup", str(tmp_path / "tavolo.dump"))
    with pytest.raises(CommandError, match=r"^The backup .* could not be written: .*No such file"):
        call_command("backup", str(tmp_path / "nowhere" / "tavolo.dump"))
    assert [*tmp_path.iterdir()] == []
