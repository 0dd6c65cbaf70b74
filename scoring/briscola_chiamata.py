"""Briscola chiamata: the caller and a hidden partner against the other three or four."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.brisca_pack import CARD_POINTS, VALUES, brisca_pack, check_points
from scoring.cards import Pack
from scoring.core import ALL_LINES, Line, Options, TableRules, Tally
from scoring.fields import Choice, Field, Kind
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import RuleSet

ROLE = Field(
    name="role",
    label=_("Role"),
    help=_("One caller, at most one partner, the others defend"),
    kind=Kind.CHOICE,
    choices=(Choice("caller", _("Caller")), Choice("partner", _("Partner")), Choice("defender", _("Defender"))),
)
CALLER_POINTS = Field(
    name="caller_points",
    label=_("Points of the caller's side"),
    help=_("Caller and partner together, of 120"),
    maximum=CARD_POINTS,
)
THRESHOLD = Field(
    name="threshold",
    label=_("Points called"),
    help=_("What the caller's side must reach"),
    minimum=61,
    maximum=CARD_POINTS,
    required=False,
    default=61,
)
MADE = {"caller": 2, "partner": 1, "defender": -1}
"""The score of each role when the call is made; when it fails the signs turn."""


@dataclass(frozen=True, kw_only=True)
class BriscolaChiamata(RuleSet):
    """Briscola chiamata for five players, each with a score of his own."""

    page: str = "brisca"
    count_fields: tuple[Field, ...] = (VALUES,)

    def sides(self, options: Options) -> range:
        """Return five: who plays together changes from hand to hand."""
        return range(5, 6)

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the role in this hand."""
        return (ROLE,)

    def hand_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return what the caller's side took and what it had called."""
        return (CALLER_POINTS, THRESHOLD)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Refuse roles that nobody or too many play, and points that no cards make."""
        roles = tally.words("role")
        if roles is not None and (roles.count("caller") != 1 or roles.count("partner") > 1):
            message = _("There is one caller and at most one partner: the others are defenders")
            yield Problem("roles", message, {"field": "role"}, ALL_LINES)
        for problem in check_points(tally.facts, "caller_points"):
            yield problem.under("hand")

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return 2 for the caller, 1 for the partner, -1 for a defender; alone the caller has 4."""
        roles = tally.words("role") or []
        worth = MADE if "partner" in roles else MADE | {"caller": 4}
        made = int(tally.facts["caller_points"]) >= int(tally.facts["threshold"])
        sign = 1 if made else -1
        return tuple(sign * worth[role] for role in roles)

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the 40 cards with the values that the region gives them."""
        return brisca_pack(40, str(facts["values"]))


CHIAMATA = BriscolaChiamata(
    slug="briscola-chiamata",
    usual_table=TableRules(hands=10),
    title="Briscola chiamata",
    source="Wikipedia, Brisca: Briscola Chiamata",
)
