"""tokens/, and coming in with one."""

import pytest

from tests.halls import a_user
from tournaments.models import ApiToken, User

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db


class TestOwnTokens:
    def test_a_secret_is_shown_once(self, director):
        made = director.post("tokens/", {"name": "Scoreboard", "scope": "read"})
        assert made.status_code == 201
        assert made["Cache-Control"] == "no-store"
        secret = made.json()["secret"]
        assert len(secret) > 40
        listed = director.get("tokens/").json()["results"]
        assert [token["name"] for token in listed] == ["test", "Scoreboard"]
        assert secret not in director.get("tokens/").content.decode()
        assert ApiToken.objects.filter(digest=secret).count() == 0

    def test_it_opens_and_is_shut_again(self, director, club):
        made = director.post("tokens/", {"name": "x", "scope": "manage"}).json()
        program = Caller(Authorization=f"Token {made['secret']}")
        assert program.get("clubs/circolo-del-re/players/").status_code == 200
        assert director.delete(f"tokens/{made['id']}/").status_code == 204
        answer = program.get("clubs/circolo-del-re/players/")
        assert codes(answer, 401) == ["authentication_failed"]
        assert answer["WWW-Authenticate"] == 'Bearer realm="tavolo", Token realm="tavolo"'

    def test_everybody_has_only_his_own(self, director, owner):
        made = owner.post("tokens/", {"name": "x", "scope": "read"}).json()
        assert codes(director.delete(f"tokens/{made['id']}/"), 404) == ["not_found"]
        assert len(director.get("tokens/").json()["results"]) == 1

    def test_nobody_without_an_account(self, anybody, director):
        assert codes(anybody.get("tokens/"), 401) == ["not_authenticated"]
        assert codes(anybody.post("tokens/", {}), 401) == ["not_authenticated"]
        assert codes(anybody.delete("tokens/1/"), 401) == ["not_authenticated"]

    def test_a_narrow_token_makes_no_wider_one(self, club):
        user = club.memberships.get().user
        for scope in ("read", "results"):
            answer = Caller(user, scope=scope).post("tokens/", {"name": "x", "scope": "manage"})
            assert codes(answer, 403) == ["forbidden"]

    def test_every_fault_at_once(self, director):
        assert faults(director.post("tokens/", {"name": "", "scope": "all", "x": 1})) == [
            ("/name", "missing_field"),
            ("/scope", "not_a_choice"),
            ("/x", "unknown_field"),
        ]


class TestComingIn:
    @pytest.mark.parametrize(
        "header", ["Token", "Token ", "Token a b", "Token nonsense", "token \x7f", "Token " + "x" * 9000]
    )
    def test_a_bad_token_opens_nothing_not_even_what_is_public(self, anybody, header):
        answer = anybody.get("clubs/", headers={"Authorization": header})
        assert codes(answer, 401) == ["authentication_failed"]

    @pytest.mark.parametrize("header", ["Basic YTpi", "Bearer x", "x"])
    def test_an_unknown_scheme_is_refused_and_not_ignored(self, anybody, header):
        for answer in (
            anybody.get("clubs/", headers={"Authorization": header}),
            anybody.post("clubs/", {"name": "X"}, headers={"Authorization": header}),
        ):
            assert codes(answer, 401) == ["authentication_failed"]

    def test_a_token_is_a_bearer_token_too(self, director):
        secret = director.headers["Authorization"].removeprefix("Token ")
        program = Caller(Authorization=f"Bearer {secret}")
        assert len(program.get("tokens/").json()["results"]) == 1

    def test_token_of_an_inactive_user_is_refused(self, director):
        User.objects.filter(username="dino").update(is_active=False)
        assert codes(director.get("clubs/"), 401) == ["authentication_failed"]

    def test_session_authentication_needs_a_csrf_token(self, club):
        browser = Caller()
        browser.client = browser.client.__class__(enforce_csrf_checks=True)
        browser.client.force_login(club.memberships.get().user)
        assert browser.get("clubs/circolo-del-re/players/").status_code == 200
        answer = browser.post("clubs/circolo-del-re/players/", {"name": "Anna"})
        assert codes(answer, 403) == ["forbidden"]
        browser.client.get("/sign-in/")
        browser.client.cookies["csrftoken"] = "x" * 32
        answer = browser.post("clubs/circolo-del-re/players/", {"name": "Anna"}, headers={"X-CSRFToken": "x" * 32})
        assert answer.status_code == 201

    def test_a_scope_opens_what_the_narrower_ones_do(self, club):
        user = club.memberships.get().user
        for scope, writes in (("read", 403), ("results", 403), ("manage", 201)):
            caller = Caller(user, scope=scope)
            assert caller.get("clubs/circolo-del-re/players/").status_code == 200
            answer = caller.post("clubs/circolo-del-re/players/", {"name": scope})
            assert answer.status_code == writes

    def test_the_host_may_do_everything(self, host, tournament):
        assert host.patch("tournaments/serata/", {"rounds": 3}).status_code == 200
        assert host.post("tournaments/serata/rounds/").status_code == 201

    def test_an_account_alone_may_do_nothing(self, tournament):
        anna = Caller(a_user("anna"))
        assert codes(anna.patch("tournaments/serata/", {"rounds": 3}), 403) == ["forbidden"]
        assert codes(anna.post("tournaments/serata/rounds/"), 403) == ["forbidden"]
