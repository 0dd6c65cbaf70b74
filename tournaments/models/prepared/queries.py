"""Queries that are asked with every hand: Django writes their SQL once, not each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from .statements import keeping_plans

Row = TypeVar("Row", bound=Model)
Converter = tuple[int, list[Callable[..., Any]], Any]


class Param(Expression):
    """A number or text that a prepared query is asked with, by its name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, _compiler: SQLCompiler, _connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """Its place in the statement, marked by itself."""
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
    """A query whose values alone differ, as a function of them: `build` gives the queryset with a `Param` for each."""

    def __init__(self, build: Callable[[], QuerySet[Row]]) -> None:
        self._build = build
        self._plans: dict[str, Plan] = {}

    def all(self, **values: int | str) -> list[Row]:
        """The rows for these values."""
        plan = self._plans.get(connection.vendor)
        if plan is None:
            plan = self._plans[connection.vendor] = Plan.of(self._build())
        return cast("list[Row]", list(plan.models(values)))

    def first(self, **values: int | str) -> Row | None:
        """The first of the rows, None where there is none."""
        return next(iter(self.all(**values)), None)
