"""Proposals for the repair of a drawn round: the changes of seats that move the fewest entries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournaments import pairing
from tournaments.models import Entry, Round, Table
from tournaments.pairing.repair import Repair, RepairRequest, repair

from ..core import ledger
from ..core.refusals import Conflict, Invalid, Problem, refuse
from ..rounds.benches import benched
from ..rounds.draws.knock_out import KNOCK_OUT
from ..rounds.draws.records import entries_by_table, read_sit_outs, scores_as_seated
from ..rounds.draws.requests import read_draw_request
from ..standings.ratings import MEAN

OUT = 0
"""The place of an entry that sits out; the place of a seated entry is its table's number."""


@dataclass(frozen=True, slots=True)
class RepairOptions:
    """A director's options for a repair, as ids of entries.

    `joining` entries play from this round on, `leaving` entries pause. `spared` entries must not sit out, `benched`
    entries must sit out. With `rescored`, entries whose score has changed since they were seated move to their score
    group.
    """

    joining: frozenset[int] = frozenset()
    leaving: frozenset[int] = frozenset()
    spared: frozenset[int] = frozenset()
    benched: frozenset[int] = frozenset()
    rescored: bool = False

    @property
    def entries(self) -> frozenset[int]:
        """The ids of all entries that the options name."""
        return self.joining | self.leaving | self.spared | self.benched


NO_OPTIONS = RepairOptions()


@dataclass(frozen=True, slots=True)
class SeatMove:
    """An entry's move from one place to another.

    A place is a table number, OUT for a sit-out, or None if it has none.
    """

    entry: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Proposal:
    """A proposed repair of a round, with the changes that it makes."""

    wanted: RepairRequest
    repair: Repair

    @cached_property
    def changes(self) -> Sequence[SeatMove]:
        """The moves: entries that join or leave first, then the others in order of their new place."""
        before, after = _places(self.wanted.tables, self.wanted.sit_out), _places(self.tables, self.repair.sit_out)
        entries = [entry for entry in before | after if before.get(entry) != after.get(entry)]
        changes = [SeatMove(entry, before.get(entry), after.get(entry)) for entry in entries]
        return sorted(changes, key=lambda c: (c.before is not None and c.after is not None, c.after or 0, c.entry))

    @property
    def tables(self) -> Mapping[int, Sequence[int]]:
        """The entries of each table in seat order, by its number."""
        return {number: [int(entry) for entry in table] for number, table in self.repair.tables.items()}

    @property
    def sit_out(self) -> list[int]:
        """The entries that sit out."""
        return [int(entry) for entry in self.repair.sit_out]

    @property
    def moved(self) -> int:
        """The number of entries of the round that get a different seat."""
        return len(self.repair.moved)

    @property
    def is_empty(self) -> bool:
        """Whether every entry keeps its place."""
        return not self.changes

    @property
    def digest(self) -> str:
        """A digest of the proposed seats; a request to carry out the proposal names it."""
        return ledger.digest([sorted(self.tables.items()), sorted(self.sit_out)])


def _places(tables: Mapping[int, Sequence[Any]], sit_out: Iterable[Any]) -> dict[int, int]:
    seated = {int(entry): number for number, table in tables.items() for entry in table}
    return seated | {int(entry): OUT for entry in sit_out}


def propose(round_: Round, options: RepairOptions = NO_OPTIONS) -> Proposal:
    """Return the repair that seats every entry due in the round and moves the fewest. Tables with a hand stay.

    Raises Conflict for a round that has no tables or is closed, Invalid for options that cannot be met.
    """
    wanted = read_repair_request(round_, options)
    made = repair(wanted)
    _refuse_no_table(wanted, made)
    _refuse_seatless(round_.tournament.entries.all(), wanted.spared & set(made.sit_out))
    return Proposal(wanted, made if round_.is_public else _without_gaps(wanted, made))


def read_repair_request(round_: Round, options: RepairOptions) -> RepairRequest:
    """Return the inputs of a repair with current values. Raises Conflict and Invalid as `propose` does."""
    if round_.state not in (Round.State.DRAFT, Round.State.PUBLISHED):
        message = _("Round %(round)d is %(state)s: its tables stay as they are.")
        params = {"round": round_.number, "state": round_.get_state_display()}
        raise Conflict(Problem("not_to_be_mended", message, params))
    if round_.method == KNOCK_OUT:
        message = _("In a knock-out the tables follow from the places: draw the round again, or exchange two players.")
        raise Conflict(Problem("in_knock_out", message))
    tables = {number: tuple(table) for number, table in entries_by_table(round_).items()}
    sit_out, draw = tuple(read_sit_outs(round_)), draw_now(round_, options)
    wanted = RepairRequest(
        draw=draw,
        tables=tables,
        sit_out=sit_out,
        frozen=frozenset(Table.objects.playing().filter(round=round_).values_list("number", flat=True)),
        spared=options.spared,
        benched=options.benched | (benched(round_) & {*sit_out} - options.entries),
        drawn_scores=scores_as_seated(round_) if options.rescored else {},
    )
    _refuse_impossible(round_.tournament.entries.all(), wanted, options)
    return wanted


