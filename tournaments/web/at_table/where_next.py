"""The next seats of a table's players."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Round, Seat, Table


@dataclass(frozen=True, slots=True)
class NextPlace:
    """An entry of the table, its stand-in, and its seat in the next round; None if it sits out."""

    entry: int
    name: str
    seat: Seat | None


def next_round(table: Table) -> Round | None:
    """The latest round that was published after the table's own."""
    later = Round.objects.published().filter(tournament=table.round.tournament_id, number__gt=table.round.number)
    return later.order_by("-number").first()


def next_places(table: Table, following: Round) -> list[NextPlace]:
    """The next place of each entry of a table, in seat order, without entries that were not drawn."""
    seated = {seat.entry_id: seat for seat in _seats(table, following).select_related("table")}
    out = set(following.sit_outs.values_list("entry", flat=True))
    people = table.seats.select_related("entry").order_by("number")
    found = (NextPlace(seat.entry_id, seat.entry.name, seated.get(seat.entry_id)) for seat in people)
    return [place for place in found if place.seat or place.entry in out]


def mark_of_next(table: Table) -> list[tuple[int, int, int]]:
    """A digest that changes with the next seats of a table's entries."""
    following = next_round(table)
    if following is None:
        return []
    seats = _seats(table, following).order_by("entry")
    return [(following.pk, 0, 0), *seats.values_list("entry", "table__number", "number")]


def _seats(table: Table, following: Round) -> QuerySet[Seat]:
    return Seat.objects.filter(round=following, entry__in=table.seats.values("entry"))
