"""manage.py create_token: a secret alone on standard output."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from tests.api.caller import Caller
from tests.halls import a_club, a_tournament, a_user
from tests.processes import manage
from tournaments.models import ApiToken, User

pytestmark = pytest.mark.django_db


def create_token(capsys, *arguments):
    """The only line that the command prints."""
    call_command("create_token", *arguments)
    said = capsys.readouterr()
    [secret] = said.out.splitlines()
    assert said.err == ""
    return secret


def test_printed_token_opens_the_api(capsys):
    a_user("anna")
    secret = create_token(capsys, "anna", "--scope", "manage")
    program = Caller(Authorization=f"Token {secret}")
    assert program.get("tokens/").json()["results"][0]["scope"] == "manage"


def test_created_user_has_no_password(capsys):
    create_token(capsys, "scoreboard", "--create")
    user = User.objects.get()
    assert (user.username, user.is_superuser) == ("scoreboard", False)
    assert not user.has_usable_password()
    assert ApiToken.objects.get().scope == "read"


def test_superuser_token_may_make_a_club(capsys):
    secret = create_token(capsys, "host", "--create", "--superuser", "--scope", "manage")
    program = Caller(Authorization=f"Token {secret}")
    assert program.post("clubs/", {"name": "Circolo"}).status_code == 201


def test_a_user_who_is_there_stays_who_he_is(capsys):
    anna = a_user("anna", email="anna@example.org")
    create_token(capsys, "anna", "--create")
    create_token(capsys, "anna")
    assert User.objects.get() == anna
    assert ApiToken.objects.count() == 2


@pytest.mark.parametrize("name", ["nobody", "gone"])
def test_nobody_is_made_by_mistake(capsys, name):
    a_user("gone", is_active=False)
    with pytest.raises(CommandError, match="--create"):
        call_command("create_token", name)
    assert (capsys.readouterr().out, ApiToken.objects.count()) == ("", 0)


@pytest.mark.parametrize("name", ["", "a b", "x" * 151, "<b>"])
def test_a_name_that_no_user_may_have(name):
    with pytest.raises(CommandError, match="cannot be a user name"):
        call_command("create_token", name, "--create")
    assert User.objects.count() == 0


@pytest.mark.slow
def test_a_fault_leaves_standard_output_empty(tmp_path):
    done = manage("create_token", "anna", "--scope", "all", TAVOLO_DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "invalid choice: 'all'" in done.stderr


def test_a_token_for_one_tournament_and_thirty_days(capsys):
    hall = a_tournament(a_club())
    secret = create_token(capsys, "dora", "--tournament", hall.slug, "--days", "30", "--scope", "manage")
    assert Caller(Authorization=f"Token {secret}").get(f"tournaments/{hall.slug}/pins/").status_code == 200
    token = ApiToken.objects.get()
    assert (token.club, token.tournament) == (None, hall)
    assert token.expires_at - token.created_at > timedelta(days=29)
    for wrong in (("--club", "nowhere"), ("--days", "0")):
        for name in ("dora", "bot"):
            with pytest.raises(CommandError):
                call_command("create_token", name, "--create", "--superuser", *wrong)
    assert ApiToken.objects.get() == token
    assert [*User.objects.values_list("username", "is_superuser")] == [("dora", False)]
