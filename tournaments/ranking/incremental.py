"""Incremental ranking: standings are computed from the first round on that a change can affect."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from tournaments.ranking.outlook.plan import RoundPlan
from tournaments.ranking.ranked import RankedList
from tournaments.ranking.results import Award, ClosedRound, PenaltyPoints, Results, RoundSatOut, Scoring, TableResult
from tournaments.ranking.round_index import RoundIndex
from tournaments.ranking.sheet import ScoreSheet
from tournaments.ranking.standings import Ranking, ranked_after
from tournaments.ranking.tie_breaks import TIE_BREAKS

OfRound = TypeVar("OfRound", RoundSatOut, Award, PenaltyPoints, ClosedRound)
Change = tuple[TableResult | None, TableResult | None]


@dataclass(frozen=True, slots=True)
class RankingCache:
    """What is cached for the next ranking: all inputs, the places by round, and the last score sheet."""

    results: Results
    scoring: Scoring
    tie_breaks: tuple[str, ...]
    lot_seed: int
    places: Mapping[int, Mapping[int, int]]
    sheet: ScoreSheet
    plan: RoundPlan | None = None

    @property
    def basis(self) -> tuple[object, ...]:
        """All inputs of the standings except the results."""
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
    """Return the standings that may have changed, the last ones in any case, and what to cache for the next ranking.

    Without a cache, the standings from `first_round` on are returned; if the `basis` of the cache differs, all of them.
    If there is no round, the standings after round 0 are returned.
    """
    if before and before.basis != (scoring, tie_breaks, lot_seed, plan):
        before, first_round = None, 0
    changed = _changed_tables(before.results.tables, results.tables) if before else []
    first = _first_changed(before.results, results, changed) if before else first_round
    *numbers, last = sorted(results.rounds) or [0]
    due = [*(n for n in numbers if n >= first), last]
    chosen = [TIE_BREAKS[code] for code in tie_breaks]
    places = {n: p for n, p in before.places.items() if n in numbers and n < due[0]} if before else {}

    @cache
    def index() -> RoundIndex:
        return RoundIndex(results, scoring)

    def ranked(number: int) -> Ranking:
        reused_sheet = _changed_sheet(before, results, changed) if before and number == last else None
        sheet = reused_sheet or ScoreSheet(results, index(), through=number, lot_seed=lot_seed)
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
    """Return (former result, new result) of each table that changed.

    A result is None if the table did not exist then, or does not exist now.
    """
    if len(before) == len(now):
        pairs = [(old, new) for old, new in zip(before, now, strict=True) if old is not new]
        if all((old.round, old.table) == (new.round, new.table) for old, new in pairs):
            return [(old, new) for old, new in pairs if old != new]
    earlier = {(table.round, table.table): table for table in before}
    later = {(table.round, table.table): table for table in now}
    both = [(earlier.get(key), later.get(key)) for key in earlier | later]
    return [(old, new) for old, new in both if old != new]


def _first_changed(before: Results, now: Results, changed: Sequence[Change]) -> int:
    """Return the first round whose standings can differ; a number after the last round if none can."""
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
    """Return the items that occur more often in one sequence than in the other."""
    if before == now:
        return ()
    gone, come = Counter(before), Counter(now)
    gone.subtract(now)
    come.subtract(before)
    return [one for counts in (gone, come) for one, times in counts.items() if times > 0]


def _changed_sheet(before: RankingCache, results: Results, changed: Sequence[Change]) -> ScoreSheet | None:
    """Return the cached score sheet with the changed tables of the last round; None if it cannot be used.

    It cannot be used if anything else changed, such as seats or an earlier round, or if the last round or one of its
    tables is closed.
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
    """Whether a round or one of its tables is closed; then a table's score can depend on other tables."""
    tables = (table.closed for table in results.tables if table.round == number)
    return any(each.round == number for each in results.closed) or any(tables)


def _without_tables(results: Results) -> Results:
    return replace(results, tables=())


def _is_as_seated(change: Change, last: int) -> bool:
    """Whether a table of the last round existed before the change and exists after it, with the same entries."""
    old, new = change
    return old is not None and new is not None and old.round == last and old.sides == new.sides
