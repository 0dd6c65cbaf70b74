"""Drawing a round again: the choices for the new draw, checked before the present tables are deleted."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Round

from ..core.actor import Actor
from ..core.refusals import Invalid, Problem
from ..setup.pairing_methods import Pairing, is_quick, methods_of
from .draws.drafts import choose_seed, compute_draft
from .draws.jobs import draw_next_round
from .draws.knock_out import due_entries
from .draws.obstacles import OpenResults, check_request, name_entrants, open_results, refuse_beyond_plan, refuse_sizes
from .draws.requests import read_draw_request
from .rounds import drop_draft, schedule_round

Sizes = tuple[int, ...]


def draw_draft_again(
    draft: Round, *, by: Actor, method: str | None = None, sizes: Sizes | None = None, decided: str = ""
) -> Round:
    """Delete a draft and draw its round again; return the round.

    A new `method` is also that of later rounds. Without one, the draft's method and the sizes chosen for it stay. The
    way of scoring stays too, and so do times to come. `decided` is a DecisionHandling: what happens to decisions on the
    draft. Raises OpenResults if the draw depends on open results, and what `choices_of_redraw` and `drop_draft` raise;
    then the draft stays.
    """
    tournament = draft.tournament
    if method is not None and method not in methods_of(tournament):
        raise Invalid(Problem("not_a_choice", _("Choose one of the ways offered."), {}, ("method",)))
    if draft.method == Pairing.SCRIPTED or draft.method not in methods_of(tournament):
        method = method or tournament.pairing  # it cannot be drawn the same way
    choices = choices_of_redraw(draft, method, sizes)
    if still_open := open_results(tournament, choices["method"]):
        raise OpenResults(still_open)
    drop_draft(draft, by=by, decided=decided)
    drawn = draw_next_round(tournament, by=by, kept=draft.kept, **choices)
    publish_at, closes_at = _to_come(draft.publish_at), _to_come(draft.closes_at)
    return schedule_round(drawn, by=by, publish_at=publish_at, closes_at=closes_at)


def _to_come(at: datetime | None) -> datetime | None:
    return at if at and at > timezone.now() else None


def choices_of_redraw(round_: Round, method: str | None = None, sizes: Sizes | None = None) -> dict[str, Any]:
    """Return how a round is drawn again, as arguments of `draw_next_round`.

    Without a new method, its own is used for this round only, with the table sizes chosen for it. Raises Conflict if
    the round is no longer planned, and Invalid if no draw is possible. A draw that takes long is not computed here, so
    it may still fail.
    """
    tournament, keep_plan = round_.tournament, method is None
    sizes = sizes or (_chosen_sizes(round_) if keep_plan else None)
    method = method or round_.method
    refuse_beyond_plan(tournament, round_.number, method)
    refuse_sizes(tournament, sizes)
    seed = choose_seed(tournament, method, round_.number)
    request = read_draw_request(tournament, seed, number=round_.number, method=method, sizes=sizes)
    if problems := check_request(request):
        raise Invalid(name_entrants(tournament, problems))
    if is_quick(request):
        compute_draft(tournament, request, round_.number)
    return {"seed": seed, "method": method, "sizes": sizes, "keep_plan": keep_plan}


def _chosen_sizes(round_: Round) -> Sizes | None:
    """Return the table sizes chosen for this round; None if none were, or if the number of players has changed."""
    drawn = round_.tournament.ledger.filter(kind="round_drawn", facts__round=round_.number).last()
    sizes = tuple(drawn.facts.get("sizes", ())) if drawn else ()
    due = due_entries(round_.tournament, round_.number, round_.method).count()
    return sizes if sizes and due == round_.seats.count() + round_.sit_outs.count() else None
