"""The roles of a club's members, and those that they had."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Club, FormerRole, Membership, Role

from ..core.refusals import Conflict, Problem, Stale
from ..core.rows import locked, save_fields


@transaction.atomic
def change_role(membership: Membership, role: Role | None, *, replaces: str | None = None) -> Membership:
    """The member with another role, or let go with none; raises Conflict for the last owner.

    Raises Stale where `replaces` is not the role that he has: somebody else was faster.
    """
    club = locked(Club.objects.all(), membership.club_id)
    membership = locked(club.memberships.select_related("user"), membership.pk)
    if replaces not in (None, membership.role):
        message = _("Somebody else has changed this meanwhile: %(name)s is %(role)s now.")
        params = {"name": membership.user.username, "role": membership.get_role_display()}
        raise Stale(Problem("role_changed", message, params, ("role",)))
    others = club.memberships.filter(role=Role.OWNER).exclude(pk=membership.pk)
    if role != Role.OWNER and not others.exists():
        raise Conflict(Problem("last_owner", _("The club needs an owner: name another one first.")))
    remember_role(membership)
    if role is None:
        membership.delete()
    else:
        save_fields(membership, role=role)
    return membership


def remember_role(membership: Membership) -> None:
    """Keep the role that somebody has had until now: what he did, he did in that."""
    FormerRole.objects.create(
        club_id=membership.club_id, user_id=membership.user_id, role=membership.role, until=timezone.now()
    )
