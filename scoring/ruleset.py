"""The interface of a game's rules, with the defaults that most games share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import ClassVar

from scoring.bounds import ENDLESS, HandBounds, TableBounds, each_side
from scoring.fields import Choice, Field
from scoring.packs import Pack
from scoring.problems import Problem, Step
from scoring.problems import gettext_noop as _
from scoring.values import ALL_LINES, Checks, HandScore, Line, Options, TableRules, TableState, Tally

TARGET = Field("target", _("Target"), _("The table ends when somebody’s total reaches it"), minimum=1, optional=True)
LIMIT = replace(TARGET, label=_("Limit"), help=_("The table ends when a total reaches it; the lowest total wins"))
PLAYERS = Field("players", _("Players"), choices=(Choice(2, _("Two")), Choice(4, _("Four, in pairs"))), default=4)
HANDS = Field("hands", _("Hands"), _("The table ends after this many hands"), minimum=1, optional=True)


OPEN_END = TableRules()

TOO_MUCH, TOO_LITTLE = _("Total %(total)d: take away %(excess)d"), _("Total %(total)d: add %(lacking)d")


class UntranslatedText(str):
    """A name or a unit that a club chose; it is the same in every language."""

    __slots__ = ()


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The rules of one game. A subclass defines how a game differs from the defaults; a variant overrides one method.

    About the game: `source` is the title of the published rules; `apart` says how it differs from a game with a similar
    name; `page` is the name of its page in docs/rules. `names_pack` is true if the rules name a pack. Then everybody at
    a table must agree before the table plays with a different pack.

    Fields: `line` has the fields of each side, if they never vary; `hand_fields` has those of the hand. `announced` has
    the names of the fields of a line that are announced before the hand. `main_options` has the names of the options
    that the form of a new tournament shows first.

    Scores: `hand_total` is the sum of a hand's points, if it is fixed; `card_points` is the field with these points.
    `score_field` is the field whose value is the score. Every score is a multiple of `step`. `unit` is the unit of
    scores: points, game points or buscas. `method` is the default scoring of tournaments. `sit_out` has the victory
    points and the difference that the rules give for a sit-out.

    Problems: `own_problems` has the message of each problem that only this game has, by its code.

    Tables: `sides` are the possible numbers of sides; `usual_table` has the default table rules. If `table_fields` has
    no target, `no_target` says why. With `must_lead`, sides with equal totals at the target play another hand. With
    `may_end_early`, a table can be over before its last hand.
    """

    own_problems: ClassVar[Mapping[str, str]] = {}

    slug: str
    title: str
    source: str
    sides: range
    page: str = ""
    apart: str = ""
    low_wins: bool = False
    unit: str = "points"
    step: int = 1
    method: str = "total"
    needs_end: bool = True
    names_pack: bool = False
    removes_sides: bool = False
    must_lead: bool = False
    may_end_early: bool = False
    announced: tuple[str, ...] = ()
    hand_total: int | None = None
    card_points: str | None = None
    score_field: str | None = None
    option_fields: tuple[Field, ...] = ()
    main_options: tuple[str, ...] = ()
    table_fields: tuple[Field, ...] = (TARGET, HANDS)
    no_target: str = _("Tables of this game do not use this rule")
    usual_table: TableRules = OPEN_END
    sit_out: tuple[int, int] | None = None
    line: tuple[Field, ...] = ()
    hand_fields: tuple[Field, ...] = ()
    count_fields: tuple[Field, ...] = ()

    def seats_per_side(self, options: Options) -> int:
        """Return the number of players on a side: half of the option `players`; 1 if there is no such option."""
        return int(options.get("players", 2)) // 2

    def configured(self, options: Options) -> "RuleSet":
        """Return the game with these options; unchanged if they affect only the score of a hand."""
        return self

    def option_problems(self, options: Options) -> Iterable[Problem]:
        """Return the problems of options that are valid by themselves but contradict each other."""
        return ()

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the fields of a side's line; `playing` is the number of sides in the hand, None if unknown."""
        return self.line

    def sums(self, options: Options, playing: int) -> Mapping[str, int]:
        """Return the sum over all lines for each field for which the rules fix it."""
        if self.hand_total is None or self.card_points is None:
            return {}
        return {self.card_points: self.hand_total}

    def totals_problem(self, options: Options, rules: TableRules) -> Problem | None:
        """Return why tables cannot be scored by their totals; None if they can."""
        if not self.removes_sides:
            return None
        message = _("This game must be scored hand by hand: the totals do not show who was out first.")
        return Problem("not_for_this_game", message, pointer=("kept",))

    def default_method(self, rules: TableRules) -> str:
        """Return the default scoring for tables with these rules.

        It is `method`; but "places" if `method` is "total" and the rules have a target.
        """
        return "places" if self.method == "total" and rules.target else self.method

    def complete(self, rules: TableRules) -> TableRules:
        """Return the table rules completed by the game's own rules."""
        return rules

    def own_end(self, options: Options) -> str:
        """Return, as part of a sentence, when this game ends a table; "" if each table agrees on its end."""
        return ""

    def table_problems(self, rules: TableRules) -> Iterator[Problem]:
        """Yield a problem for each contradiction between table rules that are valid by themselves."""
        if self.needs_end and rules.target is None and rules.hands is None and not rules.timed:
            message = _("Choose when the table ends, for example after a number of hands")
            yield Problem("no_end_condition", message)

    def problems(self, tally: Tally, checks: Checks = Checks.CARDS) -> list[Problem]:
        """Return the problems of a tally that all checks up to `checks` find.

        If a problem concerns the lines as a whole, the checks between lines are skipped.
        """
        problems = [
            problem.under("lines", side)
            for side, line in tally.sides()
            for problem in self.check_line(tally, side, line)
        ]
        if ALL_LINES not in tally.refused:
            problems.extend(self.check_hand(tally))
            if checks >= Checks.CARDS:
                problems.extend(self.check_cards(tally))
            if checks >= Checks.PLAY:
                problems.extend(self.check_play(tally))
        return problems

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterable[Problem]:
        """Return the problems within one line; values that were refused before are not in the line."""
        return ()

    def check_hand(self, tally: Tally) -> Iterable[Problem]:
        """Return the problems between the lines, and of the facts of the hand; by default, those of a wrong total."""
        return self.check_total(tally)

    def check_cards(self, tally: Tally) -> Iterable[Problem]:
        """Return the problems that follow from the cards of the pack. A stored hand does not get this check."""
        return ()

    def check_play(self, tally: Tally) -> Iterable[Problem]:
        """Return the problems that follow from how hands are played.

        Only a hand that will be recorded gets this check.
        """
        return ()

    def own_problem(self, name: str, pointer: tuple[Step, ...] = (), **params: object) -> Problem:
        """Return one of `own_problems`, with a pointer to its place and the parameters of its message."""
        return Problem(name, self.own_problems[name], params, pointer)

    def codes(self) -> dict[str, list[str]]:
        """Return the codes of the game's own problems and of a wrong fixed total, each with its messages."""
        codes = {code: [message] for code, message in self.own_problems.items()}
        return codes if self.hand_total is None else codes | {f"sum_not_{self.hand_total}": [TOO_LITTLE, TOO_MUCH]}

    def check_total(self, tally: Tally) -> Iterator[Problem]:
        """Yield a problem for card points that do not add up to the total of a hand."""
        points = tally.column(self.card_points or "")
        if points is not None and self.hand_total not in (None, sum(points)):
            yield wrong_total(points, self.hand_total or 0, self.card_points or "", f"sum_not_{self.hand_total}")

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the score of each side (None for a side that is out) for a tally without problems."""
        raise NotImplementedError

    def points_of(self, tally: Tally) -> Sequence[int]:
        """Return the card points of each side; 0 if the game does not count them or they are missing."""
        if self.card_points is None:
            return (0,) * len(tally.lines)
        return [(tally.number(side, self.card_points) or 0) for side in range(len(tally.lines))]

    def pack(self, options: Options, facts: Line) -> Pack | None:
        """Return the cards for the card counter; None if the cards of the game have no points."""
        return None

    def victories_of(self, hand: HandScore) -> Sequence[int]:
        """Return 1 for a side that won the hand, else 0; always 0 in games in which hands have no winner."""
        return (0,) * len(hand.scores)

    def leavers(self, options: Options, totals: Sequence[int]) -> Sequence[int]:
        """Return the sides that leave the game because of their totals."""
        return ()

    def ending(self, state: TableState) -> str | None:
        """Return why the table is over, "target" or "hands"; None if the table goes on."""
        if state.rules.target is not None and self.reached(state, state.rules.target):
            return "target"
        if state.rules.hands is not None and state.hands >= state.rules.hands:
            return "hands"
        return None

    def reached(self, state: TableState, target: int) -> bool:
        """Return whether the highest total has reached the target.

        If `must_lead`, only one side may have this total.
        """
        most = max(state.totals)
        return most >= target and not (self.must_lead and state.totals.count(most) > 1)

    def order(self, state: TableState) -> list[tuple[int, ...]]:
        """Return a sort key for each side.

        The lowest key has the first place, and sides with equal keys share a place.
        """
        sign = 1 if self.low_wins else -1
        return [(sign * total,) for total in state.totals]

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a hand at a table with this number of sides.

        By default, a hand is unbounded (`ENDLESS`).
        """
        return each_side(-ENDLESS, ENDLESS, sides)

    def stays_ahead(self, state: TableState, ahead: int, behind: int, left: int) -> bool:
        """Return whether one side certainly ends ahead of another, for all results of the `left` remaining hands.

        A subclass that overrides `order` must also override this method.
        """
        bounds = self.hand_bounds(state.options, state.sides)
        lead = state.totals[ahead] - state.totals[behind]
        return (-lead if self.low_wins else lead) > left * (bounds.most - bounds.least)

    def table_bounds(self, state: TableState) -> TableBounds:
        """Return the bounds of the totals at the end of the table; the table may end before its last hand."""
        hand = self.hand_bounds(state.options, state.sides)
        left = max((state.rules.hands or ENDLESS) - state.hands, 0)
        first = 0 if state.hands else 1
        least, least_sum = (min(first * each, left * each) for each in (hand.least, hand.least_sum))
        most, most_sum = (max(first * each, left * each) for each in (hand.most, hand.most_sum))
        pairs = permutations(range(state.sides), 2)
        return TableBounds(
            least=tuple(total + least for total in state.totals),
            most=tuple(total + most for total in state.totals),
            least_sum=sum(state.totals) + least_sum,
            most_sum=sum(state.totals) + most_sum,
            ahead=frozenset(pair for pair in pairs if self.stays_ahead(state, *pair, left)),
        )

    def trumps(self, rules: TableRules, number: int) -> str:
        """Return the suit of trumps in the hand with this number; "" if it is unknown before the deal."""
        return ""

    def opening_lead(self, rules: TableRules) -> int | None:
        """Return the side that leads the first hand; None if the rules leave it open."""
        return None

    def next_lead(self, state: TableState, hand: HandScore) -> tuple[int | None, str]:
        """Return the side that leads after a hand, and ""; if the rules leave it open, None and a note for the players.

        `state` is the state after the hand, but its `next_lead` is the side that led the hand.
        """
        return None, ""

    def next_dealer(self, state: TableState) -> int | None:
        """Return the side that deals the next hand; None if the rules leave it open."""
        return None


def wrong_total(points: Sequence[int], right: int, field: str, code: str) -> Problem:
    """Return the problem that the points of a field do not have the right total."""
    total, excess = sum(points), sum(points) - right
    params = {"total": total, "excess": excess, "lacking": -excess, "field": field}
    return Problem(code, TOO_MUCH if excess > 0 else TOO_LITTLE, params, ALL_LINES)
