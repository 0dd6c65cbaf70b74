"""The tables of several deeds, locked and read together; and what the deeds want written, written together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery

from tournaments.models import Hand, Seat, SeatClaim, Table
from tournaments.models.prepared import Params, Prepared
from tournaments.models.prepared_writes import insert_all, update_all
from tournaments.models.unit_of_work import Known, UnforeseenError, UnitOfWork

from ..core.ledger import link_all
from ..core.rows import HANDS, LOCK, SEATS
from .seat_actors import WITH_HOLDER


def _seats() -> QuerySet[Seat]:
    claim = SeatClaim.objects.filter(table=OuterRef("table"), seat=OuterRef("number"), released_at=None)
    holder = Subquery(claim.values("session__device")[:1])
    return Seat.objects.filter(table__in=Params("tables")).annotate(holder=holder).order_by("number")


def _hands() -> QuerySet[Hand]:
    wanted = Q(is_current=True) | Q(number__in=Params("numbers"))
    return Hand.objects.filter(wanted, table__in=Params("tables")).order_by("number", "version")


LOCKS = Prepared(
    lambda: (
        Table.objects.filter(pk__in=Params("tables"))
        .only("pk")
        .order_by("pk")
        .select_for_update(of=("self",), no_key=True, skip_locked=True)
    )
)
TABLES = Prepared(lambda: Table.objects.with_round().filter(pk__in=Params("tables")))
ALL_SEATS = Prepared(_seats)
ALL_HANDS = Prepared(_hands)


@dataclass(frozen=True, slots=True)
class GatheredTables:
    """Locked tables as their deeds will ask for them, each for its own.

    A table that somebody else has locked is not waited for, and left out.
    """

    locked: dict[int, Table]
    seats: dict[int, list[Any]]
    hands: dict[int, list[Hand]]
    numbers: frozenset[int]

    @classmethod
    def read(cls, tables: Sequence[int], numbers: Sequence[int]) -> GatheredTables:
        """Lock these tables in the order in which everybody does, and read them, their seats and their hands."""
        if connection.features.has_select_for_update:
            tables = [table.pk for table in LOCKS.all(tables=sorted(tables))]
        seats: dict[int, list[Any]] = defaultdict(list)
        hands: dict[int, list[Hand]] = defaultdict(list)
        for seat in ALL_SEATS.all(tables=tables):
            seats[seat.table_id].append(seat)
        for hand in ALL_HANDS.all(tables=tables, numbers=sorted(set(numbers))):
            hands[hand.table_id].append(hand)
        locked = {table.pk: table for table in TABLES.all(tables=tables)}
        return cls(locked, seats, hands, frozenset(numbers))

    @property
    def known(self) -> Known:
        """What is answered for each of the queries with which a hand is entered or confirmed."""
        return {LOCK: self._lock, WITH_HOLDER: self._with_holder, SEATS: self._seats, HANDS: self._hands}

    def _lock(self, pk: int) -> list[Table]:
        return [self.locked[pk]]

    def _with_holder(self, pk: int, seat: int) -> list[Table]:
        table = self.locked[pk]
        table.holder = next((each.holder for each in self.seats[pk] if each.number == seat), None)
        return [table]

    def _seats(self, table: int) -> list[Any]:
        return self.seats[table]

    def _hands(self, table: int, number: int) -> list[Hand]:
        if number not in self.numbers:
            raise UnforeseenError("another hand than it was read for")
        return [hand for hand in self.hands[table] if hand.is_current or hand.number == number]


def write_all(tournament: int, units: Sequence[UnitOfWork]) -> None:
    """Write what units of one tournament gathered; its ledger last, for everybody waits for that lock.

    What is changed comes before what is new: of two versions of a hand, one stands.
    """
    changed: dict[tuple[type[Model], tuple[str, ...]], list[Model]] = defaultdict(list)
    new: dict[type[Model], list[Model]] = defaultdict(list)
    for unit in units:
        for row, names in unit.updates:
            changed[type(row), names].append(row)
        for row in unit.inserts:
            new[type(row)].append(row)
    for (_model, names), rows in changed.items():
        update_all(rows, names)
    for rows in new.values():
        insert_all(rows)
    if links := [link for unit in units for link in unit.links]:
        link_all(tournament, links)
