"""Meetings: two players sat at the same table for a hand that counts, in a closed round."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest, Least

from tournaments.models import EntryPlayer, Hand, Player, Round, SeatPlayer, Table, Tournament, shown_name_of

SEATS = "seat__table__seats__"
OTHER = f"{SEATS}seat_players__"
ENDLESS = 2**31 - 1
"""A number greater than the number of any hand."""
IN_PLAY = Q(round__state=Round.State.PUBLISHED, seat__table__closing={})
"""The condition that the table at which the player has this turn is still in play."""

Place = tuple[int, int]
"""A round's number and a table's number."""


class SeatedPlayer(NamedTuple):
    """A player at a table: the entry that the player belongs to now, the seat's number, and the entry of the seat."""

    entry: int
    seat: int
    of: int


TableMeetings = Mapping[Place, Collection[tuple[SeatedPlayer, SeatedPlayer]]]


def most_met(player: Player, tournaments: Collection[Tournament], most: int) -> list[dict[str, Any]]:
    """Return at most `most` players whom a player met in closed rounds of these tournaments, most frequent first.

    Each row has the player's id (`other`), `name`, and number of common tables (`times`). Partners in the same seat do
    not count as meeting.
    """
    turns = SeatPlayer.objects.filter(player=player, round__state=Round.State.CLOSED, round__tournament__in=tournaments)
    met = _beside(turns).filter(Exists(_counted_for_both())).exclude(other=player.pk)
    counted = met.order_by().values("other", name=shown_name_of(f"{OTHER}player__"))
    counted = counted.annotate(times=Count("seat__table", distinct=True))
    return [dict(row) for row in counted.order_by("-times", "name")[:most]]


def met_at_changed_tables(tournament: Tournament, before: int) -> TableMeetings:
    """Return the pairs of entries that met at earlier tables whose seats do not show who met whom.

    These are tables where a player has since left the seat's entry, and tables that are over without a hand that
    counts. Each pair is given in both orders. At a table in play, the players who sit there now count as having met. If
    no hand of the tournament counts, because its results are not entered in Tavolo, the players of every table count as
    having met.
    """
    tables = Table.objects.filter(round__tournament=tournament, round__number__lt=before)
    unlike = tables.filter(Exists(_turns_of_others()) | Q(_over_unplayed(), _has_results(tournament)))
    places = list(unlike.order_by().values_list("round__number", "number"))
    return {**dict.fromkeys(places, ()), **_read_meetings(tournament, unlike)} if places else {}


def _read_meetings(tournament: Tournament, tables: QuerySet[Table]) -> TableMeetings:
    """Return for each of these tables the pairs of entries, as they are now, whose players met there."""
    turns = SeatPlayer.objects.filter(seat__table__in=tables)
    entry_of = dict(EntryPlayer.objects.filter(tournament=tournament).values_list("player", "entry"))
    met = _beside(turns).filter(Exists(_counted_for_both()) | Q(IN_PLAY | ~Q(_has_results(tournament)), until=ENDLESS))
    sides = ("player", "seat__number", "seat__entry", "other", f"{SEATS}number", f"{SEATS}entry")
    meetings = defaultdict(list)
    for round_, table, one, seat, of, other, other_seat, other_of in met.order_by().values_list(
        "round__number", "seat__table__number", *sides
    ):
        if one in entry_of and other in entry_of:
            two = SeatedPlayer(entry_of[one], seat, of), SeatedPlayer(entry_of[other], other_seat, other_of)
            meetings[round_, table].append(two)
    return meetings


def _beside(turns: QuerySet[SeatPlayer]) -> QuerySet[Any]:
    """Join each turn at a table with the turns in other seats.

    `since` and `until` are the first and last hand during which both players sat there.
    """
    beside = turns.annotate(
        other=F(f"{OTHER}player"),
        other_seat=F(f"{OTHER}seat"),
        since=Greatest("from_hand", f"{OTHER}from_hand"),
        until=Least(Coalesce("to_hand", ENDLESS), Coalesce(f"{OTHER}to_hand", ENDLESS)),
    )
    return beside.filter(~Q(other_seat=F("seat")))


def _counted(**where: object) -> QuerySet[Hand]:
    return Hand.objects.current().filter(state=Hand.State.CONFIRMED, **where)


def _counted_for_both() -> QuerySet[Hand]:
    return _counted(table=OuterRef("seat__table"), number__range=(OuterRef("since"), OuterRef("until")))


def _turns_of_others() -> QuerySet[SeatPlayer]:
    """Return the turns of players at a table who have left the seat's entry, or who played only some of its hands.

    A turn is a player's time in a seat, from one hand to another.
    """
    own = EntryPlayer.objects.filter(entry=OuterRef("seat__entry"), player=OuterRef("player"))
    return SeatPlayer.objects.filter(~Q(to_hand=None) | ~Exists(own), seat__table=OuterRef("pk"))


def _over_unplayed() -> Q:
    """Return the condition for a table that is over without a hand that counts."""
    return Q(Q(round__state=Round.State.CLOSED) | ~Q(closing={}), ~Exists(_counted(table=OuterRef("pk"))))


def _has_results(tournament: Tournament) -> Exists:
    return Exists(_counted(table__round__tournament=tournament))
