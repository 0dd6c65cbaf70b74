"""Tables changed by hand after the draw: what was drawn is kept, and the report tells what is."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments import pairing
from tournaments.models import Round

from .inputs import request_from_json
from .requests import read_history

Tables = Sequence[Sequence[int]]


def read_seating(round_: Round) -> list[list[int]]:
    """The entries of a round in seat order, table by table."""
    tables: dict[int, list[int]] = {}
    seats = round_.seats.order_by("table__number", "number")
    for table, entry in seats.values_list("table__number", "entry_id"):
        tables.setdefault(table, []).append(entry)
    return list(tables.values())


def record_changed_tables(round_: Round, before: Tables) -> None:
    """Keep what was drawn with a round whose tables were others before, and report on these.

    The rounds after it are drawn anew: its seats are no longer the schedule's.
    """
    now = read_seating(round_)
    drawn = round_.drawn or {"tables": [list(table) for table in before], "report": round_.report}
    if drawn["tables"] == now:
        round_.drawn, round_.report = None, drawn["report"]
    else:
        round_.drawn, round_.report = drawn, _report(round_, now)
    round_.ahead = []
    round_.save(update_fields=["drawn", "report", "ahead"])


def _report(round_: Round, tables: Tables) -> dict[str, object]:
    """What is to be told of these tables, in the words of the draw that they were changed from."""
    history = read_history(round_.tournament, round_.number)
    request = replace(request_from_json(round_.draw_inputs), history=history, rounds=1)
    sit_out = tuple(round_.sit_outs.order_by("pk").values_list("entry_id", flat=True))
    changed = pairing.Round(tuple(tuple(table) for table in tables), sit_out)
    return dict(pairing.report_of(request, [changed]))
