"""Founding clubs, inviting people into them, naming their roles."""

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Club, FormerRole, Invitation, Membership, PaperSize, Role, User

from .actor import new_secret, secret_digest
from .names import free_slug, name_problems
from .refusals import Conflict, Problem, Stale, refuse
from .rows import lock_all, locked, save_fields
from .tokens import promote
from .unseen import Values, places_of, refuse_unseen

INVITATION_DAYS = 14
RESERVED = frozenset({"new"})
"""The addresses below clubs/ that are no club's."""


@transaction.atomic
def create_club(
    *,
    owner: User | None,
    name: str,
    slug: str = "",
    city: str = "",
    time_zone: str = "Europe/Rome",
    language: str = "it",
    by_family_name: bool = False,
    paper_size: str = PaperSize.A4,
) -> Club:
    """A new club owned by this user, or by nobody but the superusers.

    Raises Invalid for a bad name, a taken address, an unknown time zone, language or paper.
    """
    problems = name_problems(name, "name")
    if slug in RESERVED or (slug and Club.objects.filter(slug=slug).exists()):
        problems.append(Problem("taken", _("This address is taken: choose another."), pointer=("slug",)))
    problems += _choice_problems(time_zone, language, paper_size)
    refuse(problems)
    club = Club.objects.create(
        slug=slug or free_slug(name, Club.objects.all(), reserved=RESERVED),
        name=normalise_text(name),
        city=normalise_text(city)[:100],
        time_zone=time_zone,
        language=language,
        by_family_name=by_family_name,
        paper_size=paper_size,
    )
    if owner:
        Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


DETAILS = ("name", "city", "language", "time_zone", "by_family_name", "paper_size")


@transaction.atomic
def update_club(
    club: Club, *, seen: Mapping[str, str] | None = None, by_family_name: bool | None = None, **changes: str
) -> Club:
    """The club with these changes; raises Invalid as create_club does, and Stale where it is not as it was `seen`."""
    club = locked(Club.objects.all(), club.pk)
    refuse_unseen(details_of(club), seen)
    named = name_problems(changes["name"], "name") if "name" in changes else []
    chosen = (changes.get(field, getattr(club, field)) for field in ("time_zone", "language", "paper_size"))
    refuse([*named, *_choice_problems(*chosen)])
    order = {} if by_family_name is None else {"by_family_name": by_family_name}
    save_fields(club, **order, **{field: normalise_text(value) for field, value in changes.items()})
    return club


def details_of(club: Club) -> Values:
    """What may change about a club."""
    return places_of({name: getattr(club, name) for name in DETAILS})


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())  # some 600 files are looked at for it


def _choice_problems(time_zone: str, language: str, paper_size: str) -> list[Problem]:
    problems = []
    if time_zone not in _time_zones():
        problems.append(Problem("not_a_choice", _("Choose a time zone, such as Europe/Rome."), pointer=("time_zone",)))
    if language not in dict(settings.LANGUAGES):
        problems.append(Problem("not_a_choice", _("Choose one of the languages offered."), pointer=("language",)))
    if paper_size not in PaperSize.values:
        problems.append(Problem("not_a_choice", _("Choose A4 or letter."), pointer=("paper_size",)))
    return problems


def invite(*, club: Club, role: Role, by: User, note: str = "", form: str = "") -> str:
    """The secret of a link that gives its reader this role in the club, once, for 14 days.

    The same `form` sent again makes no second one: what it made before is answered. Raises Conflict where that was
    accepted or withdrawn since.
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
    """The secret that comes of a form, to be made again by nobody but this program."""
    return salted_hmac("invitation", f"{by.pk}/{form}", algorithm="sha256").hexdigest()


def invite_first_owner() -> str | None:
    """The secret of the link that makes the first owner, or None where somebody has an account.

    Every call takes back the links made before it.
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
    """Take back an invitation that nobody has accepted; raises Gone for any other."""
    with transaction.atomic():
        locked(Invitation.objects.filter(accepted_at=None), invitation.pk).delete()


def open_invitation(secret: str) -> Invitation | None:
    """The invitation behind a link that can still be accepted."""
    return _usable(secret).select_related("club").first()


def _usable(secret: str) -> QuerySet[Invitation]:
    digest, now = secret_digest(secret), timezone.now()
    return Invitation.objects.filter(digest=digest, accepted_at=None, expires_at__gt=now)


@transaction.atomic
def accept_invitation(secret: str, user: User) -> Club | None:
    """Give the user what the invitation promises and use it up; the club that he now belongs to.

    Raises Conflict where it was used, has expired or never was. A role never gets smaller by it.
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
        _remember(membership)
        save_fields(membership, role=invitation.role)
    return invitation.club


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
    _remember(membership)
    if role is None:
        membership.delete()
    else:
        save_fields(membership, role=role)
    return membership


def _remember(membership: Membership) -> None:
    """Keep the role that somebody has had until now: what he did, he did in that."""
    FormerRole.objects.create(
        club_id=membership.club_id, user_id=membership.user_id, role=membership.role, until=timezone.now()
    )
