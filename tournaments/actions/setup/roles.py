"""Change the roles of a club's members, and record their former roles."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Club, FormerRole, Membership, Role

from ..core.refusals import Conflict, Problem, Stale
from ..core.rows import locked, save_fields


@transaction.atomic
def change_role(membership: Membership, role: Role | None, *, replaces: str | None = None) -> Membership:
    """Give the member another role, or remove the member with None. Raises Conflict for the last owner.

    Raises Stale if `replaces` is given and is not the member's current role.
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
    """Record the role that a member had until now: the member's past actions were done in it."""
    FormerRole.objects.create(
        club_id=membership.club_id, user_id=membership.user_id, role=membership.role, until=timezone.now()
    )
