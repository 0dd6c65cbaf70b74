"""Queries that are asked with every hand: Django writes their SQL once, not each time.

For a small row, writing the SQL of a query takes Django ten times as long as the database takes to answer it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from .unit_of_work import current_unit

Row = TypeVar("Row", bound=Model)
Converter = tuple[int, list[Callable[..., Any]], Any]


def keeping_plans() -> CursorWrapper:
    """A cursor of this connection whose statements the database parses and plans once.

    SQLite does so always. PostgreSQL does where the values are sent apart from the statement, which Django's cursors
    write into it.
    """
    database = connections[DEFAULT_DB_ALIAS]  # what stands behind `connection`, which looks for it each time
    if database.vendor != "postgresql":
        return database.cursor()
    from django.db.backends.postgresql import base

    database.ensure_connection()
    make: Any = base.ServerBindingCursor
    with database.wrap_database_errors:
        cursor = make(database.connection)
    wrap: Any = database._prepare_cursor  # type: ignore[attr-defined]  # noqa: SLF001 - as for every other cursor
    return cast("CursorWrapper", wrap(cursor))


class Param(Expression):
    """A number or text that a prepared query is asked with, by its name."""

    def of(self, values: Mapping[str, Any]) -> Any:
        """What stands for it in these values."""
        return values[self.name]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, _compiler: SQLCompiler, _connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """Its place in the statement, marked by itself."""
        return "%s", [self]


class Params(Param):
    """A list of numbers that a prepared query is asked with: whatever is among them."""

    def of(self, values: Mapping[str, Any]) -> Any:
        """The list as this kind of database takes one."""
        return json.dumps(values[self.name]) if connection.vendor == "sqlite" else values[self.name]

    def as_sql(self, _compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """Its numbers, as the rows of a subquery."""
        rows = "SELECT value FROM json_each(%s)" if connection.vendor == "sqlite" else "SELECT unnest(%s::bigint[])"
        return f"({rows})", [self]


@dataclass(frozen=True, slots=True)
class Plan:
    """The SQL of a query for one kind of database, and how its rows become models."""

    sql: str
    params: tuple[Any, ...]
    model: type[Model]
    columns: slice
    fields: list[str]
    converters: list[Converter]
    related: list[Any]
    annotations: dict[str, int]

    @classmethod
    def of(cls, rows: QuerySet[Any]) -> Plan:
        """The plan of a queryset whose filters hold params."""
        compiler = rows.query.get_compiler(using=rows.db)
        sql, params = compiler.as_sql()
        select, info = compiler.select, compiler.klass_info
        columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        converters = compiler.get_converters([column[0] for column in select])
        return cls(
            sql=sql,
            params=tuple(params),
            model=info["model"],
            columns=columns,
            fields=[column[0].target.attname for column in select[columns]],
            converters=[(place, convert, column) for place, (convert, column) in converters.items()],
            related=get_related_populators(info, select, rows.db),  # type: ignore[call-arg]  # of Django 6
            annotations=dict(compiler.annotation_col_map or {}),
        )

    def models(self, values: Mapping[str, Any]) -> Iterator[Any]:
        """The rows that the database has for these values."""
        params = [param.of(values) if isinstance(param, Param) else param for param in self.params]
        with keeping_plans() as cursor:
            cursor.execute(self.sql, params)
            fetched = cursor.fetchall()
        return map(partial(self._model, connections[DEFAULT_DB_ALIAS]), fetched)

    def _model(self, database: BaseDatabaseWrapper, stored: tuple[Any, ...]) -> Any:
        row = list(stored)
        for place, convert, column in self.converters:
            for each in convert:
                row[place] = each(row[place], column, database)
        model = self.model.from_db(database.alias, self.fields, row[self.columns])
        for related in self.related:
            related.populate(row, model)
        for name, place in self.annotations.items():
            setattr(model, name, row[place])
        return model


class Prepared(Generic[Row]):
    """A query whose values alone differ, as a function of them.

    `build` gives the queryset with a `Param` for each value; it may join and annotate, and prefetches nothing.
    """

    def __init__(self, build: Callable[[], QuerySet[Row]]) -> None:
        self._build = build
        self._plans: dict[str, Plan] = {}

    def all(self, **values: int | str | Sequence[int]) -> list[Row]:
        """The rows for these values."""
        unit = current_unit()
        if unit and self in unit.known:
            return unit.known[self](**values)
        plan = self._plans.get(connection.vendor)
        if plan is None:
            plan = self._plans[connection.vendor] = Plan.of(self._build())
        return cast("list[Row]", list(plan.models(values)))

    def first(self, **values: int | str) -> Row | None:
        """The first of the rows, None where there is none."""
        return next(iter(self.all(**values)), None)
