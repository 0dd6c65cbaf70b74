"""Repairing a round in one transaction: carrying out a proposal, or exchanging two entries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Entry, Hand, Round, Seat, SeatClaim, SitOut, Table, Tournament

from ..at_table.absent_tables import strand_phones
from ..core import ledger
from ..core.actor import Actor
from ..core.optimistic_locking import CHANGED
from ..core.refusals import Conflict, Invalid, Problem, Stale
from ..core.rows import lock_all, locked
from ..hands import hands
from ..hands.struck_out import set_aside
from ..people.registration import change_entry
from ..rounds.benches import bench, unbench_seated
from ..rounds.draws.drafts import ATTEMPTS, first_lead
from ..rounds.draws.records import as_drawn, entries_by_table, read_sit_outs, record_changed_tables, round_facts
from ..rounds.rounds import lock_with_tables, log_round, require_state
from .proposals import NO_OPTIONS, Proposal, RepairOptions, propose, read_repair_request


def repair_round(
    round_: Round, options: RepairOptions = NO_OPTIONS, *, by: Actor, digest: str | None = None
) -> Proposal:
    """Carry out the proposal that `propose` gives, and return it; if it is empty, store only the benched entries.

    The proposal is computed outside the transaction that stores it. Raises what `propose` raises. Raises Conflict
    `proposal_changed` if the proposal moves entries and does not have this digest, or if its inputs keep changing.
    """
    for _attempt in range(ATTEMPTS):
        proposal = propose(round_, options)
        if digest not in (None, proposal.digest) and not proposal.is_empty:
            break
        with transaction.atomic():
            round_ = lock_with_tables(round_)
            lock_all(round_.tournament.entries.all())  # before the tournament, whose lock the first change takes
            round_.tournament = locked(Tournament.objects.all(), round_.tournament_id)
            if read_repair_request(round_, options) == proposal.wanted:
                _make(round_, proposal, options, by=by)
                return proposal
    raise Conflict(Problem("proposal_changed", _("Something has changed meanwhile: look at the proposal again.")))


def _make(round_: Round, proposal: Proposal, options: RepairOptions, *, by: Actor) -> None:
    bench(round_, options.benched, by=by)
    if proposal.is_empty:
        return
    drawn = as_drawn(round_)
    _take_in(round_, [change.entry for change in proposal.changes if change.before is None], by=by)
    for entry in Entry.objects.filter(pk__in=options.leaving):
        change_entry(entry, {"status": Entry.Status.PAUSED}, by=by)
    extra_facts = seat_everybody(round_, proposal.tables)
    _sit_out(round_, proposal.sit_out)
    if options.rescored:
        extra_facts["rescored"] = True
        drawn["scores"] = {str(each.id): str(each.score) for each in proposal.wanted.draw.entrants if each.active}
    unbench_seated(round_, by=by)
    record_changed_tables(round_, drawn)
    log_round(round_, "round_reseated", by=by, moved=proposal.moved, **extra_facts)


def _take_in(round_: Round, entries: Collection[int], *, by: Actor) -> None:
    """Let these entries play from this round on; if the tournament uses check-in, check them in too."""
    ticked = round_.tournament.entries.filter(checked_in=True).exists()
    for entry in Entry.objects.filter(pk__in=entries):
        from_round = min(entry.from_round, round_.number)
        change_entry(entry, {"from_round": from_round, "checked_in": ticked or entry.checked_in}, by=by)


def seat_everybody(round_: Round, tables: Mapping[int, Sequence[int]]) -> dict[str, Any]:
    """Seat these entries at the round's tables, given by number and in seat order; delete all other tables.

    Return the struck-out hands of the deleted tables as facts for the ledger, or {}. A seat that keeps its entry keeps
    its phone. Other phones are released; a phone whose table was deleted then shows where its player sits.
    """
    held = {(seat.table.number, seat.number): seat for seat in round_.seats.select_related("table")}
    wanted = {(number, place): e for number, table in tables.items() for place, e in enumerate(table)}
    old = {key: seat for key, seat in held.items() if wanted.get(key) != seat.entry_id}
    _release(round_, old)
    Seat.objects.filter(pk__in=[seat.pk for seat in old.values()]).delete()
    ending = round_.tables.exclude(number__in=tables)
    strand_phones(ending)
    struck_out = set_aside(ending)
    ending.delete()
    stored = _tables(round_, tables)
    new = [key for key, entry in wanted.items() if key not in held or held[key].entry_id != entry]
    side = round_.tournament.side_of_seat
    Seat.objects.bulk_create(
        Seat(table=stored[number], round=round_, number=place, side=side(place), entry_id=wanted[number, place])
        for number, place in new
    )
    return struck_out


def _tables(round_: Round, tables: Mapping[int, Sequence[int]]) -> dict[int, Table]:
    """Return the round's tables by number, and create missing tables. If leads are drawn, set who leads first."""
    there = set(round_.tables.values_list("number", flat=True))
    Table.objects.bulk_create(Table(round=round_, number=number) for number in sorted(tables.keys() - there))
    stored = {table.number: table for table in round_.tables.all()}
    if round_.tournament.draws_lead:
        for number, entries in tables.items():
            stored[number].first_lead = first_lead(round_, number, len(entries))
        Table.objects.bulk_update(stored.values(), ["first_lead"])
    return stored


