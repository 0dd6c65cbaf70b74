"""tokens/, and coming in with one."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import LEVEL, a_club, a_member, a_round, a_tournament, a_user, busca
from tournaments.actions.setup.signing_in import create_token
from tournaments.api.urls import version_1
from tournaments.models import ApiToken, Club, Scope, Tournament, User

from .caller import Caller, codes, faults
from .table import addresses

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


def bound(user, **reach):
    """A program with a token of the user for one club or tournament."""
    _token, secret = create_token(user=user, name="bound", scope=Scope.MANAGE, **reach)
    return Caller(Authorization=f"Bearer {secret}")


class TestReach:
    def test_a_club_a_tournament_and_an_end_are_named(self, director, tournament):
        body = {"name": "Score", "scope": "manage", "tournament": "serata", "expires_at": "2099-01-01T00:00:00Z"}
        made = director.post("tokens/", body).json()
        assert [made[field] for field in ("club", "tournament", "expires_at")] == [None, "serata", body["expires_at"]]
        club = director.post("tokens/", {"name": "x", "scope": "read", "club": tournament.club.slug}).json()
        assert (club["club"], club["tournament"], club["expires_at"]) == (tournament.club.slug, None, None)
        a_tournament(a_club("Altro", owner=a_user("otto")), name="Altra")
        wrong = {
            "name": "x",
            "scope": "read",
            "club": "altro",
            "tournament": "altra",
            "expires_at": "2020-01-01T00:00Z",
        }
        assert faults(director.post("tokens/", wrong)) == [
            ("/club", "contradiction"),
            ("/club", "unknown_club"),
            ("/tournament", "unknown_tournament"),
            ("/expires_at", "in_the_past"),
        ]
        assert ApiToken.objects.count() == 3

    @pytest.mark.slow
    def test_it_opens_its_club_alone_also_for_the_host(self, club, tournament):
        other = a_tournament(a_club("Altro", owner=a_user("otto")), name="Altra", visibility="private")
        a_round(other)
        for user in (a_user("host", is_superuser=True), a_member(other.club, "dino", "director")):
            if not user.is_superuser:
                club.memberships.create(user=user, role="director")
            program = bound(user, club=club.slug)
            assert program.patch("tournaments/serata/", {"rounds": 4}).status_code == 200
            hand = program.put("tournaments/altra/rounds/1/tables/1/hands/1/", busca(LEVEL))
            assert codes(hand, 404) == ["not_found"]
            made = program.post("tournaments/", {"club": club.slug, "name": "Nuova", "ruleset": "busca-accademia"})
            assert made.status_code == 201
            there = {"club": "altro", "name": "Nuova", "ruleset": "busca-accademia"}
            assert codes(program.post("tournaments/", there), 403) == ["forbidden"]
            assert codes(program.get("tournaments/altra/"), 404) == ["not_found"]
            assert "altra" not in program.get("tournaments/").content.decode()
            assert codes(program.get("clubs/altro/members/"), 403) == ["forbidden"]
            assert codes(program.post("tokens/", {"name": "x", "scope": "read"}), 403) == ["outside_reach"]
            assert codes(program.get("tokens/"), 403) == ["forbidden"]

    def test_a_tournaments_token_opens_that_one_alone(self, club, tournament):
        a_tournament(club, name="Altra", visibility="private")
        program = bound(club.memberships.get(role="owner").user, tournament="serata")
        assert program.post("tournaments/serata/rounds/").status_code == 201
        assert program.get("tournaments/serata/rounds/1/").json()["state"] == "draft"
        assert codes(program.get("tournaments/altra/"), 404) == ["not_found"]
        refused = program.get(f"clubs/{club.slug}/members/")
        assert codes(refused, 403) == ["forbidden"]
        assert refused.json()["detail"] == "This token may not do this: it is for one club or tournament alone."
        assert codes(program.post(f"clubs/{club.slug}/players/", {"name": "x"}), 403) == ["outside_reach"]
        for method, place in (
            ("POST", "entries/again/?preview=1"),
            ("POST", "screens/1/here/"),
            ("PUT", "stage/"),
            ("POST", "groups/"),
        ):
            answer = program(method, f"tournaments/serata/{place}", {"tournament": "altra"})
            assert codes(answer, 403) == ["outside_reach"], place

    def test_a_tournaments_token_does_not_take_apart_a_championship(self, club, owner):
        final = a_tournament(club, name="Finale")
        program = bound(club.memberships.get(role="owner").user, tournament="finale")
        owner.post("tournaments/finale/groups/", {"groups": 2, "last": 2})
        last = {"line": program.get("tournaments/finale/undo/").json()["last"]["sequence"]}
        assert codes(program.post("tournaments/finale/undo/", last), 403) == ["outside_reach"]
        assert codes(program.delete("tournaments/finale/stage/"), 403) == ["outside_reach"]
        assert (club.tournaments.count(), final.entries.count()) == (3, 0)
        assert owner.post("tournaments/finale/undo/", last).status_code == 200
        program.post("tournaments/finale/entries/check-in/", {})
        last = {"line": program.get("tournaments/finale/undo/").json()["last"]["sequence"]}
        assert program.post("tournaments/finale/undo/", last).status_code == 200

    def test_a_tournaments_token_does_not_renew_the_pin_of_other_tournaments(self, club, owner, tournament):
        program = bound(club.memberships.get(role="owner").user, tournament="serata")
        entry = tournament.entries.first()
        where = f"tournaments/serata/entries/{entry.pk}/pin/"
        assert program.post(where).status_code == 200
        owner.post(f"clubs/{club.slug}/players/{entry.players.get().pk}/pin/")
        before = program.get(where).json()["pin"]
        assert codes(program.post(where), 403) == ["outside_reach"]
        assert owner.get(where).json()["pin"] == before
        assert owner.post(where).status_code == 200

    @pytest.mark.slow
    def test_nothing_elsewhere_is_changed_by_it(self, tournament):
        """Every operation at a private tournament and its club, by tokens for others of a director of both."""
        host = a_user("host", is_superuser=True)
        other = a_tournament(a_club("Altro", owner=a_user("otto")), name="Altra")
        for club in (tournament.club, other.club):
            club.memberships.create(user=host, role="director")
        a_round(tournament, publish=False)
        Tournament.objects.filter(pk=tournament.pk).update(visibility="private")
        programs = [bound(host, club="altro"), bound(host, tournament=other.slug)]
        open_to_all = {"score", "count", "table-sessions", "table-session", "push", "tournaments"}
        passed = []
        for address, pattern in zip(addresses(), version_1, strict=True):
            for method in {*pattern.callback.actions} & {"get", "post", "put", "patch", "delete"}:
                for program in programs if pattern.name not in open_to_all else ():
                    if method != "get" or address.startswith("tournaments/"):
                        status = program(method.upper(), address, {}).status_code
                        passed += [] if status in (403, 404, 415) else [(method, address, status)]
        assert passed == []
        assert Club.objects.count() == 2


def test_a_token_ends_by_itself(director):
    made = director.post("tokens/", {"name": "x", "scope": "read", "expires_at": "2099-01-01T00:00:00Z"}).json()
    program = Caller(Authorization=f"Bearer {made['secret']}")
    assert program.get("tokens/").status_code == 200
    ApiToken.objects.filter(pk=made["id"]).update(expires_at=timezone.now())
    assert codes(program.get("clubs/"), 401) == ["authentication_failed"]


def test_its_use_is_noted_once_an_hour(director, django_assert_num_queries):
    ApiToken.objects.update(last_used_at=None)
    director.get("games/")
    first = ApiToken.objects.get().last_used_at
    assert timezone.now() - first < timedelta(minutes=1)
    with django_assert_num_queries(1):
        director.get("games/")
    ApiToken.objects.update(last_used_at=first - timedelta(hours=1))
    director.get("games/")
    assert ApiToken.objects.get().last_used_at >= first
