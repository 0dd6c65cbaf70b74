"""Tressette in pairs: eleven points for cards and the last trick, and the declarations at the first trick."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.accusations import ACCUSATIONS, MOST, check_accusations, least_thirds, points_of
from scoring.bounds import HandBounds
from scoring.fields import Choice, Field, missing
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, TARGET, RuleSet
from scoring.values import ALL_LINES, Options, TableRules, Tally

CARD_POINTS = 11
"""The whole points in 32 thirds of the cards and three of the last trick; each side's fractions are dropped."""

POINTS = Field(
    "points",
    _("Points"),
    _("Aces and the last trick 1 each; threes, twos and figures a third each; thirds left over do not count"),
    maximum=CARD_POINTS,
)
THIRDS_LEFT = 2
"""The thirds, of 35, that the two sides have together besides their whole points."""

THIRDS = Field(
    "thirds",
    _("Thirds left over"),
    _("Thirds beyond the whole points; both sides together have two. Enter them for both sides or for neither"),
    maximum=THIRDS_LEFT,
    optional=True,
)
ACCUSED = Field(
    "accusations",
    _("Declarations"),
    choices=(Choice("counted", _("Counted")), Choice("none", _("Not played"))),
    default="counted",
)
GAME = replace(
    TARGET,
    help=_("The table ends when a side is ahead with this many points"),
    choices=(Choice(21, _("21 points")), Choice(31, _("31 points")), Choice(41, _("41 points"))),
)


@dataclass(frozen=True, kw_only=True)
class Tressette(RuleSet):
    """Tressette between two pairs."""

    page: str = "tressette"
    sides: range = range(2, 3)
    method: str = "match-points"
    must_lead: bool = True
    hand_total: int | None = CARD_POINTS
    card_points: str | None = "points"
    option_fields: tuple[Field, ...] = (ACCUSED,)
    main_options: tuple[str, ...] = ("accusations",)
    table_fields: tuple[Field, ...] = (GAME, HANDS)

    def seats_per_side(self, options: Options) -> int:
        """Return 2."""
        return 2

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the fields for points and thirds and, if declarations count, for declarations."""
        return (POINTS, THIRDS, *(ACCUSATIONS if options["accusations"] == "counted" else ()))

    def sums(self, options: Options, playing: int) -> Mapping[str, int]:
        """Return the sums of the points, and of the thirds that remain."""
        return {**super().sums(options, playing), "thirds": THIRDS_LEFT}

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for a wrong total, and for thirds that do not make 35 with the points."""
        yield from self.check_total(tally)
        if tally.mentions("thirds"):
            yield from (missing("thirds").under("lines", side) for side in tally.silent("thirds"))
            thirds = tally.column("thirds")
            if thirds is not None and sum(thirds) != THIRDS_LEFT:
                message = _("The thirds left over total %(total)d: there must be %(right)d")
                params = {"total": sum(thirds), "right": THIRDS_LEFT, "field": "thirds"}
                yield Problem("thirds_sum", message, params, ALL_LINES)

    def check_cards(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for declarations that four hands of ten cards cannot hold together."""
        return check_accusations(tally)

    def check_play(self, tally: Tally) -> Iterator[Problem]:
        """Yield a problem for fewer points than a side with these declarations takes in any play."""
        for side, line in tally.sides():
            least = least_thirds(line) if "points" in line and "napoletane" in line else 0
            if least and 3 * int(line["points"]) + int(line.get("thirds", THIRDS_LEFT)) < least:
                message = _("With these declarations a side wins at least %(least)d thirds of a point")
                yield Problem("fewer_than_accused", message, {"least": least}, ("lines", side, "points"))

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return each side's points and declarations."""
        return tuple(int(line["points"]) + points_of(line) for _side, line in tally.sides())

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return 0 and the eleven points with all declarations as bounds.

        Both sides together have at least the eleven points.
        """
        accused = MOST if options["accusations"] == "counted" else 0
        return HandBounds(0, CARD_POINTS + accused, CARD_POINTS, CARD_POINTS + accused)


TRESSETTE = Tressette(
    slug="tressette",
    title=_("Tressette"),
    source="The Penguin Book of Card Games, Tressette",
    usual_table=TableRules(target=31),
)
