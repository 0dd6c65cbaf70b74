"""The link that makes the first account."""

import pytest
from django.core.management import CommandError, call_command

from tests.halls import a_user


def test_prints_a_link_that_opens(client, db, capsys):
    call_command("invite_first_owner")
    link = capsys.readouterr().out.strip()
    assert link.startswith("http://localhost:8000/welcome/")
    assert client.get(link.removeprefix("http://localhost:8000")).status_code == 200


def test_a_newer_link_voids_the_older(client, db, capsys):
    call_command("invite_first_owner")
    older = capsys.readouterr().out.strip()
    call_command("invite_first_owner")
    assert client.get(older.removeprefix("http://localhost:8000")).status_code == 410


def test_a_program_that_comes_in_by_token_is_nobody(db, capsys):
    call_command("create_token", "scoreboard", "--create", "--superuser")
    capsys.readouterr()
    call_command("invite_first_owner")
    assert capsys.readouterr().out.startswith("http://localhost:8000/welcome/")


def test_first_invitation_is_refused_once_there_is_an_account(db):
    a_user()
    with pytest.raises(CommandError, match="Somebody has an account already"):
        call_command("invite_first_owner")
