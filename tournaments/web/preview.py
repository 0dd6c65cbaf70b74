"""What a tally would give at a table, before anybody sends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.core import TableState
from scoring.table import following, judge_next, state
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
        facts = {field.name for field in ruleset.hand_fields(before.options)}
        return Preview(problems=tuple(pointed(problem, facts) for problem in score))
    after = following(ruleset, before, score)
    parts = zip(play.sides, score.scores, after.totals, strict=True)
    return Preview(rows=tuple(Row(*part) for part in parts), after=after)
