"""Incremental ranking: the standings from the first round that a change can affect."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tournaments.ranking.outlook.plan import RoundPlan
from tournaments.ranking.ranked import RankedList
from tournaments.ranking.results import Award, ClosedRound, PenaltyPoints, Results, RoundSatOut, Scoring, TableResult
from tournaments.ranking.sheet import ScoreSheet
from tournaments.ranking.standings import Ranking, ranked_after
from tournaments.ranking.tie_breaks import TIE_BREAKS

OfRound = TypeVar("OfRound", RoundSatOut, Award, PenaltyPoints, ClosedRound)
Change = tuple[TableResult | None, TableResult | None]


@dataclass(frozen=True, slots=True)
class RankingCache:
    """The inputs of a tournament's standings, places by round and last score sheet, cached for the next ranking."""

    results: Results
    scoring: Scoring
    tie_breaks: tuple[str, ...]
    lot_seed: int
    places: Mapping[int, Mapping[int, int]]
    sheet: ScoreSheet
    plan: RoundPlan | None = None

    @property
    def basis(self) -> tuple[object, ...]:
        """The inputs of the standings without the results."""
        return self.scoring, self.tie_breaks, self.lot_seed, self.plan


def rank_changed(
    results: Results,
    scoring: Scoring,
    tie_breaks: tuple[str, ...],
    *,
    lot_seed: int,
    before: RankingCache | None = None,
    first_round: int = 0,
    plan: RoundPlan | None = None,
) -> tuple[list[RankedList], RankingCache]:
    """Return the standings that may have changed, always including the last, and the new inputs to cache.

    Without cached inputs, return the standings from `first_round` on; if their `basis` differs, return all standings.
    """
    if before and before.basis != (scoring, tie_breaks, lot_seed, plan):
        before, first_round = None, 0
    changed = _changed_tables(before.results.tables, results.tables) if before else []
    first = _first_changed(before.results, results, changed) if before else first_round
    *numbers, last = sorted(results.rounds) or [0]
    due = [*(n for n in numbers if n >= first), last]
    chosen = [TIE_BREAKS[code] for code in tie_breaks]
    places = {n: p for n, p in before.places.items() if n in numbers and n < due[0]} if before else {}

    def ranked(number: int) -> Ranking:
        reused_sheet = _changed_sheet(before, results, changed) if before and number == last else None
        sheet = reused_sheet or ScoreSheet(results, scoring, through=number, lot_seed=lot_seed)
        return Ranking(sheet, chosen)

    for number in [n for n in numbers if n < due[0]][-1:]:
        places[number] = places.get(number) or ranked(number).places
    standings = []
    for number in due:
        ranking = ranked(number)
        standings.append(ranked_after(ranking, results, number, places[max(places)] if places else {}, plan))
        places[number] = ranking.places
    return standings, RankingCache(results, scoring, tie_breaks, lot_seed, places, ranking.sheet, plan)


def _changed_tables(before: Sequence[TableResult], now: Sequence[TableResult]) -> list[Change]:
    """Return the tables that changed, each with its former and its new result; either is None if it did not exist."""
    if len(before) == len(now):
        pairs = [(old, new) for old, new in zip(before, now, strict=True) if old is not new]
        if all((old.round, old.table) == (new.round, new.table) for old, new in pairs):
            return [(old, new) for old, new in pairs if old != new]
    earlier = {(table.round, table.table): table for table in before}
    later = {(table.round, table.table): table for table in now}
    both = [(earlier.get(key), later.get(key)) for key in earlier | later]
    return [(old, new) for old, new in both if old != new]


def _first_changed(before: Results, now: Results, changed: Sequence[Change]) -> int:
    """Return the first round whose standings may differ; a number beyond the last round if none can."""
    if before.entrants != now.entrants:
        return 0
    rounds = set(before.rounds) ^ set(now.rounds)
    rounds |= {table.round for pair in changed for table in pair if table}
    rounds |= {one.round for one in _differing(before.sit_outs, now.sit_outs)}
    rounds |= {one.round for one in _differing(before.awards, now.awards)}
    rounds |= {one.round for one in _differing(before.closed, now.closed)}
    rounds |= {one.round or 0 for one in _differing(before.penalties, now.penalties)}
    return min(rounds, default=max(now.rounds, default=0) + 1)


def _differing(before: Sequence[OfRound], now: Sequence[OfRound]) -> Sequence[OfRound]:
    """The items that occur more often in one sequence than in the other."""
    if before == now:
        return ()
    gone, come = Counter(before), Counter(now)
    gone.subtract(now)
    come.subtract(before)
    return [one for counts in (gone, come) for one, times in counts.items() if times > 0]


def _changed_sheet(before: RankingCache, results: Results, changed: Sequence[Change]) -> ScoreSheet | None:
    """Return the cached score sheet with the changed tables of the last round, or None if it cannot be used.

    It cannot be used if anything else changed, such as seats or an earlier round, or if the last round or a table of it
    is closed.
    """
    last = max(results.rounds, default=0)
    old = before.results
    if _without_tables(old) != _without_tables(results) or _has_closed(results, last) or _has_closed(old, last):
        return None
    if not all(_is_as_seated(pair, last) for pair in changed):
        return None
    tables = [table for _old, table in changed if table]
    return before.sheet.with_tables(tables)


def _has_closed(results: Results, number: int) -> bool:
    """Whether a round or one of its tables is closed; then a table's worth may depend on other tables."""
    tables = (table.closed for table in results.tables if table.round == number)
    return any(each.round == number for each in results.closed) or any(tables)


def _without_tables(results: Results) -> Results:
    return replace(results, tables=())


def _is_as_seated(change: Change, last: int) -> bool:
    """Whether a table of the last round existed before the change and after it, with the same entries."""
    old, new = change
    return old is not None and new is not None and old.round == last and old.sides == new.sides
