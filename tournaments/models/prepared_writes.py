# ruff: noqa: SLF001 - `_meta` is documented, and `_state` is what `Model.save` sets
"""Rows that are written with every hand: as `Model.save` writes them, with SQL that Django has written once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.models import Field, Model, Q
from django.db.models.sql import InsertQuery, UpdateQuery

from .prepared import Param, keeping_plans
from .unit_of_work import current_unit

_inserts: dict[tuple[str, type[Model], int], tuple[str, bool]] = {}
_updates: dict[tuple[str, type[Model], tuple[str, ...]], str] = {}


def insert(row: Model) -> None:
    """Insert a new row, and give it its key; in a unit of work, once that is written."""
    if unit := current_unit():
        unit.inserts.append(row)
    else:
        insert_all([row])


def insert_all(rows: Sequence[Model]) -> None:
    """Insert new rows of one model by one statement, and give them their keys; nothing where there are none."""
    if not rows:
        return
    fields = _fields_of(type(rows[0]))
    database = connections[DEFAULT_DB_ALIAS]
    kind = database.vendor, type(rows[0]), len(rows)
    if kind not in _inserts:
        _inserts[kind] = _insert_sql(rows, fields)
    columns = [
        [field.get_db_prep_save(field.pre_save(row, add=True), connection=database) for row in rows] for field in fields
    ]
    statement, takes_columns = _inserts[kind]
    with keeping_plans() as cursor:
        cursor.execute(statement, columns if takes_columns else [*chain(*zip(*columns, strict=True))])
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, database.alias


def _fields_of(model: type[Model]) -> list[Field[Any, Any]]:
    return [field for field in model._meta.local_concrete_fields if not field.primary_key]


def _insert_sql(rows: Sequence[Model], fields: list[Field[Any, Any]]) -> tuple[str, bool]:
    """The statement, and whether it takes the values of several rows by column, as Django has it for PostgreSQL."""
    query = InsertQuery(type(rows[0]))
    query.insert_values(fields, list(rows))
    compiler: Any = query.get_compiler(using=connection.alias)
    compiler.returning_fields = [rows[0]._meta.pk]
    ((sql, values),) = compiler.as_sql()
    return str(sql), len(values) < len(rows) * len(fields)


def update(row: Model, **values: Any) -> None:
    """Set these columns of a stored row, and write them and no others; nothing where there are none.

    In a unit of work they are set at once, and written with it.
    """
    if not values:
        return
    for name, value in values.items():
        setattr(row, name, value)
    if unit := current_unit():
        unit.update(row, tuple(values))
    else:
        update_all([row], tuple(values))


def update_all(rows: Sequence[Model], names: Collection[str]) -> None:
    """Write these columns of stored rows of one model as the rows have them now."""
    model = type(rows[0])
    fields = [field for field in _fields_of(model) if field.name in names or field.attname in names]
    database = connections[DEFAULT_DB_ALIAS]
    kind = database.vendor, model, tuple(field.name for field in fields)
    if kind not in _updates:
        _updates[kind] = _update_sql(model, fields)
    stored = [
        [*(field.get_db_prep_save(getattr(row, field.attname), connection=database) for field in fields), row.pk]
        for row in rows
    ]
    with keeping_plans() as cursor:
        if len(rows) == 1:
            cursor.execute(_updates[kind], stored[0])
        else:
            cursor.executemany(_updates[kind], stored)
        if cursor.rowcount != len(rows):
            raise DatabaseError(f"not all of {rows!r} are stored")


def _update_sql(model: type[Model], fields: list[Field[Any, Any]]) -> str:
    query = UpdateQuery(model)
    columns: list[Any] = [(field, None, Param(field.name)) for field in fields]
    query.add_update_fields(columns)
    query.add_q(Q(pk=Param("pk")))
    sql, _params = query.get_compiler(using=connection.alias).as_sql()
    return str(sql)
