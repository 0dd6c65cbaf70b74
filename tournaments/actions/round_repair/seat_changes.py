"""Changing the places of entries in a round."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Round, Seat, SeatClaim, Table

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem, refuse
from ..core.rows import locked
from ..rounds.draws.records import as_drawn, record_changed_tables
from ..rounds.rounds import lock_with_tables, log_round, require_state


def change_places(table: Table, entries: Sequence[int], *, by: Actor) -> None:
    """Seat these entries at the table, in seat order. Entries that come exchange places with entries that leave.

    Raises Conflict if a table concerned has a hand or the round is closed, Invalid for entries that do not fit the
    table or the round.
    """
    with transaction.atomic():
        round_ = lock_with_tables(table.round)
        table = locked(Table.objects.select_related("round"), table.pk)
        seats = {seat.entry_id: seat for seat in round_.seats.order_by("number")}
        here = [seat for seat in seats.values() if seat.table_id == table.pk]
        refuse(_problems(entries, here, seats))
        moves = _moves(entries, here, seats)
        _refuse_played(round_, moves)
        drawn = as_drawn(round_)
        _seat(moves)
        if moves:
            record_changed_tables(round_, drawn)
            log_round(round_, "round_reseated", by=by)


def _problems(entries: Sequence[int], here: Sequence[Seat], seats: dict[int, Seat]) -> Iterator[Problem]:
    if len(entries) != len(here):
        message = _("This table has %(seats)d seats: you named %(given)d entries.")
        params = {"seats": len(here), "given": len(entries)}
        yield Problem("wrong_table_size", message, params, ("seats",))
    times = Counter(entries)
    for place, entry in enumerate(entries):
        if entry not in seats:
            yield Problem("not_in_round", _("This entry has no seat in the round."), {}, ("seats", place))
        elif times[entry] > 1:
            message = _("This entry has %(count)d seats: keep only one.")
            yield Problem("seated_twice", message, {"count": times[entry]}, ("seats", place))


def _moves(entries: Sequence[int], here: Sequence[Seat], seats: dict[int, Seat]) -> list[tuple[Seat, int]]:
    before = [seat.entry_id for seat in here]
    coming = [entry for entry in entries if entry not in before]
    leaving = [entry for entry in before if entry not in entries]
    there = [(seats[new], old) for new, old in zip(coming, leaving, strict=True)]
    assigned = [*zip(here, entries, strict=True), *there]
    return [(seat, entry) for seat, entry in assigned if seat.entry_id != entry]


def _refuse_played(round_: Round, moves: Sequence[tuple[Seat, int]]) -> None:
    tables = {seat.table_id for seat, _entry in moves}
    played = Table.objects.playing().filter(pk__in=tables)
    if moves and round_.state == Round.State.CLOSED:
        require_state(round_, Round.State.PUBLISHED)
    if moves and played.exists():
        message = _("Play has begun at one of these tables: their seats stay as they are.")
        raise Conflict(Problem("already_played", message))


def _seat(moves: Sequence[tuple[Seat, int]]) -> None:
    """Give each seat its new entry, and release the phones of the entries that left.

    Seats are deleted and created again, so that no entry ever has two seats.
    """
    Seat.objects.filter(pk__in=[seat.pk for seat, _entry in moves]).delete()
    for seat, entry in moves:
        seat.entry_id = entry
    Seat.objects.bulk_create(seat for seat, _entry in moves)
    for seat, _entry in moves:
        claims = SeatClaim.objects.filter(table=seat.table_id, seat=seat.number, released_at=None)
        claims.update(released_at=timezone.now())
