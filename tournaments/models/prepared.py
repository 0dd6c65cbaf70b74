# ruff: noqa: SLF001 - `_meta` is documented, and `_state` is what `Model.save` sets
"""Prepared statements for the queries and writes of every hand: Django compiles their SQL once instead of each time.

For a query of a few rows, Django takes ten times as long to compile the SQL as the database takes to run it. Every hand
needs the same queries and writes, with other values.

Reading: a `Prepared` gets a function that returns a queryset with a `Param` for each value. In its first call for a
kind of database, Django compiles the queryset, and a `Plan` stores the statement and how its rows become models. From
then on, `all` and `first` send the statement with new values. The queryset may join and annotate, but not prefetch.

Writing: `insert` and `update` do what `Model.save` does for one row, without signals. They send the statement that
Django compiled for the first such row. `update` writes only the named columns.

Both use undocumented parts of Django: the compiler's `select`, `klass_info` and converters, and `as_sql` of inserts and
updates. `tests/models/test_prepared.py` compares their results with Django's own, on SQLite and PostgreSQL, and so
fails if a version of Django changes these parts.

The database keeps its query plans too: SQLite always does, PostgreSQL only for a cursor that sends values apart from
the statement (`keeping_plans`), from the second time on (`prepare_threshold` in `databases/postgresql.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Field, Model, Q, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLCompiler


def keeping_plans() -> CursorWrapper:
    """Return a cursor whose statements the database parses and plans only once.

    SQLite always does this. PostgreSQL does it if values are sent apart from the statement; Django's own cursors write
    the values into the statement.
    """
    database = connections[DEFAULT_DB_ALIAS]  # the connection itself; `connection` looks it up each time
    if database.vendor != "postgresql":
        return database.cursor()
    from django.db.backends.postgresql import base

    database.ensure_connection()
    make: Any = base.ServerBindingCursor
    with database.wrap_database_errors:
        cursor = make(database.connection)
    wrap: Any = database._prepare_cursor  # type: ignore[attr-defined]
    return cast("CursorWrapper", wrap(cursor))


Row = TypeVar("Row", bound=Model)
Converter = tuple[int, list[Callable[..., Any]], Any]


class Param(Expression):
    """A named parameter of a prepared query: a number or a text."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, _compiler: SQLCompiler, _connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """Return a placeholder, and this object in place of its value."""
        return "%s", [self]


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
        """Return the plan of a queryset whose filters contain `Param`s."""
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
        """Return the rows for these values, as models."""
        params = [values[param.name] if isinstance(param, Param) else param for param in self.params]
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
    """A query with named parameters; `build` returns the queryset with a `Param` for each of them."""

    def __init__(self, build: Callable[[], QuerySet[Row]]) -> None:
        self._build = build
        self._plans: dict[str, Plan] = {}

    def all(self, **values: int | str) -> list[Row]:
        """Return the rows for these values."""
        plan = self._plans.get(connection.vendor)
        if plan is None:
            plan = self._plans[connection.vendor] = Plan.of(self._build())
        return cast("list[Row]", list(plan.models(values)))

    def first(self, **values: int | str) -> Row | None:
        """Return the first row for these values, or None."""
        return next(iter(self.all(**values)), None)


_inserts: dict[tuple[str, type[Model]], str] = {}
_updates: dict[tuple[str, type[Model], tuple[str, ...]], str] = {}


def insert(row: Model) -> None:
    """Insert a new row and set its primary key."""
    model = type(row)
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    database = connections[DEFAULT_DB_ALIAS]
    kind = database.vendor, model
    if kind not in _inserts:
        _inserts[kind] = _insert_sql(row, fields)
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection=database) for field in fields]
    with keeping_plans() as cursor:
        cursor.execute(_inserts[kind], values)
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, database.alias


def _insert_sql(row: Model, fields: list[Field[Any, Any]]) -> str:
    query = InsertQuery(type(row))
    query.insert_values(fields, [row])
    compiler: Any = query.get_compiler(using=connection.alias)
    compiler.returning_fields = [row._meta.pk]
    ((sql, _values),) = compiler.as_sql()
    return str(sql)


def update(row: Model, **values: Any) -> None:
    """Set only these columns of a stored row; without columns do nothing.

    Raises DatabaseError if the row is not stored.
    """
    if not values:
        return
    for name, value in values.items():
        setattr(row, name, value)
    model, database = type(row), connections[DEFAULT_DB_ALIAS]
    fields = [field for field in model._meta.local_concrete_fields if {field.name, field.attname} & values.keys()]
    kind = database.vendor, model, tuple(field.name for field in fields)
    if kind not in _updates:
        _updates[kind] = _update_sql(model, fields)
    stored = [field.get_db_prep_save(getattr(row, field.attname), connection=database) for field in fields]
    with keeping_plans() as cursor:
        cursor.execute(_updates[kind], [*stored, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"{row!r} is not stored")


def _update_sql(model: type[Model], fields: list[Field[Any, Any]]) -> str:
    query = UpdateQuery(model)
    columns: list[Any] = [(field, None, Param(field.name)) for field in fields]
    query.add_update_fields(columns)
    query.add_q(Q(pk=Param("pk")))
    sql, _params = query.get_compiler(using=connection.alias).as_sql()
    return str(sql)
