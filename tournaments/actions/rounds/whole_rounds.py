"""Recording the results of many tables of a round at once. Either all are stored or none."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Hand, Round, Table

from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, PreconditionRequired, Problem, Refusal, Stale, refuse
from ..hands.hands import enter
from ..hands.tallies import HandInput
from .kept import require_total

SEVEREST: Sequence[type[Refusal]] = (Invalid, Stale, PreconditionRequired, Conflict)
"""Classes of refusals; a refusal with several problems is of the first class that one of them has."""


@dataclass(frozen=True, slots=True)
class SentTable:
    """The results of a table as entered: its hands from the first on, or its total as the only hand."""

    table: int
    hands: Sequence[HandInput]
    is_total: bool


def record_round(round_: Round, results: Sequence[SentTable], *, by: Actor) -> list[tuple[int, list[Hand]]]:
    """Record every hand of these tables as a director or scorer; return (table number, hands) for each.

    Tallies equal to the current ones change nothing. If there is any fault, nothing is stored, and the refusal has the
    faults of all tables, each with its place in `results`. Raises Conflict if the round is not in play.
    """
    with transaction.atomic():
        if Round.objects.get(pk=round_.pk).state != Round.State.PUBLISHED:
            message = _("Round %(round)d is not in play.")
            raise Conflict(Problem("round_not_in_play", message, {"round": round_.number}))
        named = [result.table for result in results]
        # Lock all tables before the first ledger entry locks the tournament.
        locked = round_.tables.filter(number__in=named).select_for_update().order_by("pk")
        tables = {table.number: table for table in locked}
        refuse(_unfit(results, named, tables.keys()))
        recorded, refusals = [], []
        for place, result in enumerate(results):
            table = tables[result.table]
            table.round = round_
            hands, refused = _record_table(table, result, by)
            recorded.append((result.table, hands))
            refusals += [(refusal, [p.under("tables", place) for p in refusal.problems]) for refusal in refused]
        if refusals:
            raise _all_of(refusals)
    return recorded


def _unfit(results: Iterable[SentTable], named: list[int], numbers: Iterable[int]) -> Iterator[Problem]:
    for place, result in enumerate(results):
        at = ("tables", place, "table")
        if result.table not in numbers:
            yield Problem("unknown_table", _("There is no such table in this round."), pointer=at)
        elif result.table in named[:place]:
            yield Problem("named_twice", _("List table %(table)d only once."), {"table": result.table}, at)


def _record_table(table: Table, result: SentTable, by: Actor) -> tuple[list[Hand], list[Refusal]]:
    """Record the hands of a table up to the first refused hand; return the hands and the refusals.

    Hands after a refused one cannot be checked.
    """
    hands: list[Hand] = []
    for index, entered in enumerate(result.hands):
        path = ("total",) if result.is_total else ("hands", index)
        try:
            if result.is_total:
                require_total(table)
            hands.append(enter(table, entered, by=by)[0])
        except Refusal as refused:
            refused.problems = [problem.under(*path) for problem in refused.problems]
            return hands, [refused]
    return hands, []


def _all_of(refusals: Sequence[tuple[Refusal, list[Problem]]]) -> Refusal:
    kinds = [kind for kind in SEVEREST if any(isinstance(refusal, kind) for refusal, _problems in refusals)]
    return kinds[0]([problem for _refusal, problems in refusals for problem in problems])
