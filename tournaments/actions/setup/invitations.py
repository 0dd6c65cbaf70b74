"""Invite people into clubs by links, each of which can be used once."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Club, Invitation, Membership, Role, User

from ..core.actor import new_secret, secret_digest
from ..core.refusals import Conflict, Problem
from ..core.rows import lock_all, locked, save_fields
from .roles import remember_role
from .tokens import promote

INVITATION_DAYS = 14


def invite(*, club: Club, role: Role, by: User, note: str = "", form: str = "") -> str:
    """Return the secret of a link that gives one person this role in the club, once, within 14 days.

    The same `form` sent again returns the same secret. Raises Conflict if its invitation was accepted or has expired.
    """
    secret = _secret_of(form, by) if form else new_secret()
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        if not Invitation.objects.filter(digest=secret_digest(secret)).exists():
            columns = {"club": club, "role": role, "invited_by": by, "note": normalise_text(note)[:100]}
            return _create_invitation(secret, **columns)
    if not _usable(secret).exists():
        raise Conflict(_used())
    return secret


def _secret_of(form: str, by: User) -> str:
    """Return the secret derived from a form with the installation's key."""
    return salted_hmac("invitation", f"{by.pk}/{form}", algorithm="sha256").hexdigest()


def invite_first_owner() -> str | None:
    """Return the secret of the link that creates the first owner; None if an account exists.

    Every call withdraws the earlier links of this kind.
    """
    with transaction.atomic():
        if User.objects.exists():
            return None
        Invitation.objects.filter(superuser=True, accepted_at=None).delete()
        return _create_invitation(new_secret(), role=Role.OWNER, superuser=True)


def _create_invitation(secret: str, **columns: Any) -> str:
    expires_at = timezone.now() + timedelta(days=INVITATION_DAYS)
    Invitation.objects.create(digest=secret_digest(secret), expires_at=expires_at, **columns)
    return secret


def withdraw_invitation(invitation: Invitation) -> None:
    """Delete an invitation that nobody has accepted; raises Gone for any other."""
    with transaction.atomic():
        locked(Invitation.objects.filter(accepted_at=None), invitation.pk).delete()


def open_invitation(secret: str) -> Invitation | None:
    """Return the invitation of a link that can still be accepted; None for any other."""
    return _usable(secret).select_related("club").first()


def _usable(secret: str) -> QuerySet[Invitation]:
    digest, now = secret_digest(secret), timezone.now()
    return Invitation.objects.filter(digest=digest, accepted_at=None, expires_at__gt=now)


@transaction.atomic
def accept_invitation(secret: str, user: User) -> Club | None:
    """Use up an invitation and give the user its role; return the club, None for an invitation without one.

    A higher role is kept. Raises Conflict if the invitation was used, has expired or does not exist.
    """
    invitation = next(iter(lock_all(_usable(secret))), None)
    if invitation is None:
        raise Conflict(_used())
    if invitation.club_id:
        locked(Club.objects.all(), invitation.club_id)
    save_fields(invitation, accepted_at=timezone.now())
    if invitation.superuser:
        promote(user)
    return _join(invitation, user)


def _used() -> Problem:
    return Problem("invitation_used", _("This link has been used or has expired: ask for a new one."))


def _join(invitation: Invitation, user: User) -> Club | None:
    if invitation.club is None:
        return None
    membership, created = Membership.objects.get_or_create(
        club=invitation.club, user=user, defaults={"role": invitation.role}
    )
    ranks = list(Role)
    if not created and ranks.index(Role(invitation.role)) < ranks.index(Role(membership.role)):
        remember_role(membership)
        save_fields(membership, role=invitation.role)
    return invitation.club
