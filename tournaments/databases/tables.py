"""Compare the tables of a database with the tables that its applied migrations create."""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

APP, PREFIX = "tournaments", "tournaments_"
MADE_BY_HAND = {f"{PREFIX}change"}
"""Tables that migrations make without a model."""


def can_be_migrated(database: BaseDatabaseWrapper) -> bool:
    """Whether no migration is pending, or the tables have exactly the columns of the applied migrations.

    Raises the errors of the database.
    """
    loader = MigrationLoader(database)
    try:
        loader.check_consistent_history(database)
    except InconsistentMigrationHistory:
        return False
    known = {name for name in loader.graph.nodes if name[0] == APP}
    applied = known & loader.applied_migrations.keys()
    if applied == known:
        return True
    state = loader.project_state(sorted(applied)) if applied else ProjectState()
    return _tables(database) == _tables_of(state)


def _tables(database: BaseDatabaseWrapper) -> dict[str, set[str]]:
    inspect = database.introspection
    with database.cursor() as cursor:
        names = {name for name in inspect.table_names(cursor) if name.startswith(PREFIX)} - MADE_BY_HAND
        return {name: {each.name for each in inspect.get_table_description(cursor, name)} for name in names}


def _tables_of(state: ProjectState) -> dict[str, set[str | None]]:
    metas = [model._meta for model in state.apps.get_models(include_auto_created=True)]  # noqa: SLF001
    return {
        meta.db_table: {field.column for field in meta.local_concrete_fields} for meta in metas if meta.app_label == APP
    }
