"""Marriages: the king and the knight of one suit among the cards that one side took."""

from collections.abc import Iterator

from scoring.core import ALL_LINES, Line, Tally
from scoring.fields import Field
from scoring.problems import Problem
from scoring.problems import gettext_noop as _

TRUMP = Field(
    name="trump_marriages",
    label=_("Marriage in trumps"),
    help=_("King and knight of trumps: 40 points"),
    maximum=1,
    required=False,
    default=0,
)
PLAIN = Field(
    name="plain_marriages",
    label=_("Other marriages"),
    help=_("King and knight of another suit: 20 points each"),
    maximum=3,
    required=False,
    default=0,
)
FIELDS = (TRUMP, PLAIN)
KING_AND_KNIGHT = 7


def bonus(line: Line) -> int:
    """Return the points of the marriages in one line."""
    return 40 * int(line["trump_marriages"]) + 20 * int(line["plain_marriages"])


def check_line(line: Line) -> Iterator[Problem]:
    """Refuse more marriages than the side's card points have room for."""
    if not line.keys() >= {"points", "trump_marriages", "plain_marriages"}:
        return
    needed = KING_AND_KNIGHT * (int(line["trump_marriages"]) + int(line["plain_marriages"]))
    if int(line["points"]) < needed:
        message = _("So many marriages take %(needed)d card points: each has a king and a knight")
        yield Problem("marriages", message, {"needed": needed}, ("points",))


def check_hand(tally: Tally) -> Iterator[Problem]:
    """Refuse more marriages than there are suits."""
    for field in FIELDS:
        counts = tally.column(field.name)
        if counts is not None and sum(counts) > field.maximum:
            message = _("The sides together have at most %(most)d of these marriages")
            yield Problem("marriages", message, {"most": field.maximum, "field": field.name}, ALL_LINES)
