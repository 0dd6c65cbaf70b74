"""Migrations on PostgreSQL that cannot deadlock, because they never wait for a lock while they hold another."""

import sys
import time
from typing import Self

from django.db import OperationalError, transaction
from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from psycopg.errors import LockNotAvailable

from .tables import PREFIX

TRIES = 30
PAUSE = 0.05  # seconds
OURS = (
    "SELECT quote_ident(tablename) FROM pg_tables"
    " WHERE schemaname = current_schema() AND starts_with(tablename, %s) ORDER BY 1"
)


class LockingSchemaEditor(DatabaseSchemaEditor):
    """Locks all tables of Tavolo when a migration begins, at a moment when no other transaction has a lock on one."""

    def __enter__(self) -> Self:
        """Begin the migration. Raises OperationalError if a table was in use at each of the tries."""
        editor = super().__enter__()
        try:
            if self.atomic_migration:
                self._lock_all_tables()
        except BaseException:
            super().__exit__(*sys.exc_info())
            raise
        return editor

    def _lock_all_tables(self) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute(OURS, [PREFIX])
            tables = ", ".join(name for (name,) in cursor.fetchall())
            for tries_left in reversed(range(TRIES if tables else 0)):
                try:
                    with transaction.atomic(using=self.connection.alias):
                        cursor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE NOWAIT")
                    return
                except OperationalError as fault:
                    if not (tries_left and isinstance(fault.__cause__, LockNotAvailable)):
                        raise
                time.sleep(PAUSE)
