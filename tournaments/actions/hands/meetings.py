"""Who met whom: two players sat at one table for a hand that counts, in a round that is closed."""

from collections.abc import Collection
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce, Greatest, Least

from tournaments.models import Hand, Player, Round, SeatPlayer, Tournament, shown_name_of

OTHER = "seat__table__seats__seat_players__"
ENDLESS = 2**31 - 1
"""Beyond every hand."""


def most_met(player: Player, tournaments: Collection[Tournament], most: int) -> list[dict[str, Any]]:
    """The people with whom a player sat in these tournaments, each with at how many tables; the most often first.

    A partner on the same seat is not met.
    """
    turns = SeatPlayer.objects.filter(player=player, round__state=Round.State.CLOSED, round__tournament__in=tournaments)
    beside = turns.annotate(
        other=F(f"{OTHER}player"),
        other_seat=F(f"{OTHER}seat"),
        since=Greatest("from_hand", f"{OTHER}from_hand"),
        until=Least(Coalesce("to_hand", ENDLESS), Coalesce(f"{OTHER}to_hand", ENDLESS)),
        name=shown_name_of(f"{OTHER}player__"),
    )
    both = Hand.objects.current().filter(number__range=(OuterRef("since"), OuterRef("until")))
    counted_hands = both.filter(state=Hand.State.CONFIRMED, table=OuterRef("seat__table"))
    met = beside.filter(~Q(other_seat=F("seat")), Exists(counted_hands)).exclude(other=player.pk)
    counted = met.order_by().values("other", "name").annotate(times=Count("seat__table", distinct=True))
    return [dict(row) for row in counted.order_by("-times", "name")[:most]]
