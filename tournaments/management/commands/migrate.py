"""Django's command `migrate`, which on PostgreSQL has no time limit but does not keep requests waiting."""

import time
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections

from tournaments.actions.database_faults import why_not_to_migrate
from tournaments.outages import is_overdue

TRIES = 36
PAUSE = 1.0  # seconds between two tries
ADVISORY_LOCK = 6_284_201  # any number, but the same in all processes


class Command(migrate.Command):
    """Migrates; a migration that cannot lock all tables in time gives way to requests, and is retried."""

    def handle(self, *args: Any, database: str, **options: Any) -> None:
        """Migrate; on PostgreSQL, concurrent `migrate` commands run one after another.

        Raises OperationalError if a lock was not available in any of the tries, and CommandError if the tables are
        not those of a released version.
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
        """Migrate while holding a lock of the session; the usual time limit for locks applies to it."""
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
