"""Triggers that refuse to change a tally, an announcement or a club's game, or to delete a hand or a link of a ledger.

Hands that were struck out may be deleted with their table if it has no current hand: the ledger has recorded them.

SQLite loses the triggers of a table that a migration makes anew: call `guard` again there.
"""

from collections.abc import Iterable

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TALLY = ["table_id", "number", "version", "lines", "facts", "scores", "recorded_at", "source"]
LINK = ["tournament_id", "sequence", "kind", "at", "facts", "commitment", "previous", "digest"]
ANNOUNCED = ["table_id", "number", "version", "lines", "recorded_at", "source"]
GAME = ["club_id", "slug", "version", "name", "unit", "base", "options", "table", "scoring", "tie_breaks"]
SEASON_CHANGE = ["season_id", "number", "kind", "at", "facts", "previous", "digest"]
GUARDS = [
    ("tournaments_hand", TALLY, "a tally is never edited: record a new version"),
    ("tournaments_ledgerentry", LINK, "the ledger is never edited"),
    ("tournaments_announcement", ANNOUNCED, "an announcement is never edited: record a new version"),
    ("tournaments_clubgame", GAME, "a game is never edited: make a new version"),
    ("tournaments_seasonchange", SEASON_CHANGE, "the log of a season is never edited"),
]

STANDS = "EXISTS (SELECT 1 FROM tournaments_hand WHERE table_id = OLD.table_id AND is_current)"
STRUCK_OUT = (
    "EXISTS (SELECT 1 FROM tournaments_hand WHERE table_id = OLD.table_id AND number = OLD.number AND state = 'void')"
)
PLAYED = "EXISTS (SELECT 1 FROM tournaments_tournament WHERE game_id = OLD.id)"
KEPT = {
    "tournaments_hand": STANDS,
    "tournaments_announcement": f"({STANDS} OR NOT {STRUCK_OUT})",
    "tournaments_clubgame": PLAYED,
}
"""The condition on which a row may not be deleted; a table without a condition keeps all its rows."""


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
        model = apps.all_models["tournaments"].get(table.removeprefix("tournaments_"))
        if model is None:
            continue  # in a migration before the one that makes the table
        made = {field.column for field in model._meta.local_concrete_fields}
        for statement in make(table, [column for column in columns if column in made], message):
            schema_editor.execute(statement, params=None)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    on_table = schema_editor.connection.vendor == "postgresql"
    for table, _columns, _message in GUARDS:
        for suffix in ("fixed", "kept"):
            where = f" ON {table}" if on_table else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{suffix}{where}")
