"""The rows to change, and their new values, in SQL."""

LONG_AGO = "'2020-01-01 00:00:00+00:00'"
PLAYED = "number = 1 AND state = 'closed'"
IN_PLAYED = f"round_id = (SELECT id FROM tournaments_round WHERE {PLAYED})"


def last(model):
    return f"(SELECT max(id) FROM {model._meta.db_table})"


def entered(number):
    return f"(SELECT min(id) FROM tournaments_entry WHERE number = {number})"
