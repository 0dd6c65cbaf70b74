"""Knock-outs: which entries qualify from a round, how ties were decided, and the effect of corrected results."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments import ranking
from tournaments.models import Entry, Tournament
from tournaments.pairing.values import Cut

from ..core.refusals import CutChange
from .compared_rows import ByEntry
from .outlooks import cut_rule


@dataclass(frozen=True, slots=True)
class StillIn:
    """The entries that certainly play the next round of a knock-out, and the cuts that decided it.

    A cut says what decided, and whether places are still open.
    """

    entries: frozenset[int]
    cuts: tuple[Cut, ...]

    @property
    def open_cuts(self) -> tuple[Cut, ...]:
        """The cuts at which places are still open."""
        return tuple(cut for cut in self.cuts if cut.is_open)

    @property
    def possible(self) -> set[int]:
        """The entries that play the next round, or still may."""
        return {*self.entries, *(int(entry) for cut in self.open_cuts for entry in (*cut.ins, *cut.outs))}


def still_in_after(tournament: Tournament, results: ranking.Results, number: int, out: Collection[int] = ()) -> StillIn:
    """Return which entries qualify from a round of a knock-out, by these results; entries in `out` cannot qualify.

    If fewer are left than a table seats, the best of the eliminated entries come back.
    """
    return _still_in(tournament, _ranked(tournament, results, number), None, out)


def _ranked(tournament: Tournament, results: ranking.Results, number: int) -> ranking.RankedList:
    return ranking.rank(
        results,
        tournament.ranking_scoring,
        ranking.order_of_cut(tournament.tie_breaks, tournament.cut_ties),
        after_round=number,
        lot_seed=tournament.lot_seed,
        for_draw=True,
    )


def _still_in(
    tournament: Tournament, standing: ranking.RankedList, going_on: int | None, out: Collection[int]
) -> StillIn:
    rule = cut_rule(tournament, going_on)
    cuts, byes = ranking.cut_tables(standing, rule.going_on, rule.ties, out=out)
    entries = [*byes, *(entry for cut in cuts for entry in cut.ins)]
    missing = max(0, rule.smallest - len(entries)) if entries else 0
    others = {row.entry for row in standing.rows} - {*out, *entries}
    back = ranking.come_back(standing, others, missing, rule.ties)
    is_open = any(not cut.decided_by for cut in cuts)
    noted = (*(each for cut in cuts for each in _reported_cuts(cut)), *(() if is_open else _reported_returns(back)))
    sure = [*byes, *(entry for cut in cuts for entry in cut.sure), *(() if is_open else back.sure)]
    return StillIn(frozenset(sure), noted)


def _reported_returns(cut: ranking.TableCut) -> Iterator[Cut]:
    """Yield the cuts about entries that come back, and about the decision between tied ones."""
    if cut.ins and cut.decided_by:
        yield Cut(0, "back", cut.ins)
    if cut.decided_by in ("lot", "all", ""):
        yield from _reported_cuts(cut)


def _reported_cuts(cut: ranking.TableCut) -> Iterator[Cut]:
    """Yield the cuts that a report mentions: decisions beyond the places, and entries that replace others."""
    if cut.decided_by != "place":
        ins = tuple(entry for entry in cut.level if entry in cut.ins)
        yield Cut(cut.table, cut.decided_by, ins, tuple(entry for entry in cut.level if entry not in ins))
    if cut.left:
        yield Cut(cut.table, "left", cut.came_in, cut.left)


def changed_cuts(
    tournament: Tournament, results: ranking.Results, before: Mapping[int, ByEntry]
) -> Iterator[tuple[CutChange, list[Any]]]:
    """Yield, for each round, who would have qualified by these results but not by the rows `before`, and the reverse.

    Each change is given with names, and as [round, ids, ids]. Rounds without a following round of the knock-out are
    left out. The number of entries that qualified stays the same.
    """
    for number in sorted(each for each in results.knock_out & before.keys() if each + 1 in results.knock_out):
        went_on, out = _entries_in_next_round(results, number), _absent_entries(tournament, results, number + 1)
        going_on = tournament.rounds.get(number=number + 1).draw_inputs.get("going_on")
        now = _ranked(tournament, results, number)
        lists = (_in_published_order(now, before[number]), now)
        was, would = (_still_in(tournament, each, going_on, out - went_on) for each in lists)
        ins, outs = would.entries - was.possible - went_on, (was.entries - would.possible) & went_on
        if ins or outs:
            names = dict(tournament.entries.filter(pk__in=ins | outs).values_list("pk", "name"))
            change = CutChange(number, *(sorted(names[entry] for entry in part) for part in (ins, outs)))
            yield change, [number, sorted(ins), sorted(outs)]


def _entries_in_next_round(results: ranking.Results, number: int) -> set[int]:
    """Return the entries that have a seat or a bye in the round after this one."""
    tables = (table for table in results.tables if table.round == number + 1)
    seated = {entry for table in tables for side in table.sides for entry in side}
    return seated | {each.entry for each in results.sit_outs if each.round == number + 1}


def _absent_entries(tournament: Tournament, results: ranking.Results, number: int) -> set[int]:
    """Return the entries that had left by this round, and those that are paused now."""
    paused = tournament.entries.filter(status=Entry.Status.PAUSED).values_list("pk", flat=True)
    return {*paused, *(each.id for each in results.entrants if each.left_after(number) is not None)}


def _in_published_order(now: ranking.RankedList, before: ByEntry) -> ranking.RankedList:
    """Return the list in the order of the published places `before`.

    Entries with the same place are in order of the lot.
    """
    rows = [_row_before(row, before.get(row.entry, {})) for row in now.rows]
    rows.sort(key=lambda row: (row.place is None, row.place or 0, row.tie_breaks.get("lot") or 0))
    return replace(now, rows=tuple(rows))


def _row_before(row: ranking.StandingsRow, old: Mapping[str, Any]) -> ranking.StandingsRow:
    sources = {each["round"]: each["source"] for each in old.get("rounds", ())}
    rounds = tuple(replace(each, source=sources.get(each.round, each.source)) for each in row.rounds)
    return replace(row, place=old.get("place"), disqualified=old.get("disqualified", False), rounds=rounds)
