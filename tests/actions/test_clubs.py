"""Clubs, invitations and roles."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import a_club, a_member, a_user
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.setup import clubs, memberships, signing_in
from tournaments.models import DIRECTORS, OWNERS, SCORERS, Invitation, Role, Scope, User

pytestmark = pytest.mark.django_db


def codes(refused):
    return [(problem.code, problem.pointer) for problem in refused.value.problems]


class TestFounding:
    def test_its_creator_owns_it(self):
        club = a_club(owner=a_user("dora"))
        assert club.slug == "circolo-del-re"
        assert club.permits(a_user("dora"), OWNERS)

    def test_addresses_do_not_collide(self):
        assert [a_club().slug, a_club().slug] == ["circolo-del-re", "circolo-del-re-2"]

    def test_every_fault_at_once(self):
        a_club()
        with pytest.raises(Invalid) as refused:
            clubs.create_club(owner=a_user(), name="", slug="circolo-del-re", time_zone="Mars", language="tlh")
        assert codes(refused) == [
            ("missing_field", ("name",)),
            ("taken", ("slug",)),
            ("not_a_choice", ("time_zone",)),
            ("not_a_choice", ("language",)),
        ]


class TestRoles:
    @pytest.mark.parametrize(("role", "may"), [("owner", (1, 1, 1)), ("director", (0, 1, 1)), ("scorer", (0, 0, 1))])
    def test_each_may_what_the_ones_below_may(self, role, may):
        club = a_club()
        user = a_member(club, "rino", role)
        assert tuple(club.permits(user, allowed) for allowed in (OWNERS, DIRECTORS, SCORERS)) == may

    def test_a_member_of_another_club_may_nothing(self):
        stranger = a_member(a_club("Bocciofila", owner=a_user("bea")), "rino", "owner")
        assert not a_club().permits(stranger, SCORERS)

    def test_a_superuser_may_everything(self):
        assert a_club().permits(a_user("root", is_superuser=True), OWNERS)

    def test_the_last_owner_stays(self):
        club = a_club()
        membership = club.memberships.get()
        for role in (Role.SCORER, None):
            with pytest.raises(Conflict):
                memberships.change_role(membership, role)
        a_member(club, "rino", "owner")
        memberships.change_role(membership, None)
        assert [m.user.username for m in club.memberships.all()] == ["rino"]


class TestInvitations:
    def test_it_gives_the_role_once(self):
        club = a_club()
        secret = memberships.invite(club=club, role=Role.SCORER, by=a_user())
        assert memberships.accept_invitation(secret, a_user("rino")) == club
        assert club.memberships.get(user__username="rino").role == "scorer"
        with pytest.raises(Conflict):
            memberships.accept_invitation(secret, a_user("gina"))

    def test_not_after_its_time(self):
        secret = memberships.invite(club=a_club(), role=Role.SCORER, by=a_user())
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert memberships.open_invitation(secret) is None
        with pytest.raises(Conflict):
            memberships.accept_invitation(secret, a_user("rino"))

    def test_it_never_makes_a_role_smaller(self):
        club = a_club()
        secret = memberships.invite(club=club, role=Role.SCORER, by=a_user())
        memberships.accept_invitation(secret, a_user())
        assert club.memberships.get().role == "owner"

    def test_only_its_digest_is_kept(self):
        secret = memberships.invite(club=a_club(), role=Role.SCORER, by=a_user())
        assert secret not in str(Invitation.objects.values().get())

    def test_the_first_owner_runs_the_installation(self):
        stale, secret = memberships.invite_first_owner(), memberships.invite_first_owner()
        assert memberships.open_invitation(stale) is None
        memberships.accept_invitation(secret, a_user("dora"))
        assert User.objects.get().is_superuser
        assert memberships.invite_first_owner() is None


class TestTokens:
    def test_it_is_found_by_its_secret_until_it_is_revoked(self):
        token, secret = signing_in.create_token(user=a_user(), name="Till", scope=Scope.RESULTS)
        assert signing_in.find_token(secret) == token
        assert signing_in.find_token(secret[:-1]) is None
        signing_in.revoke_token(token)
        assert signing_in.find_token(secret) is None

    def test_not_when_its_user_may_no_longer_sign_in(self):
        _token, secret = signing_in.create_token(user=a_user(), name="Till", scope=Scope.READ)
        User.objects.update(is_active=False)
        assert signing_in.find_token(secret) is None

    @pytest.mark.parametrize(("scope", "opens"), [("read", (1, 0, 0)), ("results", (1, 1, 0)), ("manage", (1, 1, 1))])
    def test_each_scope_opens_what_the_ones_before_open(self, scope, opens):
        token, _secret = signing_in.create_token(user=a_user(), name="Till", scope=scope)
        assert tuple(token.opens(Scope(each)) for each in Scope) == opens
