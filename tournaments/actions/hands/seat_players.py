"""The players in the seats of public rounds, stored so that later changes of an entry do not change them."""

from collections.abc import Iterable

from tournaments.models import Entry, Hand, Player, Round, SeatPlayer, SitOut, Table

from ..core.rows import lock_all, save_fields


def fill_seats(round_: Round) -> None:
    """Store the entries' players for all seats that have none stored; do nothing if the round is not public."""
    if round_.is_public:
        empty = round_.seats.filter(seat_players=None)
        places = empty.order_by("table__number", "number", "entry__entry_players__position")
        pairs = places.values_list("pk", "entry__entry_players__player")
        SeatPlayer.objects.bulk_create(
            SeatPlayer(seat_id=seat, round=round_, player_id=player) for seat, player in pairs
        )


def keep_sit_outs(entry: Entry, leaving: Player, coming: Player) -> None:
    """Store an entry's players with its sit-outs in closed rounds; in a round in play, replace `leaving` by `coming`.

    Call it before a player leaves a locked entry.
    """
    through, out = SitOut.players.through, entry.sit_outs.filter(round__state=Round.State.CLOSED, players=None)
    players = list(entry.entry_players.order_by("position").values_list("player_id", flat=True))
    through.objects.bulk_create(
        through(sitout_id=sit_out, player_id=player)
        for sit_out in out.values_list("pk", flat=True)
        for player in players
    )
    in_play = through.objects.filter(sitout__entry=entry, sitout__round__state=Round.State.PUBLISHED, player=leaving)
    in_play.update(player=coming)


def forget_players(round_: Round) -> None:
    """Delete the players and names stored for the seats and sit-outs of a round that becomes a draft again."""
    SeatPlayer.objects.filter(round=round_).delete()
    SitOut.players.through.objects.filter(sitout__round=round_).delete()
    round_.seats.exclude(lineups=[]).update(lineups=[])
    round_.sit_outs.exclude(own_name="").update(own_name="")


def lock_tables_in_play(entry: Entry) -> None:
    """Lock the tables in play at which an entry sits. Call it before the entry is locked."""
    lock_all(Table.objects.filter(seats__entry=entry, round__state=Round.State.PUBLISHED))


def hand_over(entry: Entry, leaving: Player, coming: Player) -> list[list[int]]:
    """Give the seats of `leaving` in rounds in play to `coming`, each from the table's next hand on.

    Return [round number, hand number] for each seat, for the ledger. Call it with these tables locked.
    """
    turns = SeatPlayer.objects.filter(seat__entry=entry, player=leaving, to_hand=None)
    in_play = turns.filter(round__state=Round.State.PUBLISHED).select_related("seat", "round")
    return [take_over(turn, coming) for turn in in_play.order_by("round__number")]


def take_over(turn: SeatPlayer, coming: Player) -> list[int]:
    """Give the seat of this turn to a different player, from the table's next hand on.

    Return [round number, hand number]. If the first player has not played a hand, the other gets the whole turn.
    """
    last = Hand.objects.current().filter(table=turn.seat.table_id).count()
    if last < turn.from_hand:
        save_fields(turn, player=coming)
    else:
        save_fields(turn, to_hand=last)
        SeatPlayer.objects.create(seat=turn.seat, round=turn.round, player=coming, from_hand=last + 1)
    return [turn.round.number, last + 1]


def give_turns(entries: Iterable[int], one: Player, other: Player) -> None:
    """Move a player's turns and sit-outs in these entries to a different record of the same person."""
    SeatPlayer.objects.filter(seat__entry__in=entries, player=one).update(player=other)
    SitOut.players.through.objects.filter(sitout__entry__in=entries, player=one).update(player=other)
