"""Erasing an account: who signed in, and what the ledger discloses of that."""

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Club, IdempotencyKey, Invitation, LedgerDisclosure, Membership, Role, User

from .. import ledger
from ..actor import Actor
from ..locks import lock_all
from ..problems import Conflict, Problem
from ..rows import save_fields
from .texts import Name

COMMAND = Actor(user=None, source="command")


def erase_user(user: User) -> None:
    """Delete an account; what was done with it stays done, and the ledgers say by nobody.

    Raises Conflict for the only owner of a club.
    """
    with transaction.atomic():
        _refuse_last_owner(user)
        theirs = LedgerDisclosure.objects.filter(personal__user=user.pk)
        ledger.erase_disclosures(list(theirs.select_related("entry")), by=COMMAND)
        IdempotencyKey.objects.filter(holder=f"user {user.pk}").delete()
        _erase_notes(user)
        user.delete()


def _refuse_last_owner(user: User) -> None:
    lock_all(Club.objects.filter(memberships__in=user.memberships.filter(role=Role.OWNER)))
    owners = Membership.objects.filter(role=Role.OWNER)
    for mine in owners.filter(user=user).select_related("club"):
        if not owners.filter(club=mine.club).exclude(user=user).exists():
            message = _("%(club)s has no other owner: name one first.")
            raise Conflict(Problem("last_owner", message, {"club": mine.club.name}))


def _erase_notes(user: User) -> None:
    """Take away for whom an invitation was, where it says this account's name."""
    names = [Name.of(name) for name in (user.username, user.get_full_name()) if name]
    for invitation in Invitation.objects.exclude(note=""):
        if any(name.occurs_in(invitation.note) for name in names):
            save_fields(invitation, note="")
