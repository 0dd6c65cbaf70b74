"""Previews of rounds before they are drawn: all rounds of a schedule, or the next round by assumed results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments import pairing, ranking
from tournaments.models import Tournament
from tournaments.pairing.child_process import ChildKilled, draw_in_child
from tournaments.pairing.values import Draw

from ...core.refusals import Conflict, Invalid, Problem
from ...setup.pairing_methods import is_quick
from .drafts import choose_seed, compute_draft
from .obstacles import check_request, name_entrants, refuse_beyond_plan
from .records import json_digest, request_to_json
from .requests import next_round_number, read_draw_request

COMPUTING = Lock()
PATIENCE = 25.0
"""The most seconds that a preview may compute."""
_latest: dict[str, Draw] = {}
"""The last slow draw, by the digest of its request, because a preview is often printed next."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The rounds that a draw with this seed gives, the number of the first of them, and the draw's report."""

    number: int
    seed: int
    rounds: Sequence[Mapping[str, Any]]
    report: Mapping[str, Any]


def preview_schedule(tournament: Tournament, seed: int | None = None) -> Preview:
    """Return all rounds that a draw of the next round with this seed would give, without storing them.

    Raises Conflict if no round can be drawn, if the method draws one round at a time, if another slow preview is being
    computed, or if this one takes too long. Raises Invalid with every reason why no draw is possible.
    """
    number = next_round_number(tournament)
    refuse_beyond_plan(tournament, number)
    if not makes_all_rounds(tournament):
        message = _("These tables are made round by round: later rounds are not known yet.")
        raise Conflict(Problem("no_schedule", message))
    return _preview(tournament, number, choose_seed(tournament) if seed is None else seed)


def preview_next_round(tournament: Tournament, results: ranking.Results) -> Preview:
    """Return the next round as it would be drawn by these results, without storing it. Raises as `preview_schedule`."""
    return _preview(tournament, next_round_number(tournament), choose_seed(tournament), results)


def _preview(tournament: Tournament, number: int, seed: int, results: ranking.Results | None = None) -> Preview:
    request = read_draw_request(tournament, seed, number=number, results=results)
    if problems := check_request(request):
        raise Invalid(name_entrants(tournament, problems))
    draft = compute_draft(tournament, request, number, _draw)
    return Preview(number, draft.seed, draft.rounds, draft.report)


def makes_all_rounds(tournament: Tournament) -> bool:
    """Whether the tournament's method draws all its rounds at once."""
    return tournament.pairing in pairing.ALL_ROUNDS


def _draw(request: pairing.DrawRequest) -> Draw:
    """Return the draw. A slow draw is computed in a child process, and only one at a time."""
    if is_quick(request):
        return pairing.draw(request)
    digest = json_digest(request_to_json(request))
    return _latest.get(digest) or _draw_apart(request, digest)


def _draw_apart(request: pairing.DrawRequest, digest: str) -> Draw:
    if not COMPUTING.acquire(blocking=False):
        raise Conflict(Problem("draw_running", _("Another draw is being previewed: try again in a moment.")))
    until = monotonic() + PATIENCE

    def give_up_late(_part: float) -> None:
        if monotonic() > until:
            raise _too_long()

    try:
        draw = draw_in_child(request, give_up_late)
    except ChildKilled as end:
        raise _too_long() from end
    finally:
        COMPUTING.release()
    _latest.clear()
    _latest[digest] = draw
    return draw


def _too_long() -> Conflict:
    message = _(
        "This draw takes a long time. Draw the round: its draft then shows all rounds. Nobody else sees a draft."
    )
    return Conflict(Problem("draw_takes_long", message))
