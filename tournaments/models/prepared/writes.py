# ruff: noqa: SLF001 - `_meta` is documented, and `_state` is what `Model.save` sets
"""Rows that are written with every hand: as `Model.save` writes them, with SQL that Django has written once."""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.models import Field, Model, Q
from django.db.models.sql import InsertQuery, UpdateQuery

from .queries import Param
from .statements import keeping_plans

_inserts: dict[tuple[str, type[Model]], str] = {}
_updates: dict[tuple[str, type[Model], tuple[str, ...]], str] = {}


def insert(row: Model) -> None:
    """Insert a new row and give it its key."""
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
    """Set these columns of a stored row, and write them and no others; nothing where there are none."""
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
