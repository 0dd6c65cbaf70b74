"""Erasing an account: its name is left nowhere, and a club keeps an owner."""

from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command

from tests.actions.test_erasing import all_that_is_stored
from tests.actions.test_erasing import tournament as tournament
from tests.halls import a_club, a_member, a_user, agreed, by
from tournaments.actions import sweep
from tournaments.actions.erasing.people import erase_user
from tournaments.actions.people import penalties
from tournaments.actions.setup.memberships import invite, open_invitation
from tournaments.actions.verification import verify
from tournaments.models import Membership, Penalty, Role, User

pytestmark = pytest.mark.django_db


class TestAccounts:
    @pytest.mark.slow
    def test_the_account_goes_and_the_ledger_holds(self, tournament):
        helper = a_member(tournament.club, "zenobia", "director")
        entry = tournament.entries.first()
        agreed(by(helper), lambda who: penalties.penalise(entry, amount=Decimal(2), reason="Noise", by=who))
        agreed(by(helper), lambda who: penalties.cancel_penalty(Penalty.objects.last(), by=who))
        call_command("erase_user", "zenobia")
        sweep.refresh_stale_standings()
        assert "zenobia" not in all_that_is_stored()
        assert verify(tournament).findings == ()
        assert Penalty.objects.last().issued_by is None

    def test_a_club_keeps_its_last_owner(self, tournament):
        with pytest.raises(CommandError, match="has no other owner"):
            call_command("erase_user", "dora")
        assert Membership.objects.count() == 1

    def test_of_two_owners_one_may_go(self, db):
        club = a_club()
        a_member(club, "zeno", "owner")
        erase_user(a_user("dora"))
        assert list(User.objects.values_list("username", flat=True)) == ["zeno"]

    def test_no_invitation_by_the_account_stays_open(self, db):
        club, dora = a_club(), a_user("dora")
        a_member(club, "zeno", "owner")
        secret = invite(club=club, role=Role.OWNER, by=dora, note="Dora")
        erase_user(dora)
        assert open_invitation(secret) is None
