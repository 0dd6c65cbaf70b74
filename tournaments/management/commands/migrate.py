"""Django's command `migrate`, which on PostgreSQL has no time limit but does not block others."""

import time
from typing import Any

from django.core.management.commands import migrate
from django.db import OperationalError, connections

from tournaments.outages import is_overdue

TRIES = 36
PAUSE = 1.0  # seconds


class Command(migrate.Command):
    """Migrates; a migration that gets no lock in time gives way to the queries queued behind it, and is retried."""

    def handle(self, *args: Any, database: str, **options: Any) -> None:
        """Migrate; raises OperationalError if a lock is not available in any of the tries."""
        connection = connections[database]
        if connection.vendor != "postgresql":
            super().handle(*args, database=database, **options)
            return
        connection.ensure_connection()
        with connection.connection.unlimited():
            for tries_left in reversed(range(TRIES)):
                try:
                    super().handle(*args, database=database, **options)
                    return
                except OperationalError as fault:
                    if not (tries_left and is_overdue(fault)):
                        raise
                time.sleep(PAUSE)
