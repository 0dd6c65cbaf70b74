"""Undoing actions on rounds and tables."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments import pairing
from tournaments.models import Clock, HelpCall, Kept, LedgerEntry, Round, Table, Tournament

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem
from ..core.rows import locked, save_fields
from ..hands.closing import closing_before
from ..hands.seat_players import forget_players
from ..ledger_kinds.about_hands import OfHands
from ..rounds import closed_tables, reseating, rounds
from ..rounds.decided_rounds import reinstate
from ..rounds.draws.corrected import results_changed
from ..rounds.draws.drafts import draw_round
from ..rounds.draws.knock_out import due_entries
from ..rounds.draws.obstacles import beyond_plan
from ..rounds.draws.records import read_seating, read_sit_outs, round_facts
from ..rounds.draws.requests import ByHand, read_draw_request
from ..rounds.kept import keep_round
from ..setup.pairing_methods import is_quick
from .earlier import drawn_before, drawn_since, status_before, superseded

BY_HAND = Tournament.Pairing.SCRIPTED


def _found(tournament: Tournament, link: LedgerEntry, state: Round.State) -> Round:
    """Return the ledger entry's round, which must be in this state. Raises Conflict if it is not, or does not exist."""
    round_ = tournament.rounds.filter(number=link.facts["round"], state=state).first()
    if round_ is None:
        raise Conflict(superseded())
    round_.tournament = tournament
    return round_


def _changed(tournament: Tournament, link: LedgerEntry, state: Round.State) -> Problem | None:
    """Return the problem that the ledger entry's round is not in this state, or is not the last one; else None."""
    number = link.facts["round"]
    states = dict(tournament.rounds.filter(number__gte=number).values_list("number", "state"))
    if states.pop(number, None) != state:
        return superseded()
    return drawn_since(min(states)) if states else None


