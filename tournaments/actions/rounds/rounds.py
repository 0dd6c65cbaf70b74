"""The states of a round, from draft to closed, and the changes between them."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Clock, Entry, Round, Table, Tournament

from ..at_table.absent_tables import strand_phones
from ..core import ledger
from ..core.actor import Actor
from ..core.optimistic_locking import Values, places_of, refuse_unseen
from ..core.refusals import Conflict, Invalid, Problem, refuse
from ..core.rows import lock_all, locked, save_fields
from ..hands.closing import Closing
from ..hands.seat_players import fill_seats
from ..hands.struck_out import set_aside
from ..hands.tables import TableInPlay, has_played_its_time, outstanding_problem, outstanding_tables
from ..ledger_kinds import LedgerKind
from ..people.newcomers import newcomers_fact
from ..push.asking import forget_phones, queue_notifications
from ..standings.counting_evenings import agreed_moves, begin_to_count
from .decided_rounds import settle_decisions
from .draws.corrected import corrected_since
from .draws.knock_out import due_entries
from .draws.records import round_facts, round_times

USUAL = Closing()
IN_STATE: Mapping[str, str] = {
    Round.State.DRAWING: _("Round %(round)d is being drawn."),
    Round.State.REFUSED: _("Round %(round)d could not be drawn."),
    Round.State.DRAFT: _("Round %(round)d is still a draft."),
    Round.State.PUBLISHED: _("Round %(round)d is in play."),
    Round.State.CLOSED: _("Round %(round)d is closed."),
}
"""The message, by state of a round, for actions that require a different state."""


def publish_round(round_: Round, *, by: Actor, anyway: bool = False, seen: str = "") -> Round:
    """Publish a draft and return the round; if the tournament limits the time of rounds, set the closing time.

    A published round stays as it is. Raises Conflict for a round in any other state, `archived` if the tournament is
    archived, and `draft_changed` if `seen` is not the digest of its seating. Raises Conflict `draft_outdated` if
    entries have changed since the draw, and `results_changed` if results that the draw used have changed; `anyway`
    skips these two checks.
    """
    with transaction.atomic():
        round_ = locked_round(round_)
        if round_.state == Round.State.PUBLISHED:
            return round_
        require_state(round_, Round.State.DRAFT)
        refuse_unseen_draft(round_, seen)
        lock_all(round_.tournament.entries.all())  # no player is replaced or merged before the seats are filled
        round_.tournament = locked(Tournament.objects.all(), round_.tournament_id)  # nor is an entry added
        if not anyway:
            _refuse_outdated(round_)
        _start(round_)
        fill_seats(round_)
        status = _set_status(round_, Tournament.Status.RUNNING)
        if not status:
            raise Conflict(Problem("archived", _("The tournament is archived: no round can be published.")))
        log_round(round_, "round_published", by=by, **status)
        queue_notifications(round_)
    return round_


def seating(round_: Round) -> str:
    """Return a digest of this draft and its seats."""
    return seating_of(round_, round_.seats.values_list("table_id", "number", "entry_id"))


def seating_of(round_: Round, seats: Iterable[tuple[int, int, int]]) -> str:
    """Return the digest of a draft with these seats, each given as table, number and entry."""
    return hashlib.sha256(repr([round_.pk, *sorted(seats)]).encode()).hexdigest()[:8]


def refuse_unseen_draft(round_: Round, seen: str) -> None:
    """Raise Conflict if `seen` is not the digest of the draft's seating; if it is empty, skip the check."""
    if seen and seen != seating(round_):
        message = _("The draft of round %(round)d has been changed meanwhile: look at it again.")
        raise Conflict(Problem("draft_changed", message, {"round": round_.number}))


def _start(round_: Round) -> None:
    now, closes_at = timezone.now(), round_.closes_at
    if round_.tournament.round_minutes and closes_at is None:
        closes_at = now + timedelta(minutes=round_.tournament.round_minutes)
    save_fields(round_, state=Round.State.PUBLISHED, published_at=now, closes_at=closes_at)


