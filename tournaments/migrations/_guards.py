"""Triggers that refuse to change a tally or an announcement, or to delete a hand or a link of a ledger.

Hands that were struck out may go with their table, once the ledger has them: where no hand of the table stands.

SQLite loses the triggers of a table that a migration makes anew: guard it again there.
"""

from collections.abc import Iterable

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TALLY = ["table_id", "number", "version", "lines", "facts", "scores", "recorded_at", "source"]
LINK = ["tournament_id", "sequence", "kind", "at", "facts", "commitment", "previous", "digest"]
ANNOUNCED = ["table_id", "number", "version", "lines", "recorded_at", "source"]
GUARDS = [
    ("tournaments_hand", TALLY, "a tally is never edited: record a new version"),
    ("tournaments_ledgerentry", LINK, "the ledger is never edited"),
    ("tournaments_announcement", ANNOUNCED, "an announcement is never edited: record a new version"),
]

STANDS = "EXISTS (SELECT 1 FROM tournaments_hand WHERE table_id = OLD.table_id AND is_current)"
STRUCK_OUT = (
    "EXISTS (SELECT 1 FROM tournaments_hand WHERE table_id = OLD.table_id AND number = OLD.number AND state = 'void')"
)
KEPT = {"tournaments_hand": STANDS, "tournaments_announcement": f"({STANDS} OR NOT {STRUCK_OUT})"}
"""When a row may not be deleted; without a condition it never may."""


def changed(columns: Iterable[str], operator: str) -> str:
    return " OR ".join(f'OLD."{column}" {operator} NEW."{column}"' for column in columns)


def _sqlite(table: str, columns: list[str], message: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
    return [
        f"CREATE TRIGGER {table}_fixed BEFORE UPDATE ON {table} WHEN {changed(columns, 'IS NOT')} {refuse}",
        f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table} WHEN {KEPT.get(table, '1')} {refuse}",
    ]


def _postgresql(table: str, columns: list[str], message: str) -> list[str]:
    refuse = f"FOR EACH ROW {{}} EXECUTE FUNCTION tavolo_refuse('{message}')"
    when = f"WHEN ({changed(columns, 'IS DISTINCT FROM')})"
    return [
        f"CREATE TRIGGER {table}_fixed BEFORE UPDATE ON {table} {refuse.format(when)}",
        KEEP.format(table=table, condition=KEPT.get(table, "true")),
        f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION tavolo_keep_{table}('{message}')",
    ]


REFUSE = """
CREATE OR REPLACE FUNCTION tavolo_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END $$
"""

KEEP = """
CREATE OR REPLACE FUNCTION tavolo_keep_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF {condition} THEN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$
"""


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    unguard(apps, schema_editor)
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(REFUSE, params=None)
    make = _postgresql if vendor == "postgresql" else _sqlite
    for table, columns, message in GUARDS:
        for statement in make(table, columns, message):
            schema_editor.execute(statement, params=None)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    on_table = schema_editor.connection.vendor == "postgresql"
    for table, _columns, _message in GUARDS:
        for suffix in ("fixed", "kept"):
            where = f" ON {table}" if on_table else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{suffix}{where}")
