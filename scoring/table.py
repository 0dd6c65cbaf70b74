"""The course of a table: checking and scoring each hand, and the totals, places and next lead after it."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.fields import MAX_PROBLEMS, wrong_type
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reading import read_tally
from scoring.ruleset import OPEN_END, RuleSet
from scoring.values import Checks, HandScore, Options, TableRules, TableState


def opening(ruleset: RuleSet, options: Options, rules: TableRules) -> TableState:
    """Return the state of a table before its first hand: every side is in place 1 with a total of 0.

    The number of sides is 0 if neither the game nor the rules determine it.
    """
    allowed = ruleset.sides
    sides = rules.sides or (allowed[0] if len(allowed) == 1 else 0)
    rules = ruleset.complete(replace(rules, sides=sides or None))
    return TableState(
        rules=rules,
        options=options,
        hands=0,
        totals=(0,) * sides,
        card_points=(0,) * sides,
        victories=(0,) * sides,
        removed=(None,) * sides,
        places=(1,) * sides,
        next_lead=ruleset.opening_lead(rules),
    )


def following(ruleset: RuleSet, before: TableState, hand: HandScore) -> TableState:
    """Return the state of a table after one more hand."""
    if not before.sides:
        seated = replace(before.rules, sides=len(hand.scores))
        before = opening(ruleset, before.options, seated)
    number = before.hands + 1
    totals = _add(before.totals, hand.scores)
    leavers = ruleset.leavers(before.options, totals)
    removed = before.removed
    if leavers:
        removed = tuple(number if left is None and n in leavers else left for n, left in enumerate(removed))
    card_points = _add(before.card_points, ruleset.points_of(hand.tally))
    victories = _add(before.victories, ruleset.victories_of(hand))
    # Positional arguments, because `replace` takes three times as long, and a hall has thousands of hands.
    sums = (before.rules, before.options, number, totals, card_points, victories)
    played = TableState(*sums, removed, before.places, None, before.next_lead)
    ended = ruleset.ending(played)
    lead, note = (None, "") if ended else ruleset.next_lead(played, hand)
    keys = ruleset.order(played)
    ordered = sorted(keys)
    places = tuple(1 + ordered.index(key) for key in keys)
    return TableState(*sums, removed, places, ended, lead, note)


def _add(totals: Sequence[int], more: Sequence[int | None]) -> tuple[int, ...]:
    return tuple([total + (one or 0) for total, one in zip(totals, more, strict=True)])  # a list is faster


def state(ruleset: RuleSet, options: Options, rules: TableRules, hands: Iterable[HandScore]) -> TableState:
    """Return the state of a table after these hands, without checking them."""
    current = opening(ruleset, options, rules)
    for hand in hands:
        current = following(ruleset, current, hand)
    return current


def judge(
    ruleset: RuleSet,
    options: Options,
    raw_hand: object,
    *,
    before: Sequence[HandScore] = (),
    rules: TableRules = OPEN_END,
    checks: Checks = Checks.CARDS,
) -> HandScore | list[Problem]:
    """Return the next hand of a table after it was read, checked and scored; or its problems."""
    if before:
        return judge_next(ruleset, state(ruleset, options, rules, before), raw_hand, checks)
    return _judge(ruleset, options, raw_hand, rules.sides, (), checks)


def judge_next(
    ruleset: RuleSet, before: TableState, raw_hand: object, checks: Checks = Checks.CARDS
) -> HandScore | list[Problem]:
    """Like `judge`, but with the state of the table: return the next hand, or its problems."""
    if before.over:
        return [after_end()]
    removed = [side for side, left in enumerate(before.removed) if left is not None]
    return _judge(ruleset, before.options, raw_hand, before.sides or None, removed, checks)


def _judge(
    ruleset: RuleSet, options: Options, raw: object, seated: int | None, removed: Sequence[int], checks: Checks
) -> HandScore | list[Problem]:
    tally, problems = read_tally(ruleset, options, raw, seated=seated, removed=removed)
    problems += ruleset.problems(tally, checks)
    if problems:
        return problems[:MAX_PROBLEMS]
    return HandScore(ruleset.score(tally), tally)


def after_end() -> Problem:
    """Return the problem of a hand that comes after the table's end."""
    return Problem("hand_after_end", _("The table is over: this hand does not count"))


def play(
    ruleset: RuleSet, options: Options, rules: TableRules, raw_hands: object, checks: Checks = Checks.CARDS
) -> tuple[list[HandScore], TableState] | list[Problem]:
    """Return all scored hands of a table and its state, or the problems of its rules and hands.

    After a hand with a problem the state is unknown. Then each later hand is checked against the last known state; if
    players can leave the game, later hands are not checked.
    """
    hands, current, problems = _judge_all(ruleset, opening(ruleset, options, rules), raw_hands, checks)
    problems = [*ruleset.table_problems(current.rules), *problems]
    return problems[:MAX_PROBLEMS] or (hands, current)


def hand_problems(ruleset: RuleSet, options: Options, raw_hands: object) -> list[Problem]:
    """Return the problems of each hand of a table whose rules cannot be read.

    The end of the table is unknown, so no hand counts as played after it.
    """
    endless = TableRules(hands=sys.maxsize)
    _hands, _state, problems = _judge_all(ruleset, opening(ruleset, options, endless), raw_hands, Checks.CARDS)
    return problems


def _judge_all(
    ruleset: RuleSet, current: TableState, raw_hands: object, checks: Checks
) -> tuple[list[HandScore], TableState, list[Problem]]:
    hands: list[HandScore] = []
    problems: list[Problem] = []
    if not isinstance(raw_hands, list):
        message = _("The hands are a list, from the first to the last")
        return hands, current, [wrong_type(message, "hands")]
    for number, raw in enumerate(raw_hands, 1):
        # For a hand after the agreed number, the only problem is that the table is over.
        past_end = current.rules.hands is not None and number > current.rules.hands
        verdict = [after_end()] if past_end else judge_next(ruleset, current, raw, checks)
        if isinstance(verdict, list):
            problems += [problem.under("hands", number - 1) for problem in verdict]
        else:
            hands.append(verdict)
            current = current if problems else following(ruleset, current, verdict)
        if len(problems) >= MAX_PROBLEMS or (problems and ruleset.removes_sides):
            break
    return hands, current, problems
