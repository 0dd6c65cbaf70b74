"""Triggers that notify the web servers of changes after which nothing cached may be served.

`WATCHED` names the columns that the triggers ignore: play changes these columns together with the tournament's
counters, which caches compare. SQLite counts in a table of one row. It loses the triggers of a table that a migration
makes anew: call `watch` again there. PostgreSQL sends a notification, which makes commits wait for each other, so play
must send none.
"""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from ._guards import changed

PLAY = ("revision", "published_revision", "settled_round", "standings_due_at", "ledger_length", "ledger_head")
DRAWING = ("draw_inputs", "report", "ahead", "drawn", "refusal", "expected_seconds", "draw_started_at", "draw_percent")
REPLAY = ("draw_beat_at", "replay_asked_at", "replayed_at", "replayed_same")
WATCHED: dict[str, tuple[str, ...]] = {
    "tournament": PLAY,
    "round": DRAWING + REPLAY,
    "entry": ("pin_generation", "pin_failures", "salt"),
    "player": ("pin_generation",),
    **dict.fromkeys(("club", "entryplayer", "table", "seat", "seatplayer", "sitout", "penalty", "ruling"), ()),
    **dict.fromkeys(("decision", "victorypointtable", "clubgame", "clubratings"), ()),
    **dict.fromkeys(("stage", "stage_sources"), ()),
    "season": ("lot_seed", "revision", "published_revision", "log_length", "log_head"),
    "seasonevening": ("results", "read_revision"),
    "membership": ("created_at",),
}
"""Each watched table, with the columns that the triggers ignore: shown to nobody, or changed in play and by draws."""
COUNT = "CREATE TABLE tournaments_change (count bigint NOT NULL)"
NOTIFY = """
CREATE FUNCTION tavolo_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NOTIFY tavolo; RETURN NULL; END $$
"""


def watch(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    unwatch(apps, schema_editor)
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    statements = [NOTIFY] if is_postgresql else [COUNT, "INSERT INTO tournaments_change VALUES (0)"]
    make = _postgresql if is_postgresql else _sqlite
    for name, unwatched in WATCHED.items():
        if name not in apps.all_models["tournaments"]:
            continue  # in a migration before the one that makes its table
        model = apps.get_model("tournaments", name)
        columns = tuple(f.column for f in model._meta.local_concrete_fields if f.name not in unwatched)
        for event in ("INSERT", "UPDATE", "DELETE"):
            statements.append(make(model._meta.db_table, event, columns if event == "UPDATE" else ()))
    statements.append(make("tournaments_hand", "UPDATE", ("reason",)))  # of somebody who was erased
    for statement in statements:
        schema_editor.execute(statement, params=None)


def _sqlite(table: str, event: str, columns: tuple[str, ...]) -> str:
    when = f"WHEN {changed(columns, 'IS NOT')}" if columns else ""
    count = "BEGIN UPDATE tournaments_change SET count = count + 1; END"
    return f"CREATE TRIGGER {table}_tell_{event.lower()} AFTER {event} ON {table} {when} {count}"


def _postgresql(table: str, event: str, columns: tuple[str, ...]) -> str:
    when = f"WHEN ({changed(columns, 'IS DISTINCT FROM')})" if columns else ""
    trigger = f"CREATE TRIGGER {table}_tell_{event.lower()} AFTER {event} ON {table}"
    return f"{trigger} FOR EACH ROW {when} EXECUTE FUNCTION tavolo_tell()"


def unwatch(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for name in ("tell", "play"):
            schema_editor.execute(f"DROP FUNCTION IF EXISTS tavolo_{name}() CASCADE")
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%_tell_%'")
        triggers = [name for (name,) in cursor.fetchall()]
    for trigger in triggers:
        schema_editor.execute(f"DROP TRIGGER {trigger}")
    schema_editor.execute("DROP TABLE IF EXISTS tournaments_change")
