"""Busca: players avoid points but must cover; the highest total, or a player who covers nothing, takes buscas."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.bounds import HandBounds
from scoring.fields import Field, Kind, missing
from scoring.packs import LAST_TRICK_PILE, LATIN_SUITS, CardKind, Pack, suited
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, LIMIT, RuleSet
from scoring.values import ALL_LINES, HandScore, Line, Options, TableRules, TableState, Tally

TRICKS_IN_A_HAND = 10
LAST_TRICK = 3
FIGURES = ("3", "2", "king", "knight", "jack")

POINTS = Field("points", _("Points"), _("Aces 3, the Pita 8, figures 1, the last trick 3: 40 in all"), maximum=40)
TRICKS = Field(
    "tricks", _("Tricks"), _("Enter the tricks of every player, or of none"), maximum=TRICKS_IN_A_HAND, optional=True
)
LAST_TRICK_WINNER = Field(
    "last_trick", _("Last trick"), _("Who won the last trick"), kind=Kind.SIDE, maximum=3, optional=True
)
BUSCAS = replace(
    LIMIT, help=_("The table ends when a player reaches this limit; the player with the fewest buscas is first")
)
PACK = Pack(
    kinds=(
        CardKind("pita", _("Pita: the ace of coins"), 8, ("ace-coins",)),
        CardKind("ace", _("Other aces"), 3, suited(["ace"], LATIN_SUITS[1:])),
        CardKind("figure", _("Figures: 3, 2, king, knight, jack"), 1, suited(FIGURES, LATIN_SUITS)),
        CardKind("blank", _("Other cards"), 0, suited("4567", LATIN_SUITS)),
    ),
    last_trick=LAST_TRICK,
)
CARD_POINTS = (
    frozenset({0}),
    frozenset(range(18)) - {16},
    frozenset(range(22)),
    frozenset(range(26)),
    frozenset(range(30)),
    frozenset(range(4, 34)),
    frozenset(range(8, 38)),
    frozenset(range(12, 38)),
    frozenset(range(16, 38)),
    frozenset(range(20, 38)) - {21},
    frozenset({37}),
)
"""By number of tricks, the points that the cards of these tricks can have, without the 3 points of the last trick."""


@dataclass(frozen=True, kw_only=True)
class Busca(RuleSet):
    """Busca by the Accademia's rules, to a target or for a number of hands; the fewest buscas win.

    `all_level` is the number of buscas for each player if all four have 10 points. Published rules differ on this
    number.
    """

    all_level: int
    sides: range = range(4, 5)
    page: str = "busca"
    low_wins: bool = True
    unit: str = "buscas"
    hand_total: int | None = 40
    card_points: str | None = "points"
    table_fields: tuple[Field, ...] = (BUSCAS, HANDS)
    line: tuple[Field, ...] = (POINTS, TRICKS)
    hand_fields: tuple[Field, ...] = (LAST_TRICK_WINNER,)
    count_fields: tuple[Field, ...] = (LAST_TRICK_PILE,)

    def sums(self, options: Options, playing: int) -> Mapping[str, int]:
        """Return the sums of the points and the tricks of a hand."""
        return {**super().sums(options, playing), "tricks": TRICKS_IN_A_HAND}

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterable[Problem]:
        """Yield problems for points that do not fit the number of tricks."""
        if "tricks" not in line or "points" not in line:
            return ()
        points, tricks = int(line["points"]), int(line["tricks"])
        winner = tally.fact("last_trick")
        bonuses = (0, LAST_TRICK) if winner is None and tricks else (LAST_TRICK * (winner == side),)
        if any(points - bonus in CARD_POINTS[tricks] for bonus in bonuses):
            return ()
        message = _("%(points)d points are impossible with so many tricks (%(tricks)d)")
        params = {"points": points, "tricks": tricks}
        return (Problem("points_impossible_for_tricks", message, params, ("points",)),)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for a wrong total, tricks that do not add up and an impossible last trick."""
        yield from self.check_total(tally)
        if tally.mentions("tricks"):
            yield from _tricks_problems(tally)
        if tally.facts:
            yield from _last_trick_problems(tally, int(tally.facts["last_trick"]))

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the buscas that each side takes in the hand; None for a side that is out."""
        points = tally.column("points") or []
        if len(points) == len(tally.lines):
            return tuple(self.buscas(points))
        taken = iter(self.buscas(points))
        return tuple(None if line is None else next(taken) for line in tally.lines)

    def buscas(self, points: Sequence[int]) -> list[int]:
        """Return the buscas for the points of the players of a hand."""
        not_covering = points.count(0)
        if not_covering:
            return [0 if mine else not_covering for mine in points]
        top = max(points)
        sharing = points.count(top)
        each = self.all_level if sharing == 4 else sharing * _buscas_of_one(top)
        return [each if mine == top else 0 for mine in points]

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a player's buscas, and of the sum of all players.

        A player has the most buscas (17 with four players) if each other player has 1 point. All players together take
        at least 1 busca.
        """
        return HandBounds(0, _buscas_of_one(40 - (sides - 1)), 1, _buscas_of_one(40 - (sides - 1)))

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the 40 cards with their values, and the points of the last trick."""
        return PACK

    def opening_lead(self, rules: TableRules) -> int | None:
        """Return the side drawn to lead the first hand; None if there was no draw."""
        return rules.first_lead

    def next_lead(self, state: TableState, hand: HandScore) -> tuple[int | None, str]:
        """Return the player to the right of the only player who took buscas; None and a note if several players did."""
        takers = [side for side, buscas in enumerate(hand.scores) if buscas]
        if len(takers) == 1:
            return (takers[0] - 1) % len(hand.scores), ""
        return None, _("Several players took buscas: agree at the table who leads.")


def _buscas_of_one(points: int) -> int:
    if points <= 18:
        return 1
    return 2 if points <= 22 else points - 20


def _tricks_problems(tally: Tally) -> Iterator[Problem]:
    for side in tally.silent("tricks"):
        yield missing("tricks").under("lines", side)
    tricks = tally.column("tricks")
    if tricks is not None and sum(tricks) != TRICKS_IN_A_HAND:
        message = _("The tricks total %(total)d: there are 10 in a hand")
        yield Problem("tricks_sum", message, {"total": sum(tricks), "field": "tricks"}, ALL_LINES)


def _last_trick_problems(tally: Tally, winner: int) -> Iterator[Problem]:
    if tally.lines[winner] is None:
        message = _("This player is out of the game: another player won the last trick")
        yield Problem("eliminated_side", message, {}, ("hand", "last_trick"))
    points, tricks = tally.number(winner, "points"), tally.number(winner, "tricks")
    if points is not None and points < LAST_TRICK:
        message = _("The player who won the last trick has at least 3 points, not %(points)d")
        yield Problem("last_trick_winner_below_3", message, {"points": points}, ("lines", winner, "points"))
    if tricks == 0:
        message = _("The player who won the last trick has at least one trick")
        yield Problem("last_trick_winner_without_trick", message, {}, ("lines", winner, "tricks"))


ACCADEMIA = Busca(
    slug="busca-accademia",
    usual_table=TableRules(hands=8),
    title="Busca (Accademia)",
    source="Accademia Italiana Gioco Carte, Regolamento Busca",
    all_level=1,
    names_pack=True,
)