def _release(round_: Round, seats: Mapping[tuple[int, int], Seat]) -> None:
    claims = SeatClaim.objects.filter(table__round=round_, released_at=None).select_related("table")
    gone = [claim.pk for claim in claims if (claim.table.number, claim.seat) in seats]
    SeatClaim.objects.filter(pk__in=gone).update(released_at=timezone.now())


def _sit_out(round_: Round, entries: Sequence[int]) -> None:
    before = set(round_.sit_outs.values_list("entry_id", flat=True))
    round_.sit_outs.exclude(entry__in=entries).delete()
    SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in entries if entry not in before)


def exchange(
    round_: Round, one: int, other: int, *, by: Actor, strike: bool = False, reason: str = "", seen: str = ""
) -> Round:
    """Exchange two entries of a round, one of which may sit out; return the round.

    Hands already played at their tables stay with the seats, and count for the entries that sit there now. With
    `strike` they are struck out for the reason given. `seen` is the mark of the places that the user saw, so that two
    users who request the same exchange do not undo it. Raises Invalid unless both are entries of the round, and without
    a reason if hands were played. Raises Conflict for a closed round, Stale if `seen` is out of date.
    """
    with transaction.atomic():
        round_ = lock_with_tables(round_)
        places = round_.seats.order_by("table__number", "number").values_list("entry_id", flat=True)
        if seen and seen != mark_of_places(places):
            raise Stale(Problem("changed_meanwhile", CHANGED, pointer=("one",)))
        require_state(round_, Round.State.DRAFT, Round.State.PUBLISHED)
        tables, out, drawn = _exchanged(round_, one, other)
        hands_there = list(_hands_of(round_, (one, other)))
        if hands_there and not normalise_text(reason):
            raise Invalid(Problem("missing_field", _("Enter the reason."), pointer=("reason",)))
        if strike:
            for hand in hands_there:
                hands.void(hand, by=by, reason=reason)
        seat_everybody(round_, tables)
        _sit_out(round_, out)
        unbench_seated(round_, by=by)
        record_changed_tables(round_, drawn)
        facts = {**round_facts(round_), "exchanged": sorted((one, other))}
        text, public = normalise_text(reason), round_.is_public
        ledger.append(round_.tournament_id, "round_reseated", by=by, facts=facts, text=text, changes_standings=public)
    return round_


def mark_of_places(entries: Iterable[int]) -> str:
    """Return a mark of the order of a round's entries in their seats; it differs after every change of seats."""
    return sha256(repr(list(entries)).encode()).hexdigest()[:16]


def _exchanged(round_: Round, one: int, other: int) -> tuple[dict[int, list[int]], list[int], dict[str, object]]:
    """Return the tables and sit-outs with two entries exchanged, and the facts of the seats as drawn.

    Raises Invalid.
    """
    turned = {one: other, other: one}
    seated_now = entries_by_table(round_).items()
    tables = {number: [turned.get(entry, entry) for entry in table] for number, table in seated_now}
    out = [turned.get(entry, entry) for entry in read_sit_outs(round_)]
    seated = {entry for table in tables.values() for entry in table}
    if one == other or not {one, other} <= seated | set(out) or not {one, other} & seated:
        raise Invalid(Problem("not_in_round", _("Choose two players of this round: they change places.")))
    return tables, out, as_drawn(round_)


def _hands_of(round_: Round, entries: Sequence[int]) -> Sequence[Hand]:
    """Return the current hands at the tables of these entries; at each table, the last hand first."""
    tables = round_.seats.filter(entry__in=entries).values("table")
    return list(Hand.objects.current().filter(table__in=tables).order_by("table", "-number"))
