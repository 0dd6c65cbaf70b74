"""What a tally would give at a table, before anybody sends it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scoring.core import HandScore, TableState
from scoring.core import Problem as RuleProblem
from scoring.ruleset import RuleSet
from scoring.table import following, judge_next, state
from scoring.tally import read_tally
from tournaments.actions.judging import pointed
from tournaments.actions.problems import Problem
from tournaments.actions.tables import TableInPlay, hand_score
from tournaments.models import Seat


@dataclass(frozen=True, slots=True)
class Row:
    """What a hand gives a side, and its total afterwards; None for one that is out."""

    seats: tuple[Seat, ...]
    score: int | None
    total: int


@dataclass(frozen=True, slots=True)
class Preview:
    """A tally's scores side by side and how the table stands after it, or what is wrong with it."""

    rows: tuple[Row, ...] = ()
    after: TableState | None = None
    problems: tuple[Problem, ...] = ()


def before_hand(play: TableInPlay, number: int) -> TableState:
    """How the table stood before a hand."""
    tournament = play.table.round.tournament
    rules = tournament.table_rules(first_lead=play.table.first_lead, sides=len(play.sides))
    earlier = [hand_score(tournament, hand) for hand in play.hands if hand.number < number]
    return state(tournament.rules, tournament.options, rules, earlier)


def preview(play: TableInPlay, number: int, tally: Any) -> Preview:
    """What this tally would give as the table's hand of this number."""
    ruleset = play.table.round.tournament.rules
    before = before_hand(play, number)
    score = judge_next(ruleset, before, tally)
    if isinstance(score, list):
        return Preview(problems=_told(score, ruleset, before))
    return _gives(play, before, score)


def result_so_far(play: TableInPlay, number: int, tally: Any) -> Preview:
    """What this tally would give if its parts could be as they are, and what cannot be so."""
    ruleset = play.table.round.tournament.rules
    before = before_hand(play, number)
    read, problems = read_tally(ruleset, before.options, tally, seated=before.sides)
    if problems:
        return Preview(problems=_told(problems, ruleset, before))
    score = HandScore(ruleset.score(read), read)
    faults = _told(ruleset.problems(read), ruleset, before)
    return replace(_gives(play, before, score), problems=faults)


def _gives(play: TableInPlay, before: TableState, score: HandScore) -> Preview:
    after = following(play.table.round.tournament.rules, before, score)
    parts = zip(play.sides, score.scores, after.totals, strict=True)
    return Preview(rows=tuple(Row(*part) for part in parts), after=after)


def _told(
    problems: Iterable[RuleProblem], ruleset: RuleSet, before: TableState
) -> tuple[Problem, ...]:
    facts = {field.name for field in ruleset.hand_fields(before.options)}
    return tuple(pointed(problem, facts) for problem in problems)
