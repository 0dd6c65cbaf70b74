"""Tables of a round, their seats, the players on them, and sit-outs."""

from collections.abc import Sequence
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from .club import NAME_LENGTH, Player
from .entry import Entry
from .round import DRAWN, Round

IN_TURN = " / "
"""The separator between the names of players who sat in a seat one after the other."""


def names_in_turn(lineups: Sequence[tuple[str, int, int | None]]) -> str:
    """Return the names in the lineups of a seat, each once; "" if there are no lineups."""
    return IN_TURN.join(dict.fromkeys(name for name, _first, _last in lineups))


class TableQuerySet(models.QuerySet["Table"]):
    """Tables by the state of their hands."""

    def begun(self) -> Self:
        """Tables with a recorded hand or announcement, even if it was struck out."""
        return self.filter(Q(hands__isnull=False) | Q(announcements__isnull=False))

    def playing(self) -> Self:
        """Tables whose seats must not change: closed ones, and those with a current hand or an announcement.

        Struck-out hands, and announcements for these, are ignored.
        """
        current = self.model.objects.filter(hands__is_current=True).values("pk")
        struck_out = self.model.objects.filter(
            hands__state="void", hands__number=F("announcements__number"), pk=OuterRef("pk")
        )
        announced = self.model.objects.filter(announcements__isnull=False).exclude(Exists(struck_out))
        return self.filter(Q(pk__in=current) | Q(pk__in=announced.values("pk")) | ~Q(closing={}))

    def with_round(self) -> Self:
        """Join round and tournament, without the large columns that only draws and rankings read."""
        needless = [f"round__{column}" for column in DRAWN]
        needless += [f"round__tournament__{column}" for column in ("scoring", "tie_breaks")]
        return self.select_related("round__tournament").defer(*needless)


class Table(models.Model):
    """A table of a round, with the rules agreed before its first hand.

    `closing` has the director's choices if it was closed before its round, else {}. `holder` is the device that holds
    the acting seat, if a query read it.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    first_lead = models.PositiveSmallIntegerField(null=True)
    other_pack = models.BooleanField(default=False)
    closing = models.JSONField(default=dict)

    objects = TableQuerySet.as_manager()
    holder: str | None

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_numbers_unique")]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_in_play(self) -> bool:
        """Whether its round is in play and the table itself is not closed."""
        return self.round.state == Round.State.PUBLISHED and not self.closing


class Seat(models.Model):
    """A place at a table, with the side that it plays for and the entry that has it.

    Seats and sides are numbered from 0; seat 0 is North. The round is stored too, so that a constraint can ensure that
    an entry has one seat in a round. `lineups` has the names of the players who sat here, each with the first and last
    hand; [] if they were always those of the entry. `role` is the user's role in the club, and `entry_name` the name of
    the entry, if a query read them.
    """

    role: str | None = None
    entry_name: str | None = None

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    lineups = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once_per_table"),
            models.UniqueConstraint(fields=["round", "entry"], name="entry_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.entry_id}"

    @property
    def name(self) -> str:
        """The names of the players who sat here, in order; without lineups, the name of the entry."""
        return names_in_turn(self.lineups) or self._called

    @property
    def sitting_name(self) -> str:
        """The name of the player who sits here now, or sat here last."""
        return self.lineups[-1][0] if self.lineups else self._called

    def name_at(self, hand: int) -> str:
        """Return the name of the player who sat here in this hand; if no lineup has the hand, the seat's `name`."""
        there = (name for name, first, last in self.lineups if first <= hand and (last is None or hand <= last))
        return next(there, self.name)

    @property
    def _called(self) -> str:
        return self.entry.name if self.entry_name is None else self.entry_name


class SeatPlayer(models.Model):
    """A player's turn in a seat of a public round: from one hand of the table to another.

    `to_hand` is the last hand before another player took over, or None. The player may have left the entry since.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="seat_players")
    round = models.ForeignKey(Round, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seat_players")
    from_hand = models.PositiveIntegerField(default=1)
    to_hand = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["from_hand", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "player"], condition=Q(to_hand=None), name="player_once_per_round"
            ),
            models.UniqueConstraint(fields=["seat", "player", "from_hand"], name="one_turn_from_a_hand"),
            models.CheckConstraint(
                condition=Q(from_hand__gte=1) & (Q(to_hand=None) | Q(to_hand__gte=F("from_hand"))),
                name="turns_have_a_hand",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on seat {self.seat_id}"


class SitOut(models.Model):
    """An entry that sits out a round by the draw.

    `players` are the players who sat out. `own_name` is their name if the entry has had other players since, else "".
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sit_outs")
    players = models.ManyToManyField(Player, related_name="sit_outs")
    own_name = models.CharField(max_length=3 * NAME_LENGTH, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="sit_out_once_per_round")]

    def __str__(self) -> str:
        return f"{self.entry_id} in round {self.round_id}"

    @property
    def name(self) -> str:
        """The name of the players who sat out."""
        return self.own_name or self.entry.name
