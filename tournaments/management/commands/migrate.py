"""Django's command `migrate`. On PostgreSQL it has no time limit, but does not make requests wait."""

import time
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState

from tournaments.actions.database_faults import why_not_to_migrate
from tournaments.outages import is_overdue

TRIES = 36
PAUSE = 1.0  # seconds between two attempts
ADVISORY_LOCK = 6_284_201  # any number, but the same in all processes


class _Executor(MigrationExecutor):
    """Records each migration in the transaction that makes its changes, also if it has deferred statements."""

    def apply_migration(
        self, state: ProjectState, migration: Migration, *flags: bool, **named_flags: bool
    ) -> ProjectState:
        """Apply and record the migration in one transaction, so that an interruption leaves both done or neither."""
        apply = migration.apply

        def apply_whole(state: ProjectState, editor: BaseDatabaseSchemaEditor, *flags: bool) -> ProjectState:
            state = apply(state, editor, *flags)
            while editor.deferred_sql:
                editor.execute(editor.deferred_sql.pop(0), None)
            return state

        migration.apply = apply_whole  # type: ignore[assignment, method-assign]
        return super().apply_migration(state, migration, *flags, **named_flags)


migrate.MigrationExecutor = _Executor  # type: ignore[attr-defined]


class Command(migrate.Command):
    """Migrates. A migration that cannot lock all tables in time lets requests proceed and is tried again."""

    def handle(self, *args: Any, database: str, **options: Any) -> None:
        """Migrate. On PostgreSQL, concurrent `migrate` commands run one after another.

        Raise OperationalError if no attempt got the lock, and CommandError if the tables are not those of a released
        version.
        """
        connection = connections[database]
        if connection.vendor != "postgresql":
            self._migrate(*args, database=database, **options)
            return
        from tournaments.databases.locking import LockingSchemaEditor  # needs psycopg, which SQLite does not

        connection.SchemaEditorClass = LockingSchemaEditor
        connection.ensure_connection()
        with connection.connection.unlimited():
            for tries_left in reversed(range(TRIES)):
                try:
                    self._migrate_locked(*args, database=database, **options)
                    return
                except OperationalError as fault:
                    if not (tries_left and is_overdue(fault)):
                        raise
                time.sleep(PAUSE)

    def _migrate_locked(self, *args: Any, database: str, **options: Any) -> None:
        """Migrate while the session holds a lock; the usual time limit for locks applies."""
        with connections[database].cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
            try:
                self._migrate(*args, database=database, **options)
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])

    def _migrate(self, *args: Any, database: str, **options: Any) -> None:
        if fault := why_not_to_migrate(connections[database]):
            raise CommandError(fault)
        super().handle(*args, database=database, **options)