def draw_now(round_: Round, options: RepairOptions) -> pairing.DrawRequest:
    """Return the round's draw request with current values, without the entries that leave.

    The first round keeps the ratings by which it was drawn; corrections in other tournaments may have changed them.
    """
    tournament, sizes = round_.tournament, round_.tournament.table_sizes
    request = read_draw_request(
        tournament,
        round_.seed,
        number=round_.number,
        method=round_.method,
        joining=options.joining,
        sizes=sizes,
        benching=False,
    )
    seated_by = scores_as_seated(round_) if round_.number == 1 else {}
    by_rating = any(seated_by.values())  # otherwise every entry has score 0 before the first round
    new = MEAN if by_rating else 0
    entrants = tuple(
        replace(
            e,
            score=seated_by.get(e.id, new) if round_.number == 1 else e.score,
            active=e.active and e.id not in options.leaving,
        )
        for e in request.entrants
    )
    by_score = tournament.ranking_scoring.low_score_wins and not by_rating
    low_wins = request.low_wins if round_.method == KNOCK_OUT else by_score
    return replace(request, entrants=entrants, rounds=1, low_wins=low_wins)


def rescored_entries(round_: Round, now: pairing.DrawRequest) -> list[int]:
    """Return the entries whose score has changed since they were seated, in order of the standings.

    Return [] if the round was not drawn by standings.
    """
    if round_.method not in pairing.BY_STANDING:
        return []
    seated_by = scores_as_seated(round_)
    return [int(e.id) for e in now.entrants if e.active and seated_by.get(int(e.id), e.score) != e.score]


def _refuse_impossible(entries: QuerySet[Entry], wanted: RepairRequest, options: RepairOptions) -> None:
    placed = {entry for table in wanted.tables.values() for entry in table} | set(wanted.sit_out)
    frozen = {entry for number in wanted.frozen for entry in wanted.tables[number]}
    due = {entrant.id for entrant in wanted.draw.entrants if entrant.active}
    named = list(entries.filter(pk__in=options.entries))
    names: dict[Any, str] = {entry.pk: entry.name for entry in named}
    gone = {entry.pk for entry in named if entry.status != Entry.Status.ACTIVE}  # by the same repair, sent twice
    problems = [
        *_each(options.entries & frozen, names, "already_played", _("%(name)s sits at a table that has a result.")),
        *_each(
            (options.spared | options.benched) - due, names, "not_in_round", _("%(name)s does not play this round.")
        ),
        *_each(options.joining - due - placed, names, "not_joining", _("%(name)s cannot be added.")),
        *_each(options.leaving - placed - gone, names, "not_in_round", _("%(name)s has no seat in this round.")),
    ]
    refuse(problems)


def _refuse_no_table(wanted: RepairRequest, made: Repair) -> None:
    """Raise Invalid if too few players are left for a table."""
    if not made.tables:
        players = sum(each.active and each.id not in wanted.benched for each in wanted.draw.entrants)
        message = _("Too few players to be seated (%(count)s): the smallest table takes %(least)s.")
        raise Invalid(Problem("too_few_players", message, {"count": players, "least": min(wanted.draw.sizes)}))


def _refuse_seatless(entries: QuerySet[Entry], seatless: Collection[Any]) -> None:
    """Raise Invalid if the repair has no seat for a spared entry, for example because every table has played."""
    names: dict[Any, str] = dict(entries.filter(pk__in=seatless).values_list("pk", "name"))
    if names:
        raise Invalid(_each(names, names, "not_enough_seats", _("No seat is left for %(name)s.")))


def _each(entries: Iterable[int], names: Mapping[Any, str], code: str, message: str) -> list[Problem]:
    return [Problem(code, message, {"name": names.get(entry, str(entry))}) for entry in sorted(entries)]


def _without_gaps(wanted: RepairRequest, made: Repair) -> Repair:
    """Move the last tables of a draft into gaps in the table numbers. Tables with fixed entries keep their numbers."""
    tables, fixed = dict(made.tables), set(wanted.draw.fixed.values())
    for gap in range(1, len(tables) + 1):
        last = max((number for number in tables if number not in fixed), default=0)
        if gap not in tables and last > gap:
            tables[gap] = tables.pop(last)
    return replace(made, tables=dict(sorted(tables.items())))
