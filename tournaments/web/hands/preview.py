"""The preview of a tally: its scores, and the totals of the table afterwards."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from scoring.problems import distinct_texts
from scoring.reading import read_tally
from scoring.ruleset import RuleSet
from scoring.table import following, judge_next
from scoring.values import Checks, HandScore, TableState
from tournaments.actions.core.refusals import Problem
from tournaments.models import Hand, Seat
from tournaments.wording.words import figure, units

from ..forms.hands import TallyForm


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side's score for a hand (None if it is out of the game), and its total afterwards.

    `is_begun` is False if nothing was typed for the side.
    """

    seats: tuple[Seat, ...]
    score: int | None
    total: int
    is_begun: bool = True


@dataclass(frozen=True, slots=True)
class TallyPreview:
    """The scores of a tally by side, with the table's state afterwards; or the problems of the tally."""

    rows: tuple[SideResult, ...] = ()
    after: TableState | None = None
    problems: tuple[Problem, ...] = ()


def is_same_tally(hand: Hand, form: TallyForm) -> bool:
    """Whether the tally in the form equals that of the current hand."""
    score = judge_next(form.game, form.before, form.tally(), Checks.STORED)
    return not isinstance(score, list) and score.tally.as_json() == {"lines": hand.lines, "hand": hand.facts}


def preview_form(form: TallyForm) -> TallyPreview:
    """Return the result of a valid form. Otherwise return its problems or, if its layout `runs`, the result so far."""
    score = judge_next(form.game, form.before, form.tally(), Checks.PLAY)
    if not isinstance(score, list):
        return _gives(form, score)
    return _result_so_far(form) if form.layout.runs else TallyPreview(problems=tuple(score))


def _result_so_far(form: TallyForm) -> TallyPreview:
    """Return the result of a tally that may be incomplete, with its contradictions; or why it cannot be read."""
    read, problems = read_tally(form.game, form.before.options, form.tally(so_far=True), seated=form.before.sides)
    if problems:
        return TallyPreview(problems=tuple(problems))
    preview = _gives(form, HandScore(form.game.score(read), read))
    chosen = {one.typed for one in form.picked.values()}
    begun = [str(line.side) in chosen or any(one.typed for one in line.inputs.values()) for line in form.lines]
    rows = tuple(replace(row, is_begun=is_begun) for row, is_begun in zip(preview.rows, begun, strict=True))
    return replace(preview, rows=rows, problems=tuple(form.game.problems(read, Checks.PLAY)))


def _gives(form: TallyForm, score: HandScore) -> TallyPreview:
    after = following(form.game, form.before, score)
    parts = zip(form.play.sides, score.scores, after.totals, strict=True)
    return TallyPreview(rows=tuple(SideResult(*part) for part in parts), after=after)


def preview_json(preview: TallyPreview, form: TallyForm) -> dict[str, Any]:
    """Return a preview as JSON: a sentence for each side, faults of a complete form, and whether play is over."""
    problems = preview.problems if form.is_filled else ()
    is_total = form.play.table.round.is_by_totals
    return {
        "rows": [_sentence(row, form.game, is_total=is_total) for row in preview.rows],
        "problems": distinct_texts(problems, gettext),
        "codes": [problem.code for problem in preview.problems],
        "over": bool(preview.after and preview.after.over and not is_total),
    }


def _sentence(row: SideResult, ruleset: RuleSet, *, is_total: bool) -> str:
    if row.score is None:
        return gettext("out of the game")
    if not row.is_begun:
        return gettext("not yet")
    if is_total:
        return units(row.score, ruleset)
    params = {"score": units(row.score, ruleset), "total": figure(row.total)}
    return gettext("%(score)s, %(total)s in all") % params
