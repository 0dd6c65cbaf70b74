"""Results that were corrected after the next round was drawn by standings: their effect, and what a director can do."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction

from tournaments import pairing
from tournaments.models import Round, Table
from tournaments.pairing.values import EntrantId

from ..core import ledger
from ..core.actor import Actor
from ..rounds.draws.corrected import corrected_since
from ..rounds.draws.jobs import draw_next_round
from ..rounds.draws.records import request_from_json, scores_as_seated
from ..rounds.draws.requests import refuse_archived
from ..rounds.redraws import choices_of_redraw
from ..rounds.rounds import drop_draft, lock_with_tables, locked_round, require_state
from ..undoing.round_reversals import unpublish
from .comparisons import DrawComparison, read_comparison
from .proposals import NO_OPTIONS, draw_now, rescored_entries


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """An entry whose score has changed since a round was drawn, with its scores and places then and now."""

    entry: int
    before: Fraction
    now: Fraction
    place_before: int
    place_now: int


@dataclass(frozen=True, slots=True)
class CorrectedScores:
    """The corrected scores of a drawn round, the comparison with a new draw, and how many tables have begun to play."""

    entries: tuple[ScoreChange, ...]
    comparison: DrawComparison
    begun: int


def corrected_later(round_: Round) -> Round | None:
    """Return the first later draft or public round drawn by standings, if scores have changed since it was drawn.

    Return None if there is no such round, or if its scores are unchanged.
    """
    waiting = round_.tournament.rounds.filter(number__gt=round_.number, method__in=pairing.BY_STANDING)
    later = waiting.filter(state__in=(Round.State.DRAFT, Round.State.PUBLISHED)).first()
    if later is None:
        return None
    later.tournament = round_.tournament
    return later if corrected_since(later) else None


def read_corrected_scores(round_: Round) -> CorrectedScores:
    """Return which scores have changed since this round was drawn by them."""
    drawn, now = request_from_json(round_.draw_inputs), draw_now(round_, NO_OPTIONS)
    before = _by_score(drawn, scores_as_seated(round_))
    scores = {int(e.id): (Fraction(e.score), place) for place, e in enumerate(now.entrants, 1)}
    entries = tuple(
        ScoreChange(entry, before[entry][0], scores[entry][0], before[entry][1], scores[entry][1])
        for entry in rescored_entries(round_, now)
    )
    begun = Table.objects.playing().filter(round=round_).distinct().count()
    return CorrectedScores(entries, read_comparison(round_) if entries else DrawComparison(0), begun)


def _by_score(
    drawn: pairing.DrawRequest, scores: Mapping[EntrantId, int | Fraction]
) -> dict[int, tuple[Fraction, int]]:
    """Return the score and place of each entry, by entry; entries with equal scores keep the order of the draw."""
    sign = 1 if drawn.low_wins else -1
    order = sorted((int(e.id) for e in drawn.entrants), key=lambda entry: sign * scores[entry])
    return {entry: (Fraction(scores[entry]), place) for place, entry in enumerate(order, 1)}


def keep_draw(round_: Round, *, by: Actor) -> None:
    """Record that a round stays as drawn although its scores have changed. Repeating it records nothing."""
    with transaction.atomic():
        round_ = locked_round(round_)
        if corrected_since(round_):
            facts = {"round": round_.number}
            ledger.append(round_.tournament_id, "draw_kept", by=by, facts=facts, changes_standings=False)


def draw_public_again(round_: Round, *, by: Actor, decided: str = "") -> Round:
    """Draw a published round again by its method; return it as a draft, or in the state `drawing`.

    The plan stays as it is, also if it has another method for the next rounds. The sizes chosen for the round's tables
    and its way of scoring stay too. `decided` is a DecisionHandling: what happens to decisions about the round. Raises
    Conflict if a hand was played, if the round is not in play or no longer planned, or if the tournament is archived.
    Raises Undecided if there are decisions and `decided` is empty. Raises Invalid if no draw is possible, as for a
    round made by hand. After an error the round stays as it was.
    """
    tournament = round_.tournament
    choices = choices_of_redraw(round_)
    with transaction.atomic():
        current = lock_with_tables(round_)
        refuse_archived(current.tournament)
        require_state(current, Round.State.PUBLISHED)
        links = tournament.ledger.filter(kind="round_published", facts__round=round_.number)
        unpublish(tournament, links.latest("sequence"), by)
        drop_draft(round_, by=by, decided=decided)
    tournament.refresh_from_db()
    return draw_next_round(tournament, by=by, anyway=True, kept=current.kept, **choices)
