"""Somebody who lost the password comes in again, without mail."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from tests.web.pages import told
from tournaments.actions.setup import signing_in
from tournaments.models import Scope, User

pytestmark = pytest.mark.django_db

CHOSEN = "Sette di denari 7"


@pytest.fixture
def dora():
    return User.objects.create_user("dora", password="forgotten")


def link():
    out = StringIO()
    call_command("reset_password", "dora", stdout=out, stderr=StringIO())
    address = out.getvalue().strip()
    assert address.startswith(f"{settings.TAVOLO_URL}/new-password/")
    return address.removeprefix(settings.TAVOLO_URL)


def choose(client, address):
    page = client.get(address, follow=True)
    where = page.redirect_chain[-1][0] if page.redirect_chain else address
    return client.post(where, {"new_password1": CHOSEN, "new_password2": CHOSEN})


def test_the_link_lets_a_new_password_be_chosen_once(client, dora):
    address = link()
    assert choose(client, address).status_code == 302
    dora.refresh_from_db()
    assert dora.check_password(CHOSEN)
    assert client.session["_auth_user_id"] == str(dora.pk)
    client.logout()
    assert "no longer works" in client.get(address).content.decode()


def test_a_bad_password_is_refused_in_words(client, dora):
    page = client.get(link(), follow=True)
    answer = client.post(page.redirect_chain[-1][0], {"new_password1": "12345", "new_password2": "54321"})
    assert answer.context["form"].errors.keys() == {"new_password2"}
    dora.refresh_from_db()
    assert dora.check_password("forgotten")


def test_nobody_of_that_name():
    with pytest.raises(CommandError, match="Nobody with the name 'dora'"):
        call_command("reset_password", "dora")


def test_the_command_says_what_a_new_password_ends(dora):
    output = StringIO()
    call_command("reset_password", "DORA", stdout=StringIO(), stderr=output)
    assert output.getvalue() == ("A new password signs dora out everywhere and ends the account's tokens.\n")


def test_a_password_changed_by_command_ends_the_same(client, dora, monkeypatch):
    client.force_login(dora)
    _token, secret = signing_in.create_token(user=dora, name="Board", scope=Scope.READ)
    output = StringIO()
    monkeypatch.setattr("getpass.getpass", lambda prompt: CHOSEN)
    call_command("changepassword", "dora", stdout=output)
    dora.refresh_from_db()
    assert dora.check_password(CHOSEN)
    assert client.get("/account/").status_code == 302
    assert signing_in.find_token(secret) is None
    assert "signed out everywhere, tokens ended: 1" in output.getvalue()


def test_a_password_that_is_not_changed_ends_nothing(dora, monkeypatch):
    _token, secret = signing_in.create_token(user=dora, name="Board", scope=Scope.READ)
    monkeypatch.setattr("getpass.getpass", lambda prompt: "12345")
    with pytest.raises(CommandError):
        call_command("changepassword", "dora", stdout=StringIO(), stderr=StringIO())
    assert signing_in.find_token(secret)


def test_a_new_password_ends_sessions_and_tokens_and_says_so(client, dora):
    elsewhere = Client()
    elsewhere.force_login(dora)
    _token, secret = signing_in.create_token(user=dora, name="Board", scope=Scope.READ)
    assert choose(client, link()).status_code == 302
    assert elsewhere.get("/account/").status_code == 302
    assert signing_in.find_token(secret) is None
    assert told(client.get("/")) == [
        "The new password is now in use; you are signed out everywhere else.",
        "1 token was revoked: its program needs a new one.",
    ]
