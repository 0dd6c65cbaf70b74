"""A chart of a player's rating after each evening."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .drawing import Picture
from .lines import LAST_TOURNAMENTS, ChartLine, draw_lines


@dataclass(frozen=True, slots=True)
class RatedEvening:
    """A player's rating after an evening."""

    tournament: str
    day: str
    rating: int


def rating_picture(name: str, evenings: Sequence[RatedEvening]) -> Picture:
    """Return the chart of the ratings after each of the last of these evenings, which must be oldest first."""
    shown = evenings[-LAST_TOURNAMENTS:]
    ratings = [evening.rating for evening in shown]
    bounds = min(ratings), max(ratings)
    title = _("Rating from evening to evening")
    drawing = draw_lines([ChartLine("", ratings)], [each.day for each in shown], bounds, [str(each) for each in bounds])
    description = "; ".join(f"{evening.tournament}: {evening.rating}" for evening in shown)
    return Picture(
        name="rating",
        title=title,
        reading=_("A mark for each evening: the rating after it."),
        svg=drawing.svg("rating", title, f"{name}: {description}"),
        columns=[_("Tournament"), _("Day"), _("Rating")],
        rows=[[evening.tournament, evening.day, str(evening.rating)] for evening in shown],
    )
