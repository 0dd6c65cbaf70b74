"""Copies all data from another database into this one: from SQLite to PostgreSQL or back."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from typing import Any

import environ
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from tournaments.actions.database_faults import shipped_migrations
from tournaments.actions.verification import verify
from tournaments.models import Heartbeat, Tournament
from tournaments.serving.supervisor.data_folder import LOCK, lock_folder

SOURCE = "source"
AT_ONCE = 500  # rows read at a time
MADE_BY_MIGRATE = (Permission, ContentType)  # in the order of their deletion
Models = list[type[Model]]


class Command(BaseCommand):
    """`manage.py copy_database SOURCE`: copies everything or nothing."""

    help = "Copy all data of another database into that of DATABASE_URL, or of the data folder, which must be empty."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the database to read."""
        parser.add_argument("source", help="a SQLite file, or postgresql://user:password@host:5432/name")

    def handle(self, *_args: Any, source: str, **_options: Any) -> None:
        """Copy all data.

        Raise CommandError if this fails; then no data has changed, at most the structure of the tables.
        """
        try:
            with ExitStack() as locks:
                for folder in _folders(source):
                    locks.enter_context(lock_folder(folder))
                call_command("migrate", verbosity=0)
                with _opened(source):
                    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]  # noqa: SLF001
                    rows, ledgers = _copy([model for model in models if not model._meta.proxy])  # noqa: SLF001
        except (DatabaseError, OSError) as fault:
            raise CommandError(f"Nothing was copied: {str(fault).splitlines()[0]}") from fault
        self.stdout.write(f"Copied {rows} rows; {ledgers} ledgers hold.")


def _folders(source: str) -> set[Path]:
    """Return the data folders to lock: that of this database, and that of the source if it has one."""
    folder = Path(source).resolve().parent
    of_the_source = {folder} if (folder / LOCK).exists() else set()
    return of_the_source | ({settings.DATA_DIR.resolve()} if connection.vendor == "sqlite" else set())


@contextmanager
def _opened(source: str) -> Iterator[None]:
    """Connect to the source. During the block, all its queries read the same snapshot.

    Raise CommandError if its tables are from a different version.
    """
    config = _config(source)
    connections.settings[SOURCE] = connections.configure_settings({"default": config})["default"]
    try:
        with transaction.atomic(using=SOURCE):
            if connections[SOURCE].vendor == "postgresql":
                with connections[SOURCE].cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            applied = MigrationRecorder(connections[SOURCE]).applied_migrations()
            if {name for app, name in applied if app == "tournaments"} != shipped_migrations():
                raise CommandError(f"{config['NAME']} is not of this version of Tavolo: run manage.py migrate on it.")
            yield
    finally:
        connections[SOURCE].close()
        del connections[SOURCE]
        del connections.settings[SOURCE]


def _config(source: str) -> dict[str, Any]:
    if source.startswith(("postgres://", "postgresql://")):
        config: dict[str, Any] = environ.Env.db_url_config(source)
        return config
    if not Path(source).is_file():
        raise CommandError(f"There is no file {source}.")
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": source}


def _copy(models: Models) -> tuple[int, int]:
    """Copy all rows of these models in one transaction. Return the number of rows and of verified ledgers."""
    connection.ensure_connection()
    with (
        connection.connection.unlimited() if connection.vendor == "postgresql" else nullcontext(),
        transaction.atomic(),
    ):
        _refuse_data(models)
        for model in MADE_BY_MIGRATE:
            model._base_manager.all().delete()  # noqa: SLF001
        rows = sum(map(_copy_rows, models))
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
        _compare_counts(models)
        return rows, _verify()


def _refuse_data(models: Models) -> None:
    """Raise CommandError if this database already has data. Heartbeats do not count and are deleted."""
    for model in models:
        if model not in (*MADE_BY_MIGRATE, Heartbeat) and model._base_manager.exists():  # noqa: SLF001
            raise CommandError(f"This database is not empty: it has rows in {model._meta.db_table}.")  # noqa: SLF001
    Heartbeat.objects.all().delete()


def _copy_rows(model: type[Model]) -> int:
    """Copy the rows of one model; return their number."""
    fields = [field for field in model._meta.concrete_fields if not field.generated]  # noqa: SLF001
    names = ", ".join(connection.ops.quote_name(field.column or "") for field in fields)
    table, places = connection.ops.quote_name(model._meta.db_table), ", ".join(["%s"] * len(fields))  # noqa: SLF001
    query = model._base_manager.using(SOURCE).order_by("pk").values_list(*(field.attname for field in fields))  # noqa: SLF001
    count = 0
    with connection.cursor() as cursor:
        for batch in _batches(query.iterator(AT_ONCE)):
            values = [[f.get_db_prep_save(value, connection) for f, value in zip(fields, row)] for row in batch]  # noqa: B905
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", values)  # noqa: S608 - names of ours
            count += len(batch)
    return count


def _batches(rows: Iterator[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    while batch := list(islice(rows, AT_ONCE)):
        yield batch


def _compare_counts(models: Models) -> None:
    """Raise CommandError if a table has a different number of rows from the source."""
    for model in models:
        source, copy = (model._base_manager.using(alias).count() for alias in (SOURCE, "default"))  # noqa: SLF001
        if source != copy:
            raise CommandError(f"Nothing was copied: {copy} of {source} rows of {model._meta.db_table} arrived.")  # noqa: SLF001


def _verify() -> int:
    """Verify every ledger of this database and return their number. Raise CommandError if a ledger is not intact."""
    tournaments = Tournament.objects.order_by("pk")
    for tournament in tournaments.iterator(AT_ONCE):
        if not verify(tournament).holds:
            raise CommandError(f"Nothing was copied: the ledger of {tournament.slug} does not hold. See verify_ledger.")
    return tournaments.count()
