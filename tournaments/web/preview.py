"""What a tally would give at a table, before anybody sends it."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from scoring.core import HandScore, TableState
from scoring.ruleset import RuleSet
from scoring.table import following, judge_next
from scoring.tally import read_tally
from tournaments.actions.problems import Problem
from tournaments.actions.tables import TableInPlay
from tournaments.models import Hand, Seat

from .forms.hands import TallyForm
from .words import figure, units


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


def _preview(play: TableInPlay, number: int, tally: Any) -> Preview:
    """What this tally would give as the table's hand of this number."""
    ruleset = play.table.round.tournament.rules
    before = play.before(number)
    score = judge_next(ruleset, before, tally)
    if isinstance(score, list):
        return Preview(problems=tuple(score))
    return _gives(play, before, score)


def says_the_same(play: TableInPlay, hand: Hand, tally: Any) -> bool:
    """Whether this tally is that of a hand that stands."""
    before = play.before(hand.number)
    score = judge_next(play.table.round.tournament.rules, before, tally)
    if isinstance(score, list):
        return False
    return score.tally.as_json() == {"lines": hand.lines, "hand": hand.facts}


def _result_so_far(play: TableInPlay, number: int, tally: Any) -> Preview:
    """What this tally would give if its parts could be as they are, and what cannot be so."""
    ruleset = play.table.round.tournament.rules
    before = play.before(number)
    read, problems = read_tally(ruleset, before.options, tally, seated=before.sides)
    if problems:
        return Preview(problems=tuple(problems))
    score = HandScore(ruleset.score(read), read)
    faults = tuple(ruleset.problems(read))
    return replace(_gives(play, before, score), problems=faults)


def preview_form(play: TableInPlay, number: int, form: TallyForm) -> Preview:
    """What a filled form would give; of a sheet that runs, what it gives so far."""
    found = _preview(play, number, form.tally())
    if found.problems and form.sheet.runs:
        return _result_so_far(play, number, form.tally(so_far=True))
    return found


def preview_json(preview: Preview, form: TallyForm) -> dict[str, Any]:
    """The same for a script: a sentence for each side, the faults once the form is filled."""
    problems = preview.problems if form.is_filled else ()
    return {
        "rows": [_sentence(row, form.game) for row in preview.rows],
        "problems": list(dict.fromkeys(problem.text(gettext) for problem in problems)),
        "codes": [problem.code for problem in preview.problems],
        "over": bool(preview.after and preview.after.over),
    }


def _sentence(row: Row, ruleset: RuleSet) -> str:
    if row.score is None:
        return gettext("out of the game")
    told = {"score": units(row.score, ruleset), "total": figure(row.total)}
    return gettext("%(score)s, %(total)s in all") % told


def _gives(play: TableInPlay, before: TableState, score: HandScore) -> Preview:
    after = following(play.table.round.tournament.rules, before, score)
    parts = zip(play.sides, score.scores, after.totals, strict=True)
    return Preview(rows=tuple(Row(*part) for part in parts), after=after)