def followed(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that the round is not closed, or is not the last one; else None."""
    return _changed(tournament, link, Round.State.CLOSED)


def reopen(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Reopen the closed round."""
    rounds.reopen_round(_found(tournament, link, Round.State.CLOSED), by=by, undoes=link.sequence)


def _table(tournament: Tournament, link: LedgerEntry) -> Table | None:
    at = {"round__tournament": tournament, "round__number": link.facts["round"], "number": link.facts["table"]}
    return Table.objects.filter(**at).select_related("round__tournament").first()


def reopened_since(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that the table is not closed, or its round not in play; else None."""
    table = _table(tournament, link)
    is_as_closed = table is not None and table.closing and table.round.state == Round.State.PUBLISHED
    return None if is_as_closed else superseded()


def reopen_table(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Reopen the closed table."""
    table = _table(tournament, link)
    if table is None:
        raise Conflict(superseded())
    closed_tables.reopen_table(table, by=by, undoes=link.sequence)


def changed_since(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that a reopened round has new hands, is closed again, or is not the last one; else None."""
    of_round = tournament.ledger.filter(sequence__gt=link.sequence, facts__round=link.facts["round"])
    if of_round.filter(kind__in=get_args(OfHands)).exists():
        message = _("Results of round %(round)d were entered since.")
        return Problem("results_since", message, {"round": link.facts["round"]})
    return _changed(tournament, link, Round.State.PUBLISHED)


def close(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Close the reopened round again, with the same choices for its unfinished tables as before.

    A table whose time has run out only since counts as before too.
    """
    round_ = _found(tournament, link, Round.State.PUBLISHED)
    closing, timed = closing_before(round_), round_.closing.get("timed", [])
    rounds.close_round(round_, by=by, anyway=True, closing=closing, timed=timed, undoes=link.sequence)


def played(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that play has begun in a published round, that it was closed, or is not the last.

    Return None otherwise.
    """
    return _first_hand(tournament, link) or _changed(tournament, link, Round.State.PUBLISHED)


def _first_hand(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that a table of the round is closed, or has a hand that was not struck out; else None."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=link.facts["round"])
    first = tables.playing().select_related("round").order_by("number").first()
    if first is None:
        return None
    if first.closing:
        return closed_tables.is_closed(first)
    return Problem("already_played", _("Play has begun at table %(table)d."), {"table": first.number})


def unpublish(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Make the published round a draft again and delete its clock; phones keep their seats.

    Raises Conflict if play or the draw of the next round has begun.
    """
    round_ = rounds.lock_with_tables(_found(tournament, link, Round.State.PUBLISHED))
    rounds.require_state(round_, Round.State.PUBLISHED)
    locked(Tournament.objects.all(), tournament.pk)  # from now on no later round is drawn
    if begun := played(tournament, link):
        raise Conflict(begun)
    Clock.objects.filter(round=round_).delete()
    HelpCall.objects.filter(table__round=round_, answered_at=None).update(answered_at=timezone.now())
    forget_players(round_)
    save_fields(round_, state=Round.State.DRAFT, published_at=None, publish_at=None, closes_at=None)
    status = status_before(tournament, link)
    Tournament.objects.filter(pk=tournament.pk).update(status=status)
    facts = {**round_facts(round_), "clock": None, "status": status, "undoes": link.sequence}
    ledger.append(tournament.pk, "round_unpublished", by=by, facts=facts)


def no_draft(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that the draft is gone, would be drawn again at once, or is not the last round; else None."""
    if changed := _changed(tournament, link, Round.State.DRAFT):
        return changed
    if tournament.draw_after_minutes is not None and link.facts["round"] > 1:
        message = _("Here the program draws the rounds automatically and would draw this one again at once.")
        return Problem("drawn_by_itself", message)
    return None


def drop(tournament: Tournament, link: LedgerEntry, by: Actor, decided: str = "") -> None:
    """Delete the draft; `decided` is the DecisionHandling for decisions on it."""
    round_ = _found(tournament, link, Round.State.DRAFT)
    rounds.drop_draft(round_, by=by, decided=decided, undoes=link.sequence)


def draft_not_restorable(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that a deleted draft cannot be restored; else None."""
    number, drawn = link.facts["round"], drawn_before(tournament, link)
    if drawn is None:
        return Problem("no_tables", _("The draft had no tables yet: draw the round again."))
    if tournament.rounds.filter(number__gte=number).exists():
        return drawn_since(number)
    if unplanned := beyond_plan(tournament, number, drawn["method"]):
        return unplanned[0]
    due = set(due_entries(tournament, number, drawn["method"]).values_list("pk", flat=True))
    placed = {*(entry for table in drawn["tables"] for entry in table), *drawn["sit_out"]}
    if due != placed:
        return Problem("entries_changed", _("The entries changed since: draw the round again."))
    request = read_draw_request(tournament, drawn["seed"], number=number, sizes=_sizes(drawn))
    if drawn["method"] != BY_HAND and (drawn["method"] != tournament.pairing or not is_quick(request)):
        return _other_draw()
    if number > 1 and drawn["method"] in pairing.BY_STANDING and results_changed(tournament, number, link.sequence):
        return _other_draw()
    return None


def _sizes(drawn: Mapping[str, Any]) -> tuple[int, ...] | None:
    """Return the table sizes that were chosen for this draw; None if none were chosen."""
    return tuple(drawn.get("sizes", ())) or None


def _other_draw() -> Problem:
    return Problem("other_draw", _("The draw would come out differently now: draw the round again."))


def _time_to_come(moment: str | None) -> datetime | None:
    """Return this time of a draft, given as a fact; None if there is none or it has passed."""
    at = datetime.fromisoformat(moment) if moment else None
    return at if at and at > timezone.now() else None


def redraw(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Draw the deleted draft again from its seed, seat its tables as before, and restore its times and decisions."""
    drawn = drawn_before(tournament, link)
    if drawn is None:
        raise Conflict(superseded())
    tables = tuple(tuple(table) for table in drawn["tables"])
    by_hand = ByHand(tables, tuple(drawn["sit_out"])) if drawn["method"] == BY_HAND else None
    more = {"undoes": link.sequence}
    try:
        round_ = draw_round(
            tournament, by=by, seed=drawn["seed"], by_hand=by_hand, sizes=_sizes(drawn), extra_facts=more
        )
        if round_.tables.count() != len(tables):  # seating rules have changed
            raise Conflict(_other_draw())
        if (read_seating(round_), sorted(read_sit_outs(round_))) != (drawn["tables"], sorted(drawn["sit_out"])):
            reseating.reseat(round_, tables, by=by, sit_out=drawn["sit_out"])
        keep_round(round_, drawn.get("kept", Kept.HANDS), by=by)
        publish_at, closes_at = (_time_to_come(drawn["times"].get(name)) for name in ("publish_at", "closes_at"))
        rounds.schedule_round(round_, by=by, publish_at=publish_at, closes_at=closes_at)
    except Invalid as refused:
        raise Conflict(refused.problems) from refused
    reinstate(tournament, link.facts, by=by)
