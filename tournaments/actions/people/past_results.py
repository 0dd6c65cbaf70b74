"""The tournaments of a player, with the places that a user may see."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q, Subquery

from tournaments.models import SCORERS, Entry, EntryPlayer, Player, Round, SeatPlayer, Standing, Tournament, User

HISTORY = 50


@dataclass(frozen=True, slots=True)
class Played:
    """An entry of a player with its place and the number of entries; None and 0 if the user may not see them.

    `is_over` says whether the tournament has ended: no round is in play, as it can be in an archived one.
    """

    entry: Any
    place: int | None
    field: int
    is_over: bool
    rounds: Sequence[int] = ()

    @classmethod
    def of(cls, entry: Any) -> "Played":
        """Return an entry, as `entries_of` reads it, with its place in the last standings that the user may see."""
        standing = Standing(body=entry.body) if entry.body else None
        row = standing.row_of(entry.pk) if standing and entry.plays_on else None
        is_over = entry.tournament.is_over and not entry.in_play
        return cls(entry, row["place"] if row else None, standing.field if standing else 0, is_over, entry.sat_in)


def entries_of(user: User | AnonymousUser, player: Player) -> list[Any]:
    """Return a player's entries, latest first, each with the last standings that the user may see."""
    listed = Tournament.objects.listed_for(user)
    entries = Entry.objects.of_history(player).filter(tournament__in=listed).select_related("tournament")
    in_play = Round.objects.in_play().filter(tournament=OuterRef("tournament"))
    closed = ~Exists(in_play.filter(number=OuterRef("after_round")))
    readable = Standing.objects.filter(_readable_standings(user, player), closed, after_round__gt=0)
    latest = readable.order_by("-after_round")
    plays_on = Exists(EntryPlayer.objects.filter(entry=OuterRef("pk"), player=player))
    body = Subquery(latest.values("body")[:1])
    found = entries.annotate(body=body, plays_on=plays_on, in_play=Exists(in_play))
    ordered = found.order_by(F("tournament__starts_at").desc(nulls_first=True), "-tournament_id", "pk")
    return _with_rounds(list(ordered[:HISTORY]), player)


def _with_rounds(entries: list[Any], player: Player) -> list[Any]:
    """Set `sat_in` on each entry: the numbers of the rounds that the player played in it, or () if it played all."""
    own: dict[int, set[int]] = defaultdict(set)
    every: dict[int, set[int]] = defaultdict(set)
    turns = SeatPlayer.objects.filter(seat__entry__in=[entry.pk for entry in entries])
    for entry, number, sitting in turns.values_list("seat__entry", "round__number", "player"):
        every[entry].add(number)
        if sitting == player.pk:
            own[entry].add(number)
    for entry in entries:
        entry.sat_in = sorted(own[entry.pk]) if own[entry.pk] != every[entry.pk] or not entry.plays_on else ()
    return entries


def _readable_standings(user: User | AnonymousUser, player: Player) -> Q:
    """Return the query condition for entries of tournaments whose standings the user may see."""
    of_entry = Q(tournament=OuterRef("tournament"))
    if player.club.permits(user, SCORERS):
        return of_entry
    last = F("tournament__standings_hidden_after")
    return of_entry & (Q(tournament__standings_hidden_after=None) | Q(after_round__lte=last))
