"""Group commit: what the tables of a tournament send at the same moment is written in one transaction.

Whoever comes while another writes waits for his turn, and whoever has it takes along all who wait by then. What they
need is read for all of them at once, each does his part by himself, and what they write is written together. Whoever
needs more than that, or is refused, is carried out by himself afterwards, as if nobody else had been there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import structlog
from django.db import OperationalError, connection, transaction

from tournaments.models import TableSession
from tournaments.models.unit_of_work import UnitOfWork, refuse_statements

from .gathered_tables import GatheredTables, write_all

log = structlog.stdlib.get_logger(__name__)
T = TypeVar("T")
MOST = 16
"""How many are written together: so many are read and written in some milliseconds."""


class Place(NamedTuple):
    """Where a hand is played: what its request will ask the database about."""

    tournament: int
    table: int
    hand: int


@dataclass(eq=False, slots=True)
class Deed:
    """What one request does at a place; what it answered, or why it did not."""

    place: Place
    act: Callable[[], Any]
    context: Context = field(default_factory=copy_context)
    is_done: bool = False
    is_over: bool = False
    answer: Any = None
    fault: OperationalError | None = None

    def perform(self, unit: UnitOfWork) -> None:
        """Do it as a unit of work; what it writes is kept by that."""
        with unit.at_work():
            self.answer = self.act()


class Queue:
    """The deeds of a tournament that wait in this process, and whose turn it is."""

    def __init__(self) -> None:
        self._turn, self._lock = Lock(), Lock()
        self._waiting: list[Deed] = []

    def perform(self, deed: Deed) -> Any:
        """What the deed answers, done together with others or by itself; raises what it raises."""
        with self._lock:
            self._waiting.append(deed)
        with self._turn:
            if not deed.is_over:
                group = self._take(deed)
                if len(group) == 1:
                    return deed.act()
                perform_together(group)
        if deed.fault:
            raise deed.fault
        return deed.answer if deed.is_done else deed.act()

    def _take(self, first: Deed) -> list[Deed]:
        """This deed and those that wait at other tables, taken from the queue."""
        with self._lock:
            by_table = {first.place.table: first}
            for deed in self._waiting[:MOST]:
                by_table.setdefault(deed.place.table, deed)
            group = list(by_table.values())
            self._waiting = [deed for deed in self._waiting if deed not in group]
        return group


_queues: WeakValueDictionary[int, Queue] = WeakValueDictionary()
_lock = Lock()


def perform(place: Place, act: Callable[[], T]) -> T:
    """What `act` answers, committed together with what others do in the same tournament; raises what it raises."""
    with _lock:
        queue = _queues.get(place.tournament) or Queue()
        _queues[place.tournament] = queue
    answer: T = queue.perform(Deed(place, act))
    return answer


def at_table(session: TableSession, hand: int) -> Callable[[Callable[[], T]], T]:
    """What performs a deed on this hand at the session's table, together with those of other tables."""
    return partial(perform, Place(session.table.round.tournament_id, session.table_id, hand))


def perform_together(group: Sequence[Deed]) -> None:
    """Do these in one transaction; those that it does not suit, or all where it fails, are left to themselves.

    Where the database or the disk fails, all are told so.
    """
    done: list[Deed] = []
    fault: OperationalError | None = None
    try:
        with transaction.atomic():
            done = _gather(group)
    except OperationalError as failed:  # nobody knows what the disk has of it
        fault = failed
    except Exception as failed:  # noqa: BLE001 - each meets his own when he does it by himself
        log.info("group_failed", deeds=len(group), why=str(failed))
        done = []
    for deed in group:
        deed.fault = fault
        deed.is_over, deed.is_done = True, deed in done


def _gather(group: Sequence[Deed]) -> list[Deed]:
    tables = GatheredTables.read([deed.place.table for deed in group], [deed.place.hand for deed in group])
    done, units = [], []
    for deed in group:
        if deed.place.table not in tables.locked:
            continue
        unit = UnitOfWork(tables.known)
        if _is_carried_out(deed, unit):
            done.append(deed)
            units.append(unit)
    write_all(group[0].place.tournament, units)
    return done


def _is_carried_out(deed: Deed, unit: UnitOfWork) -> bool:
    with connection.execute_wrapper(refuse_statements):
        try:
            deed.context.run(deed.perform, unit)
        except Exception:  # noqa: BLE001 - it is told to whoever does it by himself
            transaction.set_rollback(False)  # a write of Django's has marked it, though nothing was executed
            return False
    return True
