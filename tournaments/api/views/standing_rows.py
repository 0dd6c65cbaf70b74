"""Rows of published standings in the form that the client wants: all fields, some fields, flat, or as CSV."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import ErrorDetail
from rest_framework.exceptions import ValidationError as RestValidationError
from rest_framework.request import Request

from tournaments.actions.stages.stage_outlooks import public_outlook, with_goes_on
from tournaments.models import EntryPlayer, Tournament
from tournaments.ranking import TIE_BREAKS

from .standing_shapes import RowShape

COLUMNS = ("place", "name", "score", "hands", "penalty", "moved", "withdrawn", "stand_in", "disqualified")
PEOPLE = ("players", "home_club")
"""Fields that are not in the snapshot but are read from the entries."""
GOES_ON = b',"goes_on":'
Row = dict[str, Any]


def with_next_stage(tournament: Tournament, body: bytes) -> bytes:
    """Return published standings with `goes_on` in the rows, if the public may know who qualifies for the next stage.

    They are unchanged if there is one stage, or if the rows say already who qualifies from a round of a knock-out.
    """
    if not tournament.outlook or tournament.championship is None or GOES_ON in body:
        return body
    document = json.loads(body)
    shown = with_goes_on(document, public_outlook(tournament, document))
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()


FIELDS = tuple(dict.fromkeys([*RowShape().fields, *COLUMNS, "reached", "carried", *TIE_BREAKS, *PEOPLE]))
"""What `?fields=` can name; a row has only some of them, depending on the tournament and the form."""
FIELDS_PATTERN = "^({0})(,({0}))*$".format("|".join(FIELDS))


def fields_in_query(request: Request) -> list[str] | None:
    """Return the names in `?fields=`, each once; None without it. Raises ValidationError with each unknown name."""
    value = request.query_params.get("fields")
    if value is None:
        return None
    names = list(dict.fromkeys(value.split(",")))
    if unknown := [name for name in names if name not in FIELDS]:
        message = gettext("There is no field “%(name)s”. There are: %(choices)s.")
        choices = ", ".join(FIELDS)
        faults = [ErrorDetail(message % {"name": each, "choices": choices}, "unknown_field") for each in unknown]
        raise RestValidationError({"fields": faults})
    return names


def flat_rows(tournament: Tournament, document: Mapping[str, Any]) -> tuple[list[str], list[Row]]:
    """Return the names of the columns, and the rows without lists and objects: each tie-break is a column.

    Once a round is over, entries that have not played are left out. Points from earlier stages are in the column
    `carried`.
    """
    rows = [row for row in document["rows"] if not (document["after_round"] and row.get("not_played"))]
    tie_breaks = [*rows[0]["tie_breaks"]] if rows else [*tournament.tie_breaks]
    carried = [_carried(row) for row in rows]
    names = [*COLUMNS, *(["reached"] if document.get("knock_out") else []), *tie_breaks]
    names += [*(["carried"] if any(carried) else []), "entry"]
    own = ({"reached": 0, **row, **row["tie_breaks"]} for row in rows)
    flat = ({**row, "carried": start or "0"} for row, start in zip(own, carried, strict=True))
    return names, [{name: row.get(name, False) for name in names} for row in flat]


def _carried(row: Mapping[str, Any]) -> str:
    """Return the points with which an entry started; "" if there are none."""
    return next((each["score"] for each in row["rounds"] if each["source"] == "carried"), "")


def add_people(tournament: Tournament, rows: Sequence[Row], *, for_members: bool) -> None:
    """Add to each row the ids of its players and, for members, the home club (null for others)."""
    players: dict[int, list[int]] = {}
    for entry, player in EntryPlayer.objects.filter(entry__tournament=tournament).values_list("entry", "player"):
        players.setdefault(entry, []).append(player)
    clubs = dict(tournament.entries.values_list("pk", "home_club")) if for_members else {}
    for row in rows:
        row |= {"players": players.get(row["entry"], []), "home_club": clubs.get(row["entry"])}


def as_cells(names: Sequence[str], rows: Sequence[Row]) -> list[list[object]]:
    """Return the names, then the rows, as cells. The ids of several players are separated by spaces."""
    return [[*names], *([_cell(row.get(name, "")) for name in names] for row in rows)]


def _cell(value: object) -> object:
    return " ".join(map(str, value)) if isinstance(value, list) else value
