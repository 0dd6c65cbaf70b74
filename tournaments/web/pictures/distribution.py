"""A chart of how many entries have which score, in steps of equal size."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.standings.figures import step_counts, step_size
from tournaments.wording.words import figure

from .drawing import WIDTH, Picture, SvgDrawing

LEFT, ROW, BAR = 92, 26, 18
LONGEST = WIDTH - LEFT - 44


def distribution_picture(scores: Sequence[Fraction], counted_in: str, own: Fraction | None = None) -> Picture:
    """Return the chart of the number of scores in each step; the step with the score `own` is marked."""
    steps, size = step_counts(scores), step_size(scores)
    low, are_whole = min(steps), all(score.denominator == 1 for score in scores)
    rows = [(_range(step, size, are_whole=are_whole), steps.get(step, 0)) for step in range(low, max(steps) + 1, size)]
    marked = None if own is None else int((own - low) // size)
    title = _("How the scores are spread")
    return Picture(
        name="distribution",
        title=title,
        reading=_reading(has_own=own is not None),
        svg=_draw(rows, marked).svg("distribution", title, _description(rows)),
        columns=[counted_in, _("Players")],
        rows=[[label, str(count)] for label, count in rows],
    )


def _reading(*, has_own: bool) -> str:
    words = [_("The longer a bar, the more players have a score in that range.")]
    if has_own:
        words.append(_("The bar with a frame and an arrow has this player’s score."))
    return " ".join(words)


def _range(low: int, size: int, *, are_whole: bool) -> str:
    """Return a step as text: its lowest and highest score; for scores with fractions, `<` and the next step's start."""
    if not are_whole:
        return f"{figure(low)} … <{figure(low + size)}"
    return figure(low) if size == 1 else f"{figure(low)} … {figure(low + size - 1)}"


def _description(rows: Sequence[tuple[str, int]]) -> str:
    return "; ".join(
        ngettext("%(range)s: %(count)d player", "%(range)s: %(count)d players", count)
        % {"range": label, "count": count}
        for label, count in rows
    )


def _draw(rows: Sequence[tuple[str, int]], marked: int | None) -> SvgDrawing:
    most = max(count for _label, count in rows)
    drawing = SvgDrawing(ROW * len(rows) + 4)
    for at, (label, count) in enumerate(rows):
        y, length = 2 + ROW * at, LONGEST * count / most
        drawing.text(label, LEFT - 8, y + 13, LEFT - 8, kind="end")
        drawing.add("rect", x=LEFT, y=y, width=max(length, 1), height=BAR, kind="bar marked" if at == marked else "bar")
        drawing.text(f"{count}{' ◂' if at == marked else ''}", LEFT + length + 6, y + 13, 38, kind="strong")
    return drawing
