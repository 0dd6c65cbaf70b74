"""Names in seats and sit-outs: the names of the players at that time, not of the entry's present players."""

from collections.abc import Iterable, Sequence

from django.db.models import Prefetch, QuerySet

from tournaments.models import Player, Seat, SeatPlayer, SitOut

from .family_names import BETWEEN

Turn = tuple[str, int, int | None]
"""A name, and the first and the last hand that its player played in a seat; None while the player still sits there."""


def lineups_of(turns: Iterable[Turn], called: str) -> list[list[object]]:
    """Return the lineups of a seat as [names, first hand, last hand], computed from its turns.

    A turn is a player's time in the seat. Return [] without turns, or if there is only one lineup and its names equal
    `called`. A player who takes over gets the position of the player before.
    """
    places: list[list[Turn]] = []
    for turn in turns:
        before = (place for place in places if (place[-1][2] or 0) + 1 == turn[1] > 1)
        if (place := next(before, None)) is None:
            places.append([turn])
        else:
            place.append(turn)
    starts = sorted({turn[1] for place in places for turn in place})
    ends = [*(start - 1 for start in starts[1:]), None]
    lineups: list[list[object]] = [
        [_called_at(places, first), first, last] for first, last in zip(starts, ends, strict=False)
    ]
    return [] if [lineup[0] for lineup in lineups] in ([], [called]) else lineups


def _called_at(places: Iterable[Sequence[Turn]], hand: int) -> str:
    there = (turn for place in places for turn in place if turn[1] <= hand and (turn[2] is None or hand <= turn[2]))
    return BETWEEN.join(turn[0] for turn in there)


def entry_name(players: Iterable[Player]) -> str:
    """Return the name of an entry with these players, as every page shows it."""
    return BETWEEN.join(player.shown_name for player in players)


def name_seats(seats: QuerySet[Seat]) -> None:
    """Store the lineups of these seats; the caller must have locked their entries."""
    turns = Prefetch("seat_players", SeatPlayer.objects.select_related("player").order_by("from_hand", "pk"))
    changed = []
    for seat in seats.select_related("entry").prefetch_related(turns).order_by("pk"):
        lineups = lineups_now(seat.seat_players.all(), seat.entry.name)
        if lineups != seat.lineups:
            seat.lineups = lineups
            changed.append(seat)
    Seat.objects.bulk_update(changed, ["lineups"], batch_size=500)


def lineups_now(turns: Iterable[SeatPlayer], called: str) -> list[list[object]]:
    """Return the lineups of a seat in the order of its turns; `called` is the entry's name."""
    return lineups_of(((turn.player.shown_name, turn.from_hand, turn.to_hand) for turn in turns), called)


def name_sit_outs(sit_outs: QuerySet[SitOut]) -> None:
    """Store the names of these sit-outs' players; the caller must have locked their entries."""
    for sit_out in sit_outs.select_related("entry").order_by("pk"):
        name = names_when_sitting_out(sit_out)
        if name != sit_out.own_name:
            SitOut.objects.filter(pk=sit_out.pk).update(own_name=name)


def names_when_sitting_out(sit_out: SitOut) -> str:
    """Return the names of the players who sat out, in order; "" if they equal the entry's name."""
    name = entry_name(players_out(sit_out))
    return "" if name == sit_out.entry.name else name


def players_out(sit_out: SitOut) -> list[Player]:
    """Return the players who sat out, in order; [] if none are stored, because the entry's players have not changed."""
    rows = SitOut.players.through.objects.filter(sitout=sit_out).select_related("player").order_by("pk")
    return [row.player for row in rows]
