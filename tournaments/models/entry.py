"""Entries of a tournament, of one player or of partners, and constraints of draws."""

from __future__ import annotations

from decimal import Decimal
from functools import reduce
from operator import or_
from typing import Self

from django.db import models
from django.db.models import F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from .club import NAME_LENGTH, Player
from .tournament import Tournament

PUBLIC = ("published", "closed")
"""The states of a round that is visible to everybody who may see its tournament."""


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries of tournaments."""

    def with_players(self) -> Self:
        """Prefetch the players of the entries, in one more query.

        The query joins the players, because SQLite refuses a prefetch by a thousand ids.
        """
        places = EntryPlayer.objects.select_related("player")
        return self.prefetch_related(models.Prefetch("entry_players", places))

    def with_aliases(self) -> Self:
        """Annotate `has_alias`: whether a player of the entry is not shown by the full name."""
        places = EntryPlayer.objects.filter(entry=OuterRef("pk"))
        return self.annotate(has_alias=models.Exists(places.exclude(player__alias="")))

    def of_player(self, player: Player) -> Self:
        """Entries of which the player is a member now, or for which the player sat or sat out in a public round."""
        plays, sat = Q(players=player), Q(seats__seat_players__player=player)
        found = (Entry.objects.filter(where).values("pk") for where in (plays, sat, Q(sit_outs__players=player)))
        return self.filter(reduce(or_, (Q(pk__in=entries) for entries in found)))

    def of_history(self, player: Player) -> Self:
        """The player's entries in tournaments that are not over, and those in which a hand of the player counts."""
        hand, turn = "seats__table__hands", "seats__seat_players"
        within = Q(**{f"{turn}__to_hand": None}) | Q(**{f"{turn}__to_hand__gte": F(f"{hand}__number")})
        sat = {f"{turn}__player": player, f"{turn}__from_hand__lte": F(f"{hand}__number")}
        counted = {f"{hand}__is_current": True, f"{hand}__state": "confirmed", "seats__round__state__in": PUBLIC}
        played = Entry.objects.filter(within, **sat, **counted)
        not_over = Q(tournament__status__in=(Tournament.Status.PLANNED, Tournament.Status.RUNNING))
        return self.of_player(player).filter(not_over | Q(pk__in=played.values("pk")))

    def due(self, round_number: int) -> Self:
        """Entries to be seated in this round: those that are active and were entered for this or an earlier round."""
        return self.filter(status=Entry.Status.ACTIVE, from_round__lte=round_number)


class Entry(models.Model):
    """One player, or partners, in a tournament.

    It takes part from `from_round` on. `until_round` is its last round if it has left, else None. `gaps` has the first
    and last round of each earlier absence. `benched_in` is the round that it sits out by a director's decision, in
    every draw of this round. `carried` are the points from earlier stages, as an exact number; "" if there are none.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", _("plays")
        PAUSED = "paused", _("pauses")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=3 * NAME_LENGTH)
    players: models.ManyToManyField[Player, EntryPlayer] = models.ManyToManyField(
        Player, through="EntryPlayer", related_name="entries"
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.ACTIVE)
    from_round = models.PositiveIntegerField(default=1)
    until_round = models.PositiveIntegerField(null=True)
    gaps = models.JSONField(default=list)
    benched_in = models.PositiveIntegerField(null=True)
    carried = models.CharField(max_length=60, blank=True)
    checked_in = models.BooleanField(default=False)
    stand_in = models.BooleanField(default=False)
    seed = models.PositiveIntegerField(null=True, blank=True)
    card_number = models.CharField(max_length=40, blank=True)
    home_club = models.CharField(max_length=NAME_LENGTH, blank=True)
    salt = models.CharField(max_length=32, blank=True, editable=False)
    pin_generation = models.PositiveIntegerField(default=1)
    pin_failures = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    has_alias: bool  # only if a query annotated it

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_numbers_unique"),
            models.CheckConstraint(
                condition=Q(status="disqualified")
                | Q(status="withdrawn", until_round__isnull=False)
                | Q(status__in=("active", "paused"), until_round=None),
                name="left_after_a_round",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntryPlayer(models.Model):
    """A player of an entry. A player is in at most one entry of a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="entry_players")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entry_players")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_once_per_tournament"),
            models.UniqueConstraint(fields=["entry", "position"], name="one_player_per_position"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.entry_id}"


class KeptApart(models.Model):
    """Two entries of a tournament that no draw may seat together; the lower id is stored first."""

    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="kept_apart_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="kept_apart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} – {self.other_id}"


class FixedTable(models.Model):
    """The table at which an entry sits in every round."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="fixed_table")
    number = models.PositiveIntegerField()

    class Meta:
        ordering = ["number", "id"]
        constraints = [models.CheckConstraint(condition=Q(number__gte=1), name="fixed_at_a_table")]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.number}"


class TournamentFee(models.Model):
    """The usual amount that each entry of a tournament must pay."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="fee")
    amount = models.DecimalField(max_digits=8, decimal_places=2)

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=models.Q(amount__gte=0), name="fee_is_not_negative")]

    def __str__(self) -> str:
        return str(self.amount)


class EntryFee(models.Model):
    """The amount that an entry must pay, if it differs from the usual fee, and the amount paid."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="fee")
    owed = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    paid = models.DecimalField(max_digits=8, decimal_places=2, default=Decimal(0))

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(paid__gte=0), name="paid_is_not_negative"),
            models.CheckConstraint(condition=models.Q(owed__gte=0) | models.Q(owed=None), name="owed_is_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.paid} of {self.owed}"