def _refuse_outdated(round_: Round) -> None:
    due = set(due_entries(round_.tournament, round_.number, round_.method).values_list("pk", flat=True))
    seated = set(round_.seats.values_list("entry_id", flat=True))
    placed = seated | set(round_.sit_outs.values_list("entry_id", flat=True))
    names = Entry.objects.filter(pk__in=due ^ placed).values_list("name", flat=True)
    if names:
        message = _("The entries changed since this round was drawn (%(names)s): draw it again.")
        raise Conflict(Problem("draft_outdated", message, {"names": ", ".join(names[:10])}))
    if corrected_since(round_):
        message = _(
            "The draw of round %(round)d used results that have changed since: draw it again, or keep the draft."
        )
        raise Conflict(Problem("results_changed", message, {"round": round_.number}))


def close_round(
    round_: Round,
    *,
    by: Actor,
    anyway: bool = False,
    closing: Closing = USUAL,
    timed: Collection[int] | None = None,
    **extra_facts: object,
) -> Round:
    """Close the round and return it; if no round is left to be played, finish the tournament unless it is archived.

    A closed round stays as it is. `closing` says how unfinished tables count, and `timed` at which tables the agreed
    time had run out; if it is None, the clock decides this. `extra_facts` are added to the ledger entry. Raises Invalid
    if `closing` is not valid. Unless `anyway`, raises Conflict with each table that has missing, disputed or
    unconfirmed hands; after the agreed time of a table has run out, hands that were not played are not missing. Raises
    AgreementNeeded if the tournament begins to count in a season of which later evenings count already, unless `by` has
    confirmed this.
    """
    refuse(closing.problems())
    with transaction.atomic():
        round_ = lock_with_tables(round_)
        if round_.state == Round.State.CLOSED:
            return round_
        require_state(round_, Round.State.PUBLISHED)
        waiting = waiting_tables(round_)
        if waiting and not anyway:
            raise Conflict([outstanding_problem(table) for table in waiting])
        choices = closing.stored(round_.tournament, _timed(round_) if timed is None else timed)
        save_fields(round_, state=Round.State.CLOSED, closed_at=timezone.now(), closing=choices)
        ended = _finish(round_) if _was_last(round_) else {}
        log_round(round_, "round_closed", by=by, closing=choices, missing=len(waiting), **ended, **extra_facts)
        tournament = Tournament.objects.get(pk=round_.tournament_id)  # it may have been archived before it was locked
        if tournament.is_over:
            begin_to_count(tournament, by=by, at_its_end=True)
    return round_


def waiting_tables(round_: Round) -> list[TableInPlay]:
    """Return the tables for which the round waits: it cannot be closed yet without the director's decision."""
    now = timezone.now()
    return [table for table in outstanding_tables(round_) if not has_played_its_time(round_, table, now)]


def _timed(round_: Round) -> list[int]:
    """Return the numbers of the tables whose agreed time has run out."""
    clock: Clock | None = getattr(round_, "clock", None) if round_.tournament.table_minutes else None
    if clock is None:
        return []
    now, numbers = timezone.now(), round_.tables.values_list("number", flat=True)
    return [number for number in numbers if clock.left_at(now, number) == 0]


def _was_last(round_: Round) -> bool:
    """Whether all planned rounds have been closed with this one, and no other is in play."""
    tournament = locked(Tournament.objects.all(), round_.tournament_id)  # another round may be closed at the same time
    states = set(tournament.rounds.filter(number__gte=tournament.rounds_planned).values_list("state", flat=True))
    return Round.State.CLOSED in states and not tournament.rounds.in_play().exists()


def _finish(round_: Round) -> dict[str, Any]:
    forget_phones(round_.tournament_id)
    status = _set_status(round_, Tournament.Status.FINISHED)
    return {**status, **newcomers_fact(round_.tournament)}


def _set_status(round_: Round, status: Tournament.Status) -> dict[str, str]:
    """Set the status of the round's tournament; return it as a fact for the ledger.

    If the tournament is archived, change nothing and return {}.
    """
    tournament = Tournament.objects.filter(pk=round_.tournament_id).exclude(status=Tournament.Status.ARCHIVED)
    return {"status": str(status)} if tournament.update(status=status) else {}


