"""Reseating a round before its first hand."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Round, SeatClaim, SitOut, Table

from ..at_table.absent_tables import strand_phones
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem
from .benches import unbench_seated
from .draws.drafts import create_tables, first_lead, seat_tables
from .draws.records import as_drawn, read_sit_outs, record_changed_tables, table_numbers
from .rounds import lock_with_tables, log_round, require_state


def reseat(round_: Round, tables: Sequence[Sequence[int]], *, by: Actor, sit_out: Sequence[int] | None = None) -> Round:
    """Seat the round's entries at these tables, in seat order; return the round.

    If `sit_out` is None, the same entries sit out as before. Raises Conflict if a published round has a hand or is
    closed. Raises Invalid if an entry would be seated twice, left out or added.
    """
    with transaction.atomic():
        round_ = lock_with_tables(round_)
        require_state(round_, Round.State.DRAFT, Round.State.PUBLISHED)
        if Table.objects.playing().filter(round=round_).exists():
            message = _("Play has begun in round %(round)d: its seats stay as they are.")
            raise Conflict(Problem("already_played", message, {"round": round_.number}))
        before = read_sit_outs(round_)
        out = before if sit_out is None else list(sit_out)
        _refuse_other_entries(round_, tables, out)
        drawn = as_drawn(round_)
        _recreate_tables(round_, tables)
        if sorted(out) != sorted(before):
            round_.sit_outs.all().delete()
            SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in out)
        unbench_seated(round_, by=by)
        record_changed_tables(round_, drawn)
        log_round(round_, "round_reseated", by=by)
    return round_


def _recreate_tables(round_: Round, tables: Sequence[Sequence[int]]) -> None:
    """Seat these entries at the round's tables. Each table keeps its pack of cards.

    If a table has struck-out hands, the tables are kept as rows with their hands; otherwise they are created again.
    """
    if Table.objects.begun().filter(round=round_).exists():
        _reseat_tables(round_, tables)
        return
    other_pack = list(round_.tables.filter(other_pack=True).values_list("number", flat=True))
    strand_phones(round_.tables.all())
    round_.tables.all().delete()
    create_tables(round_, tables)
    round_.tables.filter(number__in=other_pack).update(other_pack=True)


def _reseat_tables(round_: Round, tables: Sequence[Sequence[int]]) -> None:
    """Seat these entries at the existing tables, and release all phones from the round's seats."""
    claims = SeatClaim.objects.filter(table__round=round_, released_at=None)
    claims.update(released_at=timezone.now())
    round_.seats.all().delete()
    stored = list(round_.tables.order_by("number"))
    if round_.tournament.draws_lead:
        for table, entries in zip(stored, tables, strict=True):
            table.first_lead = first_lead(round_, table.number, len(entries))
        Table.objects.bulk_update(stored, ["first_lead"])
    seat_tables(round_, stored, tables)


def _refuse_other_entries(round_: Round, tables: Sequence[Sequence[int]], sit_out: Sequence[int]) -> None:
    entries = [entry for table in (*tables, sit_out) for entry in table]
    placed = [*round_.seats.values_list("entry_id", flat=True), *read_sit_outs(round_)]
    sizes = set(round_.tournament.possible_table_sizes)
    count = len(table_numbers(round_))
    if sorted(entries) != sorted(placed) or len(tables) != count or any(len(table) not in sizes for table in tables):
        message = _("Give each player of this round one seat, at tables of the same sizes as before.")
        raise Invalid(Problem("not_the_same_entries", message, pointer=("tables",)))
