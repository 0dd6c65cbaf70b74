"""The members of a club: invitations, roles, and former roles."""

import json
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Club, FormerRole, Invitation, Membership, Role, User

from ..core.actor import new_secret, secret_digest
from ..core.refusals import Conflict, Problem, Stale
from ..core.rows import lock_all, locked, save_fields
from .signing_in import promote


@transaction.atomic
def change_role(membership: Membership, role: Role | None, *, replaces: str | None = None) -> Membership:
    """Give a member a new role, or remove the member if it is None; return the membership.

    The open invitations of somebody who is no longer an owner end, else that person could return by one of them. Raises
    Conflict for the last owner. Raises Stale if `replaces` is given and is not the member's current role.
    """
    lock_all(open_invitations_of(membership.user_id).filter(club=membership.club_id))
    club = locked(Club.objects.all(), membership.club_id)
    membership = locked(club.memberships.select_related("user"), membership.pk)
    if replaces not in (None, membership.role):
        message = _("Somebody else has changed this meanwhile: %(name)s is %(role)s now.")
        params = {"name": membership.user.username, "role": membership.get_role_display()}
        raise Stale(Problem("role_changed", message, params, ("role",)))
    others = club.memberships.filter(role=Role.OWNER).exclude(pk=membership.pk)
    if role != Role.OWNER and not others.exists():
        raise Conflict(Problem("last_owner", _("The club needs an owner: name another owner first.")))
    remember_role(membership)
    if role is None:
        membership.delete()
    else:
        save_fields(membership, role=role)
    if role != Role.OWNER:
        end_invitations(open_invitations_of(membership.user_id).filter(club=club))
    return membership


def remember_role(membership: Membership) -> None:
    """Store the role that a member had until now, because the log shows past actions with the role at the time."""
    FormerRole.objects.create(
        club_id=membership.club_id, user_id=membership.user_id, role=membership.role, until=timezone.now()
    )


INVITATION_DAYS = 14


def invite(*, club: Club, role: Role, by: User, note: str = "", form: str = "") -> str:
    """Create an invitation, and return the secret of its link. It gives one person this role, within 14 days.

    `form` identifies the form that was sent; the same form with the same content gives the same secret. Raises Conflict
    if that invitation was accepted or withdrawn, or has expired.
    """
    note = normalise_text(note)[:100]
    secret = _secret_of(form, by, club.pk, role, note) if form else new_secret()
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        if not Invitation.objects.filter(digest=secret_digest(secret)).exists():
            return _create_invitation(secret, club=club, role=role, invited_by=by, note=note)
    if not _usable(secret).exists():
        message = _("This invitation was accepted or withdrawn, or has expired: open the page again to create another.")
        raise Conflict(Problem("invitation_used", message))
    return secret


def _secret_of(form: str, by: User, *content: object) -> str:
    """Return the secret derived from a form with its content and the installation's key."""
    return salted_hmac("invitation", json.dumps([by.pk, form, *content]), algorithm="sha256").hexdigest()


def invite_first_owner() -> str | None:
    """Return the secret of a link that creates the first owner; None if an account with a password exists.

    Each call makes the earlier links invalid.
    """
    with transaction.atomic():
        if User.objects.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists():
            return None
        Invitation.objects.filter(superuser=True, accepted_at=None).delete()
        return _create_invitation(new_secret(), role=Role.OWNER, superuser=True)


def _create_invitation(secret: str, **columns: Any) -> str:
    expires_at = timezone.now() + timedelta(days=INVITATION_DAYS)
    Invitation.objects.create(digest=secret_digest(secret), expires_at=expires_at, **columns)
    return secret


def withdraw_invitation(invitation: Invitation) -> None:
    """Withdraw an invitation. Raises Gone if it can no longer be accepted.

    The row stays, without its note, so that sending the same form again creates no new invitation.
    """
    with transaction.atomic():
        invitation = locked(_open_invitations(), invitation.pk)
        save_fields(invitation, expires_at=timezone.now(), note="")


def open_invitation(secret: str) -> Invitation | None:
    """Return the invitation of a link; None if it cannot be accepted (any more)."""
    return _usable(secret).select_related("club").first()


def _usable(secret: str) -> QuerySet[Invitation]:
    return _open_invitations().filter(digest=secret_digest(secret))


def _open_invitations() -> QuerySet[Invitation]:
    return Invitation.objects.filter(accepted_at=None, expires_at__gt=timezone.now())


def open_invitations_of(user: int) -> QuerySet[Invitation]:
    """Return the invitations by the user with this id that can still be accepted."""
    return _open_invitations().filter(invited_by=user)


def end_invitations(invitations: QuerySet[Invitation]) -> None:
    """Let these invitations expire; the rows stay, without their notes."""
    invitations.update(expires_at=timezone.now(), note="")


@transaction.atomic
def accept_invitation(secret: str, user: User) -> Club | None:
    """Accept an invitation for this user, who gets its role; return the club, or None if it is for no club.

    A user who has a higher role keeps it. Raises Conflict if the invitation was used, has expired or does not exist.
    """
    invitation = next(iter(lock_all(_usable(secret))), None)
    if invitation is None:
        raise Conflict(Problem("invitation_used", _("This link has been used or has expired: ask for a new one.")))
    if invitation.club_id:
        locked(Club.objects.all(), invitation.club_id)
    save_fields(invitation, accepted_at=timezone.now())
    if invitation.superuser:
        promote(user)
    return _join(invitation, user)


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