def reopen_round(round_: Round, *, by: Actor, **extra_facts: object) -> Round:
    """Put a closed round into play again, without a closing time, and take back its standings; return it.

    Raises Conflict if there is a later round or the tournament is archived. Raises ChangesPublished if the round's
    standings are published, and AgreementNeeded if the evening counts in a season, unless `by` has confirmed this.
    """
    with transaction.atomic():
        round_ = locked_round(round_)
        if round_.state == Round.State.PUBLISHED:
            return round_
        require_state(round_, Round.State.CLOSED)
        tournament = locked(Tournament.objects.all(), round_.tournament_id)  # from now on no later round is drawn
        if tournament.rounds.filter(number__gt=round_.number).exists():
            message = _("The draw of round %(next)d has already begun: correct single hands instead.")
            raise Conflict(Problem("later_round", message, {"next": round_.number + 1}))
        if tournament.status == Tournament.Status.ARCHIVED:
            raise Conflict(Problem("archived", _("The tournament is archived: no round can be reopened.")))
        with agreed_moves(tournament, by=by):
            save_fields(round_, state=Round.State.PUBLISHED, closed_at=None, closes_at=None)
            status = _set_status(round_, Tournament.Status.RUNNING)
            log_round(round_, "round_reopened", by=by, **status, **extra_facts)
    return round_


def drop_draft(round_: Round, *, by: Actor, seen: str = "", decided: str = "", **extra_facts: object) -> None:
    """Delete a draft.

    Raises Conflict for a published round, or if `seen` is not the digest of the seating. `decided` is a
    DecisionHandling: what happens to decisions on the draft. Raises Undecided if there are decisions and `decided` is
    empty.
    """
    with transaction.atomic():
        round_ = lock_with_tables(round_)
        if round_.is_public:
            message = _("Round %(round)d is public: only a draft can be discarded.")
            raise Conflict(Problem("not_a_draft", message, {"round": round_.number}))
        refuse_unseen_draft(round_, seen)
        settled = settle_decisions(round_, decided, by=by)
        strand_phones(round_.tables.all())
        hands = set_aside(round_.tables.all())
        round_.delete()
        facts = {"round": round_.number, **settled, **hands, **extra_facts}
        ledger.append(round_.tournament_id, "draft_dropped", by=by, facts=facts, changes_standings=False)


def schedule_round(
    round_: Round,
    *,
    by: Actor,
    publish_at: datetime | None,
    closes_at: datetime | None,
    seen: Mapping[str, str] | None = None,
) -> Round:
    """Set when the round is published and closed automatically (None for never); return the round.

    Raises Invalid if it would close before it is published, Stale if the present times differ from `seen`.
    """
    if publish_at and closes_at and closes_at <= publish_at:
        message = _("The round would close before it is published: choose a later time.")
        raise Invalid(Problem("out_of_range", message, pointer=("closes_at",)))
    with transaction.atomic():
        round_ = locked_round(round_)
        refuse_unseen(times_of(round_), seen)
        if (round_.publish_at, round_.closes_at) == (publish_at, closes_at):
            return round_
        save_fields(round_, publish_at=publish_at, closes_at=closes_at)
        facts = {"round": round_.number, "times": round_times(round_)}
        ledger.append(round_.tournament_id, "round_scheduled", by=by, facts=facts, changes_standings=False)
    return round_


def times_of(round_: Round) -> Values:
    """Return the times at which the round is to be published and closed automatically."""
    return places_of({"publish_at": round_.publish_at, "closes_at": round_.closes_at})


def locked_round(round_: Round) -> Round:
    """Return the round, locked, with its tournament. Raises Gone if it was deleted."""
    return locked(Round.objects.select_related("tournament"), round_.pk)


def lock_with_tables(round_: Round) -> Round:
    """Return the round with its row and the rows of its tables locked; no table can be added. Raises Gone."""
    round_ = locked_round(round_)
    lock_all(Table.objects.filter(round=round_))
    return round_


def require_state(round_: Round, *states: Round.State) -> None:
    """Raise Conflict if the round is in none of these states."""
    if round_.state not in states:
        raise Conflict(Problem(f"round_is_{round_.state}", IN_STATE[round_.state], {"round": round_.number}))


def log_round(round_: Round, kind: LedgerKind, *, by: Actor, **more: object) -> None:
    """Append a ledger entry about a round, with its seating among the facts."""
    facts = {**round_facts(round_), **more}
    ledger.append(round_.tournament_id, kind, by=by, facts=facts, changes_standings=round_.is_public)
