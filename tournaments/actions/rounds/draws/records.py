"""Stored data of a draw: its request, the tables before changes by hand, and the facts for the ledger."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from tournaments import pairing
from tournaments.models import Clock, Round
from tournaments.pairing.values import METHOD_VERSIONS, Cut, EntrantId, PairMeetings

from ...core import ledger
from ...core.origin import at_origin
from ...core.rows import save_fields
from ...hands.seat_players import fill_seats
from .history import with_history
from .requests import read_draw_request

FIELDS = tuple(pairing.DrawRequest.__dataclass_fields__)
CONSTRAINT_FIELDS = ("sizes", "forbidden", "fixed", "avoid_same_club")
TIMES = ("publish_at", "closes_at", "published_at", "closed_at")
DRAW_FIELDS = ("draw_inputs", "report", "ahead", "drawn")

Tables = Sequence[Sequence[int]]


def request_to_json(request: pairing.DrawRequest) -> dict[str, Any]:
    """Return the request as JSON values; scores are exact fractions as text."""
    inputs = asdict(request)
    inputs["entrants"] = [{**e, "score": str(e["score"])} for e in inputs["entrants"]]
    inputs["fixed"] = sorted(inputs["fixed"].items())
    in_lists: dict[str, Any] = json.loads(json.dumps(inputs))
    return in_lists


def request_from_json(inputs: Mapping[str, Any]) -> pairing.DrawRequest:
    """Return the request that was stored as these JSON values."""
    fields = {name: _in_tuples(inputs[name]) for name in FIELDS if name in inputs}
    entrants = tuple(
        pairing.Participant(**{**entrant, "score": Fraction(entrant["score"])}) for entrant in inputs["entrants"]
    )
    meetings = tuple(PairMeetings(*pair) for pair in fields.get("meetings", ()))
    cuts = tuple(Cut(*cut) for cut in fields.get("cuts", ()))
    given = {"entrants": entrants, "meetings": meetings, "cuts": cuts, "fixed": dict(fields["fixed"])}
    return pairing.DrawRequest(**{**fields, **given})


def wire_request(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored request in the input format of `manage.py pair`."""
    fields = {name: inputs[name] for name in FIELDS if name in inputs and name != "cuts"}
    return {**fields, "fixed": {str(entry): table for entry, table in inputs["fixed"]}}


def _in_tuples(value: Any) -> Any:
    return tuple(_in_tuples(inner) for inner in value) if isinstance(value, list) else value


