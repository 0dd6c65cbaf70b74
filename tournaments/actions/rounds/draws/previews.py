"""The rounds that a schedule would have, before any of them is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments import pairing
from tournaments.models import Tournament
from tournaments.pairing.child_process import ChildKilled, draw_in_child
from tournaments.pairing.values import Draw

from ...core.refusals import Conflict, Invalid, Problem
from ...setup.pairing_methods import is_quick
from .drafts import choose_seed, compute_draft
from .obstacles import check_request, name_entrants
from .records import json_digest, request_to_json
from .requests import next_round_number, read_draw_request

COMPUTING = Lock()
PATIENCE = 25.0
"""Seconds for which somebody who looks may keep the server at a draw."""
_latest: dict[str, Draw] = {}
"""The last draw that took long, by the digest of its request: whoever looks at it prints it next."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The rounds that a draw with this seed makes, the first of them with this number, and its report."""

    number: int
    seed: int
    rounds: Sequence[Mapping[str, Any]]
    report: Mapping[str, Any]


def preview_schedule(tournament: Tournament, seed: int | None = None) -> Preview:
    """All the rounds that are made at once if the next is drawn with this seed while the same entries play.

    Nothing is stored. Raises Conflict where no round can be drawn, where the tournament's method makes one round at a
    time, and while another draw is looked at that takes long; Invalid with every reason for which there is no such
    draw.
    """
    number = next_round_number(tournament)
    if not makes_all_rounds(tournament):
        message = _("These tables are made round by round: what comes later is not known yet.")
        raise Conflict(Problem("no_schedule", message))
    seed = choose_seed(tournament) if seed is None else seed
    request = read_draw_request(tournament, seed, number=number)
    if problems := check_request(request):
        raise Invalid(name_entrants(tournament, problems))
    draft = compute_draft(tournament, request, number, _draw)
    return Preview(number, draft.seed, draft.rounds, draft.report)


def makes_all_rounds(tournament: Tournament) -> bool:
    """Whether the tournament's way of making tables makes all its rounds at once."""
    return tournament.pairing in pairing.ALL_ROUNDS


def _draw(request: pairing.DrawRequest) -> Draw:
    """The draw; one that takes long by another process, one at a time."""
    if is_quick(request):
        return pairing.draw(request)
    digest = json_digest(request_to_json(request))
    return _latest.get(digest) or _draw_apart(request, digest)


def _draw_apart(request: pairing.DrawRequest, digest: str) -> Draw:
    if not COMPUTING.acquire(blocking=False):
        raise Conflict(Problem("draw_running", _("Another draw is being looked at: try again in a moment.")))
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
    message = _("This draw takes long: draw the round, and its draft shows them all. Nobody else sees a draft.")
    return Conflict(Problem("draw_takes_long", message))
