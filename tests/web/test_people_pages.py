"""Naming members, letting people and programs in."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.halls import a_club, a_member, a_user
from tests.web.conftest import client_of
from tests.web.pages import text, told
from tournaments.actions.setup import clubs, memberships
from tournaments.actions.setup.signing_in import find_token
from tournaments.models import Invitation, Role, User

pytestmark = pytest.mark.django_db
PASSWORD = "denari-coppe-9"


class TestMembers:
    def test_an_invitation_is_shown_once_and_lets_somebody_in(self, club, owner, stranger):
        data = {"role": "scorer", "note": "Sergio"}
        response = owner.post(reverse("members", args=[club.slug]), data)
        link = response.context["link"]
        assert link in text(response)
        assert response["Cache-Control"] == "private, no-store"
        assert link not in text(owner.get(reverse("members", args=[club.slug])))
        page = stranger.get(link)
        assert page["Referrer-Policy"] == "strict-origin"
        stranger.post(link)
        assert club.memberships.get(user__username="stefania").role == Role.SCORER
        assert stranger.get(link).status_code == 410

    @pytest.mark.parametrize(("address", "alone"), [("http://127.0.0.1:8000", 1), ("http://192.168.1.7:8000", 0)])
    def test_a_link_that_this_computer_alone_opens_says_so(self, address, alone, club, owner, settings):
        settings.TAVOLO_URL = address
        page = text(owner.post(reverse("members", args=[club.slug]), {"role": "scorer", "note": "Sergio"}))
        assert (page.count(address), page.count("Only this computer can open this address")) == (1, alone)

    def test_with_a_new_account_too(self, club, anybody):
        secret = memberships.invite(club=club, role=Role.DIRECTOR, by=a_user("olga"))
        data = {"username": "Nina Riva", "password1": PASSWORD, "password2": PASSWORD}
        refused = anybody.post(reverse("invitation", args=[secret]), data)
        rule = "Without spaces: letters, digits and the signs @ . + - _"
        assert refused.context["form"].errors == {"username": [rule]}
        response = anybody.post(reverse("invitation", args=[secret]), data | {"username": "nina"})
        assert response.url == reverse("club", args=[club.slug])
        assert club.memberships.get(user__username="nina").role == Role.DIRECTOR
        assert anybody.get(reverse("account")).status_code == 200

    def test_a_role_is_changed_and_a_member_let_go(self, club, owner):
        a_member(club, "sergio", "scorer")
        membership = club.memberships.get(user__username="sergio")
        where = reverse("change-role", args=[club.slug, membership.pk])
        owner.post(where, {"role": "director"})
        membership.refresh_from_db()
        assert membership.role == Role.DIRECTOR
        owner.post(where, {"remove": "yes"})
        assert not club.memberships.filter(user__username="sergio").exists()

    def test_the_last_owner_stays(self, club, owner):
        membership = club.memberships.get()
        where = reverse("change-role", args=[club.slug, membership.pk])
        for data in ({"role": "scorer"}, {"remove": "yes"}):
            response = owner.post(where, data, follow=True)
            assert told(response) == ["The club needs an owner: name another owner first."]
        assert told(owner.post(where, {"role": "king"}, follow=True)) == ["Choose one of the roles."]

    def test_a_member_of_another_club_is_not_in_reach(self, club, owner):
        other = clubs.create_club(owner=a_user("ada"), name="Altrove")
        where = reverse("change-role", args=[club.slug, other.memberships.get().pk])
        assert owner.post(where, {"remove": "yes"}).status_code == 404

    def test_an_invitation_is_taken_back(self, club, owner, anybody):
        secret = memberships.invite(club=club, role=Role.SCORER, by=a_user("olga"))
        invitation = club.invitations.get()
        owner.post(reverse("withdraw-invitation", args=[club.slug, invitation.pk]))
        assert anybody.get(reverse("invitation", args=[secret])).status_code == 410


class TestFirstOwner:
    def test_the_link_makes_the_host_and_works_once(self, anybody, db):
        secret = memberships.invite_first_owner()
        where = reverse("welcome", args=[secret])
        assert "Welcome to Tavolo" in text(anybody.get(where))
        data = {"username": "olga", "password1": PASSWORD, "password2": PASSWORD}
        assert anybody.post(where, data).url == reverse("home")
        assert User.objects.get().is_superuser
        assert client_of().get(where).status_code == 410
        assert client_of().post(where, {**data, "username": "ladro"}).status_code == 410
        assert User.objects.count() == 1

    def test_every_fault_at_once(self, anybody, db):
        where = reverse("welcome", args=[memberships.invite_first_owner()])
        response = anybody.post(where, {"username": "x" * 200, "password1": "a", "password2": "b"})
        assert sorted(response.context["form"].errors) == ["password2", "username"]
        assert not User.objects.exists()
        assert anybody.post(where, {}).status_code == 422

    def test_a_weak_password_is_refused(self, anybody, db):
        where = reverse("welcome", args=[memberships.invite_first_owner()])
        data = {"username": "olga", "password1": "12345678", "password2": "12345678"}
        assert anybody.post(where, data).status_code == 422

    @pytest.mark.parametrize("secret", ["x", "x" * 5_000, "🂡", "%00"])
    def test_a_guess_opens_nothing(self, secret, anybody, db):
        memberships.invite_first_owner()
        assert anybody.get(f"/welcome/{secret}/").status_code == 410

    def test_an_old_link_has_expired(self, anybody, db):
        secret = memberships.invite_first_owner()
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert anybody.get(reverse("welcome", args=[secret])).status_code == 410


class TestTokens:
    def test_shown_once_named_and_revoked(self, scorer):
        response = scorer.post(reverse("tokens"), {"name": "Tabellone", "scope": "results"})
        secret = response.context["secret"]
        assert secret in text(response)
        assert response["Cache-Control"] == "private, no-store"
        token = find_token(secret)
        assert (token.name, token.scope, token.user.username) == ("Tabellone", "results", "sergio")
        page = text(scorer.get(reverse("tokens")))
        assert "Tabellone" in page
        assert secret not in page
        scorer.post(reverse("revoke-token", args=[token.pk]))
        assert find_token(secret) is None

    def test_for_one_club_and_thirty_days(self, scorer, club):
        other = a_club("Altro", owner=a_user("otto"))
        wrong = scorer.post(reverse("tokens"), {"name": "x", "scope": "read", "reach": f"club {other.slug}"})
        assert wrong.context["form"].errors.keys() == {"reach"}
        sent = {"name": "Tabellone", "scope": "read", "reach": f"club {club.slug}", "days": "30"}
        token = find_token(scorer.post(reverse("tokens"), sent).context["secret"])
        assert (token.club, token.tournament) == (club, None)
        assert timedelta(days=29) < token.expires_at - timezone.now() <= timedelta(days=30)
        page = text(scorer.get(reverse("tokens")))
        assert [words in page for words in (f"Only for {club.name}", "Valid until", "Last used")] == [True] * 3

    def test_every_fault_at_once(self, scorer):
        response = scorer.post(reverse("tokens"), {"name": "x" * 101, "scope": "everything"})
        assert sorted(response.context["form"].errors) == ["name", "scope"]
        assert scorer.post(reverse("tokens"), {}).status_code == 422


class TestTwoOwners:
    def test_a_form_sent_twice_makes_one_invitation_and_shows_its_link(self, club, owner):
        where = reverse("members", args=[club.slug])
        form = owner.get(where).context["form"]["form"].value()
        data = {"role": "scorer", "note": "Sergio", "form": form}
        first, second = owner.post(where, data), owner.post(where, data)
        assert first.context["link"] == second.context["link"]
        assert club.invitations.count() == 1

    def test_a_form_sent_again_with_another_role_makes_an_invitation_with_that_role(self, club, owner):
        where, data = reverse("members", args=[club.slug]), {"note": "Sergio", "form": "x" * 20}
        links = [owner.post(where, {**data, "role": role}).context["link"] for role in ("owner", "scorer", "scorer")]
        made = [memberships.open_invitation(link.rstrip("/").rsplit("/", 1)[-1]) for link in links]
        assert [each.role for each in made] == ["owner", "scorer", "scorer"]
        assert made[1] == made[2]

    def test_a_withdrawn_invitation_is_not_made_again_by_its_form(self, club, owner, anybody):
        where = reverse("members", args=[club.slug])
        data = {"role": "scorer", "note": "Sergio", "form": "x" * 20}
        link = owner.post(where, data).context["link"]
        owner.post(reverse("withdraw-invitation", args=[club.slug, club.invitations.get().pk]))
        again = owner.post(where, data)
        assert (again.status_code, again.context["link"]) == (422, "")
        assert "This invitation was accepted or withdrawn, or has expired" in text(again)
        assert anybody.get(link).status_code == 410
        assert club.invitations.get().note == ""

    def test_the_back_button_shows_no_link_that_was_used(self, club, owner, stranger):
        where = reverse("members", args=[club.slug])
        data = {"role": "scorer", "form": "x" * 20}
        stranger.post(owner.post(where, data).context["link"])
        again = owner.post(where, data)
        assert (again.status_code, again.context["link"]) == (422, "")
        assert "This invitation was accepted or withdrawn, or has expired" in text(again)

    def test_how_long_a_link_is_valid_is_listed_until_it_is_over(self, club, owner):
        memberships.invite(club=club, role=Role.SCORER, by=a_user("olga"), note="Sergio")
        where = reverse("members", args=[club.slug])
        page = text(owner.get(where))
        assert "Sergio, Scorer Withdraw it" in page
        assert re.search(r"The link is valid until \d+ \w+ \d{4}; made by olga\.", page)
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert "Sergio" not in text(owner.get(where))

    def test_who_was_slower_is_told_what_the_other_did(self, club, owner):
        a_member(club, "sergio", "scorer")
        membership = club.memberships.get(user__username="sergio")
        where = reverse("change-role", args=[club.slug, membership.pk])
        owner.post(where, {"role": "director", "replaces": "scorer"})
        slower = owner.post(where, {"role": "owner", "replaces": "scorer"}, follow=True)
        assert told(slower)[-1] == "Somebody else has changed this meanwhile: sergio is Director now."
        owner.post(where, {"remove": "yes", "replaces": "director"})
        slower = told(owner.post(where, {"remove": "yes"}, follow=True))
        assert slower[-1] == "Somebody else has removed this member meanwhile."

    def test_who_is_owner_no_longer_is_led_to_the_club(self, club, owner):
        a_member(club, "nora", "owner")
        where = reverse("change-role", args=[club.slug, club.memberships.get(user__username="olga").pk])
        assert owner.post(where, {"role": "director", "replaces": "owner"}).url == reverse("club", args=[club.slug])
