"""The charts of a season, from its published standings."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.actions.seasons.histories import Places
from tournaments.actions.standings.figures import ranked
from tournaments.ranking.seasons import Who

from .drawing import Picture
from .places import PlaceHistory, year_picture
from .tournament_pictures import BESIDE_ONE, LEADERS

Row = Mapping[str, Any]


def picture_of_season(
    document: Mapping[str, Any], after: Sequence[Places], marked: Sequence[Row] = ()
) -> Picture | None:
    """Return the chart of the leaders' places, or of the `marked` rows and a few leaders; None before two evenings."""
    evenings, placed = [each["name"] for each in document["evenings"]], ranked(document["rows"])
    if len(evenings) < 2 or not placed:
        return None
    shown = placed[: BESIDE_ONE if marked else LEADERS]
    shown += [row for row in marked if row not in shown]
    entries = [PlaceHistory(row["name"], history_of(row, after), row in marked) for row in shown]
    return year_picture(entries, evenings, len(document["rows"]))


def history_of(row: Row, after: Sequence[Places]) -> list[int | None]:
    """Return the places of a row after each evening."""
    who: Who = tuple(row["players"]) or row["name"]
    return [places.get(who) for places in after]