def same_constraints(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two stored requests have equal constraints, and equal clubs for the entrants that are in both."""
    clubs = [{e["id"]: e["club"] for e in inputs["entrants"]} for inputs in (one, other)]
    agree = all(clubs[0].get(entry, club) == club for entry, club in clubs[1].items())
    return agree and all(one.get(name) == other.get(name) for name in CONSTRAINT_FIELDS)


def read_seating(round_: Round) -> list[list[int]]:
    """Return the ids of a round's entries: a list for each table, in seat order."""
    return list(entries_by_table(round_).values())


def entries_by_table(round_: Round) -> dict[int, list[int]]:
    """Return the ids of the entries at each table of a round, in seat order, by the table's number."""
    tables: dict[int, list[int]] = {}
    seats = round_.seats.order_by("table__number", "number")
    for table, entry in seats.values_list("table__number", "entry_id"):
        tables.setdefault(table, []).append(entry)
    return tables


def read_sit_outs(round_: Round) -> list[int]:
    """Return the ids of the entries that sit out a round."""
    return list(round_.sit_outs.order_by("pk").values_list("entry_id", flat=True))


def as_drawn(round_: Round) -> dict[str, Any]:
    """Return the tables, sit-outs and report of a round as drawn, before changes by hand."""
    if round_.drawn:
        return {"sit_out": read_sit_outs(round_), **round_.drawn}
    return {"tables": read_seating(round_), "sit_out": read_sit_outs(round_), "report": round_.report}


def drawn_with(round_: Round) -> list[dict[str, Any]]:
    """Return a round and the later rounds of the same schedule, as drawn."""
    return [as_drawn(round_), *round_.ahead]


def scores_as_seated(round_: Round) -> dict[EntrantId, int | Fraction]:
    """Return the scores by which entries were seated: those of the draw, or of a later repair by scores."""
    stored = {entrant["id"]: entrant["score"] for entrant in round_.draw_inputs["entrants"]}
    repaired = (round_.drawn or {}).get("scores", {})
    return {int(entry): Fraction(score) for entry, score in [*stored.items(), *repaired.items()]}


def record_changed_tables(round_: Round, drawn: dict[str, Any]) -> None:
    """Store for a round with changed seats: its tables as drawn, and a report on its current tables.

    In a public round, each seat with a new entry gets the players of that entry. The stored schedule is deleted, so
    later rounds are drawn again.
    """
    fill_seats(round_)
    now, out = read_seating(round_), read_sit_outs(round_)
    if drawn["tables"] == now and sorted(drawn["sit_out"]) == sorted(out):
        save_fields(round_, drawn=None, report=drawn["report"], ahead=[])
    else:
        save_fields(round_, drawn=drawn, report=_report(round_, now, out), ahead=[])


def _report(round_: Round, tables: Tables, sit_out: Sequence[int]) -> dict[str, object]:
    """Return a report on these tables, with the same fields as the report of the draw."""
    request = request_from_json(round_.draw_inputs)
    placed = {*chain.from_iterable(tables), *sit_out}
    if not placed <= {entrant.id for entrant in request.entrants if entrant.active}:
        request = _request_of(round_, placed)
    request = replace(with_history(request, round_.tournament, round_.number), rounds=1)
    changed = pairing.DrawnRound(tuple(tuple(table) for table in tables), tuple(sit_out))
    report: dict[str, Any] = dict(pairing.report_of(request, [changed]))
    numbers = table_numbers(round_)
    unusual = [{**seat, "table": numbers[seat["table"] - 1]} for seat in report["unusual_tables"]]
    return {**report, "unusual_tables": unusual, "version": draw_version(round_.report)}


def _request_of(round_: Round, placed: Collection[int]) -> pairing.DrawRequest:
    """Return the round's draw request for these entries, some of which may have come after the draw."""
    tournament, sizes = round_.tournament, round_.tournament.table_sizes
    request = read_draw_request(
        tournament, round_.seed, number=round_.number, method=round_.method, joining=placed, sizes=sizes
    )
    return replace(request, entrants=tuple(replace(e, active=e.id in placed) for e in request.entrants))


def draw_version(report: Mapping[str, Any]) -> int:
    """Return the version of the draw method that made this report; 1 if the report has none."""
    return int(report.get("version", 1))


def is_by_earlier_version(report: Mapping[str, Any]) -> bool:
    """Whether an earlier version of the method made this report; the current version may then draw other tables."""
    return draw_version(report) != METHOD_VERSIONS[report["method"]]


def round_facts(round_: Round) -> dict[str, Any]:
    """Return a round's current tables (entries in seat order), sit-outs, times and draw as facts for the ledger."""
    return {
        "round": round_.number,
        "tables": read_seating(round_),
        "sit_out": read_sit_outs(round_),
        "numbers": table_numbers(round_),
        "times": round_times(round_),
        "draw": draw_digest(round_),
        "kept": round_.kept,
    }


def table_numbers(round_: Round) -> list[int]:
    """Return the numbers of a round's tables in order, without those of removed tables."""
    return list(round_.tables.order_by("number").values_list("number", flat=True))


def round_times(round_: Round) -> dict[str, str | None]:
    """Return the planned and the actual times of publishing and closing the round as facts; None if there is none."""
    return {name: ledger.moment(getattr(round_, name)) for name in TIMES}


def clock_facts(clock: Clock | None) -> dict[str, object] | None:
    """Return the state of a round's clock as facts for the ledger; None if it was never started."""
    if clock is None:
        return None
    moments = {name: ledger.moment(getattr(clock, name)) for name in ("runs_since", "ended_at")}
    return {name: getattr(clock, name) for name in ("minutes", "extra", "left", "tables", "version")} | moments


def draw_digest(round_: Round) -> str:
    """Return the digest of a draw's inputs, its report and the rounds drawn with it."""
    return json_digest(at_origin(round_.tournament, {name: getattr(round_, name) for name in DRAW_FIELDS}))


def json_digest(value: object) -> str:
    """Return the digest of a value as it is after storing it as JSON and reading it again."""
    return ledger.digest(json.loads(json.dumps(value)))
