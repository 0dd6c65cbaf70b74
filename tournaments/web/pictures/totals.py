"""How the totals at a table grew, hand by hand."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.actions.hands.tables import TableInPlay
from tournaments.wording.words import figure

from .drawing import Picture
from .lines import ChartLine, draw_lines

LAST_HANDS = 40


def totals_picture(names: Sequence[str], hands: Sequence[Sequence[int | None]]) -> Picture:
    """The total of each side after each hand; None where a side was out of the game."""
    totals = [_sums([hand[side] for hand in hands]) for side in range(len(names))]
    steps = [str(number) for number in range(len(hands) + 1)][-LAST_HANDS:]
    drawn = [ChartLine(name, sums[-LAST_HANDS:]) for name, sums in zip(names, totals, strict=True)]
    every = [value for sums in totals for value in sums[-LAST_HANDS:]]
    bounds = (min(every), max(every))
    title = _("How the table went")
    drawing = draw_lines(drawn, steps, bounds, [figure(bound) for bound in bounds])
    told = ", ".join(f"{name}: {figure(sums[-1])}" for name, sums in zip(names, totals, strict=True))
    return Picture(
        name="totals",
        title=title,
        reading=_("The sum of each one after each hand."),
        svg=drawing.svg("totals", title, told),
        columns=[_("Hand"), *names],
        rows=[[str(at), *(figure(sums[at]) for sums in totals)] for at in range(1, len(hands) + 1)],
    )


def picture_of_totals(play: TableInPlay) -> Picture:
    """How a table went, each side called by its names."""
    sides = [" – ".join(seat.name for seat in side) for side in play.sides]
    return totals_picture(sides, [hand.scores for hand in play.hands])


def _sums(scores: Sequence[int | None]) -> list[int]:
    sums = [0]
    for score in scores:
        sums.append(sums[-1] + (score or 0))
    return sums
