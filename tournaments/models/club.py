"""Clubs with their members, roles, players and victory point tables."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Case, F, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from scoring.victory_points import PLACES, Limits

from .user import User

NAME_LENGTH = 100
LIMITS = tuple(f"limit_{place}" for place in range(1, PLACES + 1))


class Role(models.TextChoices):
    """A member's role in a club. Each role includes the permissions of the roles below it."""

    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")


OWNERS = frozenset({Role.OWNER})
DIRECTORS = OWNERS | {Role.DIRECTOR}
SCORERS = DIRECTORS | {Role.SCORER}


class PaperSize(models.TextChoices):
    """The paper size of a club's printer."""

    A4 = "a4", _("A4")
    LETTER = "letter", _("Letter (8½ × 11 inches)")


class ClubQuerySet(models.QuerySet["Club"]):
    """Clubs by membership."""

    def of_member(self, user: User | AnonymousUser, roles: frozenset[Role] = SCORERS) -> Self:
        """Clubs in which this user has one of these roles; for a superuser, all clubs.

        If the user is signed in with a token that is limited (`reach`), only the club that it names.
        """
        if not user.is_authenticated:
            return self.none()
        within = self if user.reach is None else self.filter(pk=user.reach)
        if user.is_superuser:
            return within
        return within.filter(memberships__user=user, memberships__role__in=roles)


class Club(models.Model):
    """A card club, which owns players and tournaments."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    city = models.CharField(max_length=NAME_LENGTH, blank=True)
    time_zone = models.CharField(max_length=64, default="Europe/Rome")
    language = models.CharField(max_length=8, default="it")
    by_family_name = models.BooleanField(default=False)
    paper_size = models.CharField(max_length=10, choices=PaperSize.choices, default=PaperSize.A4)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.CheckConstraint(condition=Q(paper_size__in=PaperSize.values), name="known_paper_size")]

    def __str__(self) -> str:
        return self.name

    def permits(self, user: User | AnonymousUser, roles: frozenset[Role]) -> bool:
        """Whether this user has one of these roles in the club; a superuser has every role."""
        if not user.is_authenticated or user.reach not in (None, self.pk):
            return False
        return user.is_superuser or self.memberships.filter(user=user, role__in=roles).exists()


class Membership(models.Model):
    """A user's role in a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_per_member"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class FormerRole(models.Model):
    """A role that a user had in a club until the time `until`; actions before then were made in this role."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="former_roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    role = models.CharField(max_length=10, choices=Role.choices)
    until = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=Q(role__in=Role.values), name="known_former_role")]
        indexes = [models.Index(fields=["club", "user", "until"], name="roles_had_until")]

    def __str__(self) -> str:
        return f"{self.user} ({self.role} until {self.until})"


def role_at(club: Any, user: Any, at: Any) -> Coalesce:
    """Return the query expression for a user's role in a club at a time; arguments are values or outer columns."""
    former = FormerRole.objects.filter(club=club, user=user, until__gt=at).order_by("until")
    present = Membership.objects.filter(club=club, user=user)
    return Coalesce(Subquery(former.values("role")[:1]), Subquery(present.values("role")[:1]))


class Invitation(models.Model):
    """A link, to be used once, that makes a person a member of a club or, with `superuser`, the installation's owner.

    Only the digest of its secret is stored.
    """

    digest = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    superuser = models.BooleanField(default=False)
    note = models.CharField(max_length=NAME_LENGTH, blank=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.role} ({self.note or self.pk})"


class ShownAs(models.TextChoices):
    """How a player's name is shown to the public."""

    FULL = "full", _("By the full name")
    INITIALS = "initials", _("By initials")
    CODE = "code", _("By a code name")


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players of a club."""

    def selectable(self) -> Self:
        """Players with a name and a record of their own: neither erased nor merged into another record."""
        return self.filter(erased_at=None, merge=None)


def shown_name_of(player: str = "") -> Case:
    """Return the query expression for a player's public name; `player` is the prefix of the player's columns."""
    return Case(When(**{f"{player}alias": ""}, then=F(f"{player}name")), default=F(f"{player}alias"))


class Player(models.Model):
    """A person who plays, in any number of tournaments.

    `alias` is shown wherever the full name must not be shown. An erased player keeps a number and results, but no name.
    If `pin_generation` is above 0, the player has a lasting PIN. If it is below 0, the player has none now, and had
    that many before.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH, editable=False)
    shown_as = models.CharField(max_length=10, choices=ShownAs.choices, default=ShownAs.FULL)
    alias = models.CharField(max_length=2 * NAME_LENGTH, blank=True)
    pin_generation = models.IntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    erased_at = models.DateTimeField(null=True, editable=False)

    is_entered: bool  # only if a query annotated it

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["club", "name_key"], name="player_by_name")]
        constraints = [
            models.CheckConstraint(
                condition=Q(shown_as=ShownAs.FULL, alias="")
                | (Q(shown_as__in=[ShownAs.INITIALS, ShownAs.CODE]) & ~Q(alias="")),
                name="alias_where_not_shown_in_full",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """The public name; only members of the club see the full name."""
        return self.alias or self.name


class PlayerMergeQuerySet(models.QuerySet["PlayerMerge"]):
    """Merges of players' records."""

    def persons(self, players: Iterable[int]) -> dict[int, int]:
        """Return, for each of these players whose record was merged, the record that now stands for the person."""
        merged = dict(self.filter(player__in=players).values_list("player", "into"))
        further = self.persons(merged.values()) if merged else {}
        return {player: further.get(into, into) for player, into in merged.items()}


class PlayerMerge(models.Model):
    """The merge of a player's record into another record of the same person.

    `places` are this record's places in entries; the other record has them until the merge is undone. `sat_in` are the
    entries in whose seats this record played.
    """

    player = models.OneToOneField(Player, models.PROTECT, related_name="merge")
    into = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    places = models.JSONField(default=list)
    sat_in = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PlayerMergeQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(player=F("into")), name="merged_into_another")]

    def __str__(self) -> str:
        return f"{self.player_id} into {self.into_id}"


def _limits_rise() -> Q:
    rising = Q(limit_1__gte=0)
    for before, limit in pairwise(LIMITS):
        rising &= Q(**{f"{limit}__gt": F(before)})
    return rising


class VictoryPointTable(models.Model):
    """A club's table of victory points: the largest differences that give 10-10, 11-9, ... 19-1.

    A larger difference gives 20-0. A database constraint ensures that the limits increase, so that the rows have no
    gaps or overlaps.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="vp_tables")
    slug = models.SlugField(max_length=60)
    name = models.CharField(max_length=NAME_LENGTH)
    limit_1 = models.PositiveIntegerField()
    limit_2 = models.PositiveIntegerField()
    limit_3 = models.PositiveIntegerField()
    limit_4 = models.PositiveIntegerField()
    limit_5 = models.PositiveIntegerField()
    limit_6 = models.PositiveIntegerField()
    limit_7 = models.PositiveIntegerField()
    limit_8 = models.PositiveIntegerField()
    limit_9 = models.PositiveIntegerField()
    limit_10 = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_vp_table_per_address"),
            models.CheckConstraint(condition=_limits_rise(), name="vp_limits_rise"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def limits(self) -> Limits:
        """The ten limits."""
        return tuple(getattr(self, limit) for limit in LIMITS)

    @staticmethod
    def columns(limits: Limits) -> dict[str, Any]:
        """Return these limits as values of the columns."""
        return dict(zip(LIMITS, limits, strict=True))
