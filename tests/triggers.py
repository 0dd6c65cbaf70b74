"""Triggers that make the database refuse writes, as a full disk would."""

from contextlib import contextmanager

from django.db import connection

REFUSING = {
    "sqlite": ["CREATE TRIGGER no_room BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, 'no room'); END"],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'no room'; END $$",
        "CREATE TRIGGER no_room BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION no_room()",
    ],
}
GONE = {"sqlite": "DROP TRIGGER no_room", "postgresql": "DROP TRIGGER no_room ON {table}"}


@contextmanager
def refused(event, model):
    """Refuse each INSERT, UPDATE or DELETE of this model's rows with the words "no room"."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        for statement in REFUSING[connection.vendor]:
            cursor.execute(statement.format(event=event, table=table))
        yield
        cursor.execute(GONE[connection.vendor].format(table=table))
