"""Fixtures that are made by actions once or twice and then restored row by row.

A fixture is restored only in a test that has done nothing before, so that the state of the database is known.
"""

import json
from copy import deepcopy
from functools import wraps
from typing import NamedTuple

from django.conf import UserSettingsHolder, settings
from django.db import connection
from django.db.models import Model

STAYING = ("sqlite_", "django_migrations", "django_content_type", "auth_", "tournaments_change")
"""Tables that no step writes to, and the one in which triggers count the rows that are put back too."""


class Made(NamedTuple):
    """The result of a step, the changed models that it was given, and the rows that it wrote to each table."""

    result: object
    given: tuple
    rows: dict


class Progress:
    """The steps that produced a test's database, and how many rows this connection had changed by then.

    Between tests no steps are recorded: the rows of a module's fixtures are created there.
    """

    steps, changes = None, None


_seen, _made, _progress = set(), {}, Progress()


def begin_test():
    """Forget the steps of the test before."""
    _progress.steps, _progress.changes = (), None


def end_test():
    """Know nothing of the database until the next test."""
    _progress.steps, _progress.changes = None, None


def made_again(make):
    """Return a cached version of this function of saved models and JSON, see `again`."""

    @wraps(make)
    def made(*args, **plan):
        values = [*args, *plan.values()]
        models = [value for value in values if isinstance(value, Model)]
        try:
            words = json.dumps([[_word(value) for value in args], {name: _word(plan[name]) for name in sorted(plan)}])
        except TypeError:  # a value that has no words, which only `make` understands
            return make(*args, **plan)
        return again(f"{make.__qualname__}{words}", lambda: make(*args, **plan), *models)

    return made


def _word(value):
    """Return the key of a value among the arguments of a step; the key of a model contains all its values."""
    if isinstance(value, Model):
        return repr([(field.attname, value.__dict__.get(field.attname)) for field in value._meta.concrete_fields])
    return value


def fixture_again(make):
    """Declare a fixture with the cached result of this function of other fixtures' models, see `again`."""
    import pytest  # which the processes that make a hall for a server do without

    @pytest.fixture
    @wraps(make)
    def fixture(*args, **fixtures):
        given = [value for value in fixtures.values() if isinstance(value, Model)]
        return again(f"{make.__module__}.{make.__qualname__}", lambda: make(*args, **fixtures), *given)

    return fixture


def again(step, make, *arguments):
    """Return the result of `make` with all rows that it stores.

    `step` is its name in its module, `arguments` are the saved models.
    """
    if not _database_is_known():
        return make()
    step = (*_progress.steps, make.__module__, step, *((type(model), model.pk) for model in arguments))
    if step in _made:
        result = _put_back(_made[step], arguments)
    elif step in _seen:
        result = _make_and_keep(step, make, arguments)
    else:
        _seen.add(step)
        result = make()
    _progress.steps, _progress.changes = step, connection.connection.total_changes
    return result


def _database_is_known():
    if _progress.steps is None or connection.vendor != "sqlite" or isinstance(settings._wrapped, UserSettingsHolder):
        return False
    if _progress.changes is None:
        connection.ensure_connection()
        return not _ask("SELECT 1 FROM sqlite_sequence WHERE seq > 0 AND name LIKE 'tournaments%'")
    return _progress.changes == connection.connection.total_changes


def _make_and_keep(step, make, arguments):
    before = _all_rows()
    result = make()
    after = _all_rows()
    if all(before[table].keys() <= after[table].keys() for table in before):
        rows = {table: [row for key, row in after[table].items() if before[table].get(key) != row] for table in after}
        result_and_given = deepcopy((result, arguments))
        _made[step] = Made(*result_and_given, {table: written for table, written in rows.items() if written})
    return result


def _put_back(made, arguments):
    for table, rows in made.rows.items():
        places = ", ".join("?" * len(rows[0]))
        connection.connection.executemany(f'INSERT OR REPLACE INTO "{table}" VALUES ({places})', rows)
    copied = {id(before): now for before, now in zip(made.given, arguments, strict=True)}
    for before, now in zip(made.given, arguments, strict=True):
        now.__dict__.update(deepcopy(before.__dict__, copied))
    return deepcopy(made.result, copied)


def _all_rows():
    tables = [name for (name,) in _ask("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {table: _rows_of(table) for table in tables if not table.startswith(STAYING)}


def _rows_of(table):
    """Return the rows by id, with values as they are stored: a sum has no declared type, so nothing converts it."""
    columns = [f'+"{column[1]}"' for column in _ask(f'PRAGMA table_info("{table}")')]
    return {key: row for key, *row in _ask(f'SELECT rowid, {", ".join(columns)} FROM "{table}"')}


def _ask(sql):
    return connection.connection.execute(sql).fetchall()
