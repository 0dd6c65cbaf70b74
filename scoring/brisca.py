"""Brisca: the side with more than 60 of the 120 card points wins the hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.bounds import HandBounds
from scoring.brisca_pack import CARD_POINTS, VALUES, brisca_pack, check_points, points_of_cards
from scoring.fields import Choice, Field
from scoring.packs import LATIN_SUITS, SUITS, Pack
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, PLAYERS, TARGET, RuleSet
from scoring.values import ALL_LINES, HandScore, Line, Options, TableRules, TableState, Tally

POINTS = Field(
    "points", _("Points"), _("Aces 11, threes 10, kings 4, knights 3, jacks 2: 120 in all"), maximum=CARD_POINTS
)
CARDS = Field(
    "cards", _("Cards"), _("How many cards the side took; if the points are level, the cards decide"), optional=True
)
LINES = {pack: (POINTS, replace(CARDS, maximum=pack)) for pack in (40, 48)}
UP_TO_SIX = replace(PLAYERS, choices=(*PLAYERS.choices, Choice(6, _("Six, in two sides of three, with 48 cards"))))
DOUBLE = Field(
    "double_over_100",
    _("Two game points"),
    _("When a hand is worth two game points"),
    choices=(
        Choice("off", _("Never")),
        Choice("total", _("The winner has more than 100 card points")),
        Choice("margin", _("The winner leads by more than 100 card points")),
    ),
    default="off",
)
SERIES = Field(
    "series",
    _("Series"),
    _("What decides a series of hands; at a table with a target, game points decide"),
    choices=(Choice("victories", _("Hands won, then card points")), Choice("points", _("Card points"))),
    default="victories",
)
GAME_POINTS = replace(
    TARGET,
    help=_("The table ends when a side has this many game points"),
    choices=(Choice(3, _("3 game points")), Choice(5, _("5 game points")), Choice(7, _("7 game points"))),
)


def pack_size(options: Options) -> int:
    """Return the number of cards in the pack."""
    return 48 if options["players"] == 6 else 40


THREE_GAMES = TableRules(target=3)


@dataclass(frozen=True, kw_only=True)
class Brisca(RuleSet):
    """Brisca between two sides of one, two or three players.

    The winner gets one game point. A club can choose that the winner gets two with more than 100 card points, or with a
    lead of more than 100.
    """

    sides: range = range(2, 3)
    page: str = "brisca"
    unit: str = "game points"
    method: str = "match-points"
    hand_total: int | None = CARD_POINTS
    card_points: str | None = "points"
    option_fields: tuple[Field, ...] = (UP_TO_SIX, DOUBLE, SERIES)
    table_fields: tuple[Field, ...] = (GAME_POINTS, HANDS)
    usual_table: TableRules = THREE_GAMES
    count_fields: tuple[Field, ...] = (VALUES,)

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the fields for card points and for cards, whose number decides a hand with equal card points."""
        return LINES[pack_size(options)]

    def sums(self, options: Options, playing: int) -> Mapping[str, int]:
        """Return the sums of the card points and of the cards."""
        return {**super().sums(options, playing), "cards": pack_size(options)}

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterator[Problem]:
        """Yield problems for points and cards that one side cannot have."""
        yield from check_points(line)
        if "cards" in line:
            yield from _check_cards(line, tally.options)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for points and cards that do not add up.

        The number of cards is required for both sides if it is given for one of them, or if card points are equal.
        """
        yield from self.check_total(tally)
        cards = tally.column("cards")
        if cards is not None and sum(cards) != pack_size(tally.options):
            params = {"total": sum(cards), "pack": pack_size(tally.options)}
            message = _("The cards total %(total)d: the pack has %(pack)d")
            yield Problem("cards_sum", message, {**params, "field": "cards"}, ALL_LINES)
        if tally.mentions("cards") or self.is_level(tally):
            for side in tally.silent("cards"):
                message = _("Enter the number of cards of both sides; it decides a level hand")
                yield Problem("cards_needed", message, {}, ("lines", side, "cards"))

    def hand_points(self, tally: Tally) -> list[int] | None:
        """Return the points of each side that decide the hand; None if any are missing."""
        return tally.column("points")

    def is_level(self, tally: Tally) -> bool:
        """Return whether card points are equal, so that only the number of cards can decide."""
        points = self.hand_points(tally)
        return points is not None and points[0] == points[1]

    def winner(self, tally: Tally) -> int | None:
        """Return the side that won the hand; None if it is a draw."""
        measure = tally.column("cards") if self.is_level(tally) else self.hand_points(tally)
        first, second = measure or (0, 0)
        return None if first == second else int(second > first)

    def is_double(self, tally: Tally, winner: int) -> bool:
        """Return whether the winner gets two game points; the number of cards never doubles a hand."""
        points = tally.column("points") or [0, 0]
        if tally.options["double_over_100"] == "margin":
            return points[winner] - points[1 - winner] > 100
        return tally.options["double_over_100"] == "total" and points[winner] > 100

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the game points of the hand."""
        winner = self.winner(tally)
        if winner is None:
            return (0, 0)
        worth = 2 if self.is_double(tally, winner) else 1
        return (worth, 0) if winner == 0 else (0, worth)

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a hand: from 0 (a draw) to 1 game point, or to 2 if a hand may count double."""
        worth = 1 if options["double_over_100"] == "off" else 2
        return HandBounds(0, worth, 0, worth)

    def trumps(self, rules: TableRules, number: int) -> str:
        """Return the suit of trumps: the suits take turns from hand to hand, beginning with coins.

        Return "" if the table has a target or no number of hands.
        """
        in_turn = rules.hands is not None and rules.target is None
        return SUITS[LATIN_SUITS[(number - 1) % len(LATIN_SUITS)]] if in_turn else ""

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the 40 or 48 cards with the values of the region."""
        return brisca_pack(pack_size(options), str(facts["values"]))

    def victories_of(self, hand: HandScore) -> Sequence[int]:
        """Return 1 for the side that won, 0 for the other."""
        return [1 if score else 0 for score in hand.scores]

    def order(self, state: TableState) -> list[tuple[int, ...]]:
        """Rank sides by game points if the table has a target, else by card points or hands won, as the club chose."""
        if state.rules.target is not None:
            return super().order(state)
        if state.options["series"] == "points":
            return [(-points,) for points in state.card_points]
        both = zip(state.victories, state.card_points, strict=True)
        return [(-victories, -points) for victories, points in both]

    def totals_problem(self, options: Options, rules: TableRules) -> Problem | None:
        """Return a problem if card points decide, because totals are game points."""
        if rules.target is not None or options["series"] != "points":
            return None
        message = _("If card points decide, score hand by hand: the totals of a table are game points.")
        return Problem("not_for_this_game", message, pointer=("kept",))

    def stays_ahead(self, state: TableState, ahead: int, behind: int, left: int) -> bool:
        """Compare game points or, without a target, card points or hands won, as the club chose."""
        if state.rules.target is not None:
            return super().stays_ahead(state, ahead, behind, left)
        if state.options["series"] == "points":
            return state.card_points[ahead] - state.card_points[behind] > left * CARD_POINTS
        return state.victories[ahead] - state.victories[behind] > left


@dataclass(frozen=True, kw_only=True)
class Briscola(Brisca):
    """Brisca of two or of pairs, as it is played in Italy: each hand turns up its trumps."""

    page: str = "briscola"
    option_fields: tuple[Field, ...] = (PLAYERS, DOUBLE, SERIES)

    def trumps(self, rules: TableRules, number: int) -> str:
        """Return "", because each hand turns up its trumps."""
        return ""


def _check_cards(line: Line, options: Options) -> Iterator[Problem]:
    cards, players = int(line["cards"]), int(options["players"])
    if cards % players:
        message = _("Cards are won in whole tricks: enter a multiple of %(players)d")
        yield Problem("cards_not_whole_tricks", message, {"players": players}, ("cards",))
    if "points" in line and line["points"] not in points_of_cards(pack_size(options))[cards]:
        message = _("%(cards)d cards cannot hold %(points)d points")
        params = {"cards": cards, "points": line["points"]}
        yield Problem("points_impossible_for_cards", message, params, ("points",))


BRISCA = Brisca(slug="brisca", title=_("Brisca"), source="Wikipedia, Brisca")
BRISCOLA = Briscola(slug="briscola", title="Briscola", source="Wikipedia, Briscola")
