"""clubs/{club}/members/ and invitations."""

import pytest

from tests.halls import a_user
from tournaments.models import Membership, Role

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db
MEMBERS = "clubs/circolo-del-re/members/"
INVITATIONS = "clubs/circolo-del-re/invitations/"


def member(name):
    return f"{MEMBERS}{Membership.objects.get(user__username=name).pk}/"


def invited(owner, role="scorer"):
    return owner.post(INVITATIONS, {"role": role}).json()["secret"]


class TestMembers:
    def test_members_see_who_is_one(self, scorer, director):
        rows = scorer.get(MEMBERS).json()["results"]
        assert [(row["user"], row["role"]) for row in rows] == [
            ("dora", "owner"),
            ("sara", "scorer"),
            ("dino", "director"),
        ]

    def test_nobody_else_does(self, club, anybody, stranger):
        assert codes(anybody.get(MEMBERS), 401) == ["not_authenticated"]
        assert codes(stranger.get(MEMBERS), 403) == ["forbidden"]

    def test_an_owner_changes_a_role(self, owner, scorer):
        answer = owner.patch(member("sara"), {"role": "director"})
        assert (answer.status_code, answer.json()["role"]) == (200, "director")
        assert Membership.objects.get(user__username="sara").role == Role.DIRECTOR

    def test_slower_owner_gets_a_conflict_with_the_current_role(self, owner, scorer):
        owner.patch(member("sara"), {"role": "director", "replaces": "scorer"})
        answer = owner.patch(member("sara"), {"role": "owner", "replaces": "scorer"})
        assert codes(answer, 412) == ["role_changed"]
        assert "sara is Director now" in answer.json()["errors"][0]["message"]

    def test_an_owner_lets_a_member_go(self, owner, scorer):
        assert owner.delete(member("sara")).status_code == 204
        assert Membership.objects.filter(user__username="sara").count() == 0

    def test_the_last_owner_stays(self, owner):
        assert codes(owner.delete(member("dora")), 409) == ["last_owner"]
        assert codes(owner.patch(member("dora"), {"role": "scorer"}), 409) == ["last_owner"]

    def test_nobody_else_changes_roles(self, anybody, director, scorer, stranger):
        for call in (anybody, director, scorer, stranger):
            status = 401 if call is anybody else 403
            codes(call.patch(member("sara"), {"role": "owner"}), status)
            codes(call.delete(member("sara")), status)
        assert Membership.objects.get(user__username="sara").role == Role.SCORER

    def test_a_member_of_another_club_is_not_there(self, owner, stranger):
        assert codes(owner.delete(member("stefan")), 404) == ["not_found"]

    def test_a_role_is_one_of_three(self, owner, scorer):
        for role in ("king", 1, None, ["owner"]):
            answer = owner.patch(member("sara"), {"role": role})
            assert [place for place, _code in faults(answer)] == ["/role"]


class TestInvitations:
    def test_its_secret_makes_a_member_once(self, owner, club):
        anna, berto = Caller(a_user("anna")), Caller(a_user("berto"))
        secret = invited(owner)
        answer = anna.post("invitations/accept/", {"secret": secret})
        assert (answer.status_code, answer.json()["slug"]) == (200, club.slug)
        assert club.memberships.get(user__username="anna").role == Role.SCORER
        again = berto.post("invitations/accept/", {"secret": secret})
        assert codes(again, 409) == ["invitation_used"]

    def test_a_secret_is_shown_once(self, owner):
        made = owner.post(INVITATIONS, {"role": "director", "note": "Anna"}).json()
        listed = owner.get(INVITATIONS).json()["results"]
        assert listed == [{k: v for k, v in made.items() if k != "secret"}]
        assert (made["role"], made["note"]) == ("director", "Anna")

    def test_it_can_be_taken_back(self, owner):
        secret = invited(owner)
        [listed] = owner.get(INVITATIONS).json()["results"]
        assert owner.delete(f"{INVITATIONS}{listed['id']}/").status_code == 204
        answer = Caller(a_user("anna")).post("invitations/accept/", {"secret": secret})
        assert codes(answer, 409) == ["invitation_used"]

    @pytest.mark.parametrize("role", ["director", None])
    def test_an_owner_no_longer_does_not_return_by_an_own_invitation(self, owner, club, role):
        anna = Caller(a_user("anna"))
        anna.post("invitations/accept/", {"secret": invited(owner, "owner")})
        own, others = invited(anna, "owner"), invited(owner)
        assert (owner.patch(member("anna"), {"role": role}) if role else owner.delete(member("anna"))).status_code < 300
        assert codes(anna.post("invitations/accept/", {"secret": own}), 409) == ["invitation_used"]
        assert [each.role for each in club.memberships.filter(user__username="anna")] == [role] * bool(role)
        assert Caller(a_user("berto")).post("invitations/accept/", {"secret": others}).status_code == 200

    def test_only_owners_invite(self, anybody, director, scorer, stranger):
        for caller in (director, scorer, stranger):
            assert codes(caller.post(INVITATIONS, {"role": "scorer"}), 403) == ["forbidden"]
            assert codes(caller.get(INVITATIONS), 403) == ["forbidden"]
        assert codes(anybody.post(INVITATIONS, {"role": "scorer"}), 401) == ["not_authenticated"]

    def test_nobody_accepts_without_an_account(self, anybody, owner):
        answer = anybody.post("invitations/accept/", {"secret": invited(owner)})
        assert codes(answer, 401) == ["not_authenticated"]

    @pytest.mark.parametrize("secret", ["x", "\x00", "\ud800", "é" * 150])
    def test_a_guess_is_refused(self, owner, secret):
        answer = owner.post("invitations/accept/", {"secret": secret})
        assert answer.status_code in (409, 422)
