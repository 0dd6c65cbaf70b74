"""Briscola chiamata: the caller and a hidden partner against the other three or four."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.bounds import HandBounds
from scoring.brisca_pack import CARD_POINTS, VALUES, brisca_pack, check_points
from scoring.fields import Choice, Field
from scoring.packs import Pack
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import RuleSet
from scoring.values import ALL_LINES, Line, Options, TableRules, Tally

ROLE = Field(
    "role",
    _("Role"),
    _("One caller, at most one partner, the others defend"),
    choices=(Choice("caller", _("Caller")), Choice("partner", _("Partner")), Choice("defender", _("Defender"))),
)
CALLER_POINTS = Field(
    "caller_points", _("Points of the caller’s side"), _("Caller and partner together, of 120"), maximum=CARD_POINTS
)
THRESHOLD = Field(
    "threshold", _("Points called"), _("What the caller’s side must reach"), minimum=61, maximum=CARD_POINTS, default=61
)
MADE = {"caller": 2, "partner": 1, "defender": -1}
"""The score of each role if the call is made; if it fails, the signs are reversed."""


@dataclass(frozen=True, kw_only=True)
class BriscolaChiamata(RuleSet):
    """Briscola chiamata for five players; partners change from hand to hand."""

    sides: range = range(5, 6)
    page: str = "brisca"
    line: tuple[Field, ...] = (ROLE,)
    hand_fields: tuple[Field, ...] = (CALLER_POINTS, THRESHOLD)
    count_fields: tuple[Field, ...] = (VALUES,)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for missing or repeated roles, and for points that do not add up."""
        roles = tally.words("role")
        if roles is not None and (roles.count("caller") != 1 or roles.count("partner") > 1):
            message = _("There is one caller and at most one partner: the others are defenders")
            yield Problem("roles", message, {"field": "role"}, ALL_LINES)
        for problem in check_points(tally.facts, "caller_points"):
            yield problem.under("hand")

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return 2 for the caller (4 if alone), 1 for the partner and -1 for each defender.

        If the call fails, the signs are reversed.
        """
        roles = tally.words("role") or []
        worth = MADE if "partner" in roles else MADE | {"caller": 4}
        made = int(tally.facts["caller_points"]) >= int(tally.facts["threshold"])
        sign = 1 if made else -1
        return tuple(sign * worth[role] for role in roles)

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds -4 and 4, the scores of a caller without a partner. The scores of a hand add up to 0."""
        return HandBounds(-4, 4, 0, 0)

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the 40 cards with the values of the region."""
        return brisca_pack(40, str(facts["values"]))


CHIAMATA = BriscolaChiamata(
    slug="briscola-chiamata",
    usual_table=TableRules(hands=10),
    title="Briscola chiamata",
    source="Wikipedia, Brisca: Briscola Chiamata",
)
