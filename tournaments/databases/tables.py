"""Compare the tables of a database with those that its applied migrations create."""

from collections.abc import Iterable, Set

from django.apps import apps
from django.apps.registry import Apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

APP, PREFIX = "tournaments", "tournaments_"
MADE_BY_HAND = {f"{PREFIX}change"}
"""Tables that migrations make without a model."""

COLUMNS = {
    "sqlite": """
        SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_xinfo(tables.name) AS columns
        WHERE tables.type = 'table'
    """,
    "postgresql": """
        SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
    """,
}
Columns = set[tuple[str, str]]


def can_be_migrated(database: BaseDatabaseWrapper) -> bool:
    """Whether this version can migrate the database.

    The tables must have exactly the columns of the applied migrations; if no migration is pending, they may have more.
    Raises the errors of the database.
    """
    loader = MigrationLoader(database)
    try:
        loader.check_consistent_history(database)
    except InconsistentMigrationHistory:
        return False
    return fits(_columns(database), {name for app, name in loader.applied_migrations if app == APP})


def fits(columns: Columns, applied: Set[str]) -> bool:
    """Whether a database with these (table, column) and these applied migrations can be migrated.

    It must have exactly the columns of these migrations; if no migration is pending, it may have more.
    """
    loader = MigrationLoader(None)
    known = {name for app, name in loader.graph.nodes if app == APP}
    if applied >= known:
        return columns >= _columns_of(apps)
    state = loader.project_state([(APP, name) for name in sorted(known & applied)]) if applied else ProjectState()
    return columns == _columns_of(state.apps)


def has_all_columns(database: BaseDatabaseWrapper) -> bool:
    """Whether no table or column of this version is missing. Raises the errors of the database."""
    return _columns(database) >= _columns_of(apps)


def _columns(database: BaseDatabaseWrapper) -> Columns:
    """Return (table, column) for each column that belongs to a model of Tavolo, or seems to."""
    with database.cursor() as cursor:
        cursor.execute(COLUMNS[database.vendor])
        return of_models(cursor.fetchall())


def of_models(columns: Iterable[tuple[str, str]]) -> Columns:
    """Return those (table, column) that belong to a model of Tavolo, or seem to."""
    return {(table, column) for table, column in columns if table.startswith(PREFIX) and table not in MADE_BY_HAND}


def _columns_of(apps: Apps) -> Columns:
    metas = [model._meta for model in apps.get_models(include_auto_created=True)]  # noqa: SLF001
    ours = [meta for meta in metas if meta.app_label == APP and meta.managed]
    return {(meta.db_table, str(field.column)) for meta in ours for field in meta.local_concrete_fields}
