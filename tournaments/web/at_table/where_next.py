"""Where those who sat at a table sit in the round that came after it."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Round, Seat, Table


@dataclass(frozen=True, slots=True)
class NextPlace:
    """An entry of the table, whoever sat in for it, and its seat in the next round; none where it sits out."""

    entry: int
    name: str
    seat: Seat | None


def next_round(table: Table) -> Round | None:
    """The latest round that was published after the table's own."""
    later = Round.objects.published().filter(tournament=table.round.tournament_id, number__gt=table.round.number)
    return later.order_by("-number").first()


def next_places(table: Table, following: Round) -> list[NextPlace]:
    """Where each of a table goes, in the order of its seats; who is not drawn any more is not there."""
    seated = {seat.entry_id: seat for seat in _seats(table, following).select_related("table")}
    out = set(following.sit_outs.values_list("entry", flat=True))
    people = table.seats.select_related("entry").order_by("number")
    found = (NextPlace(seat.entry_id, seat.entry.name, seated.get(seat.entry_id)) for seat in people)
    return [place for place in found if place.seat or place.entry in out]


def mark_of_next(table: Table) -> list[tuple[int, int, int]]:
    """What changes when somebody of a table is drawn into another round, or seated elsewhere in it."""
    following = next_round(table)
    if following is None:
        return []
    seats = _seats(table, following).order_by("entry")
    return [(following.pk, 0, 0), *seats.values_list("entry", "table__number", "number")]


def _seats(table: Table, following: Round) -> QuerySet[Seat]:
    return Seat.objects.filter(round=following, entry__in=table.seats.values("entry"))
