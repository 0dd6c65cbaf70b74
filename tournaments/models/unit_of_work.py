"""A unit of work: what one request reads and writes while several are carried out in one transaction.

What it will ask for was read before, for all of them together; what it writes is gathered, and written with theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Model

Known = Mapping[object, Callable[..., list[Any]]]


class UnforeseenError(Exception):
    """A unit asks for what was not read before, or writes what cannot wait: it is to be carried out by itself."""


@dataclass(slots=True)
class UnitOfWork:
    """What was read for a request, by the prepared query that asks for it, and what it wants written.

    `updates` are rows with the names of their changed columns, `links` what goes into the ledger, all in their order.
    """

    known: Known
    updates: list[tuple[Model, tuple[str, ...]]] = field(default_factory=list)
    inserts: list[Model] = field(default_factory=list)
    links: list[Any] = field(default_factory=list)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Whatever is done in this block is done by this unit."""
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)

    def update(self, row: Model, names: tuple[str, ...]) -> None:
        """Keep a change of a stored row until all units are written."""
        if row.pk is None:
            raise UnforeseenError("a row that is not stored yet")
        self.updates.append((row, names))


_current: ContextVar[UnitOfWork | None] = ContextVar("unit of work", default=None)


def current_unit() -> UnitOfWork | None:
    """The unit that is being carried out together with others; None for whoever works by himself."""
    return _current.get()


def atomic() -> AbstractContextManager[None]:
    """A transaction of one's own, or part of the one that a group of units shares."""
    return nullcontext() if current_unit() else transaction.atomic()


def refuse_statements(_execute: Any, sql: str, _params: Any, _many: bool, _context: Any) -> Any:  # noqa: FBT001 - as Django calls it
    """An execute wrapper for the time in which units work: whatever they need was read before."""
    raise UnforeseenError(sql)
