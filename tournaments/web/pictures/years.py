"""A person's places over the tournaments: near the top is first, near the bottom last, however many played."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .drawing import Picture
from .lines import ChartLine, draw_lines

LAST_TOURNAMENTS = 24


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """A place in a tournament that is over."""

    tournament: str
    day: str
    year: str
    place: int
    field: int

    @property
    def height(self) -> float:
        """1 for the first, 0 for the last of the field."""
        return 1 - (self.place - 1) / max(self.field - 1, 1)


def years_picture(name: str, results: Sequence[SeasonResult]) -> Picture:
    """The places of these results, the oldest first."""
    shown = results[-LAST_TOURNAMENTS:]
    title = _("Places over the years")
    steps = [str(result.place) for result in shown]
    line, years = ChartLine("", [result.height for result in shown]), [result.year for result in shown]
    drawing = draw_lines([line], steps, (0, 1), [_("last"), _("first")], years)
    told = "; ".join(f"{result.tournament}: {_of(result)}" for result in shown)
    return Picture(
        name="years",
        title=title,
        reading=_(
            "A mark for each tournament, with its place below where there is room: "
            "the higher, the more players stood behind."
        ),
        svg=drawing.svg("years", title, f"{name}: {told}"),
        columns=[_("Tournament"), _("Day"), _("Place")],
        rows=[[result.tournament, result.day, _of(result)] for result in shown],
    )


def _of(result: SeasonResult) -> str:
    return _("%(place)s of %(field)s") % {"place": result.place, "field": result.field}
