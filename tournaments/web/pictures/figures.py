"""The figures behind the pictures of a tournament, of the whole field, as rows for a spreadsheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Leading, Standing, Tournament

from .of_tournament import met_by, pictures_of, played

Rows = Sequence[Sequence[object]]


def figures_of(tournament: Tournament, shown: Leading, name: str) -> Rows | None:
    """The figures for the picture of this name; None if the readable standings have none."""
    rows = played(shown)
    if name == "places":
        return _places(tournament, shown, rows) if rows else None
    if name == "meetings":
        return _meetings(tournament, shown, rows) if rows else None
    found = next((picture for picture in pictures_of(tournament, shown) if picture.name == name), None)
    return [found.columns, *found.rows] if found else None


def _places(tournament: Tournament, shown: Leading, rows: Sequence[Mapping[str, Any]]) -> Rows:
    """The place of each entry after each round."""
    standings = tournament.standings.filter(after_round__gt=0, after_round__lte=shown.after_round)
    after = list(standings.order_by("after_round"))
    places = [_places_after(standing) for standing in after]
    titles = [_("Player"), *(_("Round %(number)s") % {"number": standing.after_round} for standing in after)]
    return [titles, *([row["name"], *(by_entry.get(row["entry"], "") for by_entry in places)] for row in rows)]


def _places_after(standing: Standing) -> dict[int, object]:
    return {row["entry"]: "" if row["place"] is None else row["place"] for row in standing.document["rows"]}


def _meetings(tournament: Tournament, shown: Leading, rows: Sequence[Mapping[str, Any]]) -> Rows:
    """Every meeting, once from each side: the number, and the better score."""
    titles = [_("Player"), _("With"), _("Met"), _("Ahead"), _("Behind"), _("Level")]
    meetings = sorted(met_by(tournament, shown).items())
    names = [row["name"] for row in rows]
    told = ([names[one], names[two], m.times, m.ahead, m.behind, m.level] for (one, two), m in meetings)
    return [titles, *told]
