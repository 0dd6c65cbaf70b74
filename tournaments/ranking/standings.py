"""The order of the standings: by score, then by each tie-break among the entries still tied."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, groupby

from tournaments.ranking.knock_out import order_of_cut
from tournaments.ranking.next_round import going_on
from tournaments.ranking.numbers import scaled
from tournaments.ranking.outlook.places import outlooks
from tournaments.ranking.outlook.plan import CutRule, RoundPlan
from tournaments.ranking.ranked import RankedList, StandingsRow
from tournaments.ranking.results import Entrant, Results, Scoring
from tournaments.ranking.round_index import RoundIndex
from tournaments.ranking.sheet import ScoreSheet
from tournaments.ranking.tie_breaks import KNOCK_OUT, SCORE, TIE_BREAKS, TieBreak, Values

SortKey = list[tuple[bool, int | Fraction]]


def rank(
    results: Results,
    scoring: Scoring,
    tie_breaks: Sequence[str],
    *,
    after_round: int,
    lot_seed: int,
    plan: RoundPlan | None = None,
    for_draw: bool = False,
) -> RankedList:
    """Return the standings after a round, computed only from this round and earlier ones.

    With `for_draw`, entries that have not played yet are placed among the others by their score. Raises KeyError for an
    unknown tie-break, and ValueError for an entry at two tables of a round.
    """
    index, chosen = RoundIndex(results, scoring), [TIE_BREAKS[code] for code in tie_breaks]

    def ranked(number: int) -> Ranking:
        return Ranking(ScoreSheet(results, index, through=number, lot_seed=lot_seed), chosen, for_draw=for_draw)

    *before, _last = sorted(number for number in results.rounds if number <= after_round) or [0]
    earlier = ranked(before[-1]).places if before else {}
    return ranked_after(ranked(after_round), results, after_round, earlier, plan)


def ranked_after(
    ranking: "Ranking", results: Results, number: int, earlier: Mapping[int, int], plan: RoundPlan | None
) -> RankedList:
    """Return the standings after a round as rows; their `moved` compares with the places in `earlier`."""
    outstanding = [table.round for table in results.open_tables(ranking.sheet.index.rounds)]
    closed = {each.round for each in results.closed}
    ranked = RankedList(
        after_round=number,
        provisional=number == 0 or not closed.issuperset(ranking.sheet.index.rounds),
        outstanding_tables=len(outstanding),
        rows=tuple(ranking.rows(earlier)),
        playing=outstanding.count(number),
        knock_out=tuple(each for each in ranking.sheet.index.rounds if each in results.knock_out),
    )
    if plan is None:
        return ranked
    if plan.cut and number in results.knock_out:
        return replace(ranked, goes_on=going_on(_for_cut(ranking, ranked, plan.cut), results, plan, plan.cut))
    is_foreseen = not plan.cut and not results.knock_out
    return replace(ranked, outlook=outlooks(ranking.sheet, results, plan)) if is_foreseen else ranked


def _for_cut(ranking: "Ranking", ranked: RankedList, cut: CutRule) -> RankedList:
    """Return the standings in the order that decides a cut, with the lot if the rule uses it."""
    chosen = [TIE_BREAKS[code] for code in order_of_cut(ranking.codes, cut.ties)]
    return replace(ranked, rows=tuple(Ranking(ranking.sheet, chosen, for_draw=True).rows({})))


class Ranking:
    """The entries of a score sheet in order: their places, and the values of tie-breaks that decided."""

    def __init__(self, sheet: ScoreSheet, chosen: Sequence[TieBreak], *, for_draw: bool = False) -> None:
        self.sheet = sheet
        self._tie_breaks = chosen
        self._values: dict[tuple[int, str], Fraction | None] = {}  # if `follows_from` is "anything"
        self._listed: list[Entrant] = []
        self.places: dict[int, int] = {}
        still_in = [each for each in sheet.entrants if not self._is_disqualified(each)]
        ranked = [each for each in still_in if not each.stand_in]
        self._byes = {entry for entry, number in sheet.index.sit_outs if number in sheet.index.knock_out}
        placed = {each.id for each in ranked if for_draw or sheet.lines[each.id].has_played or each.id in self._byes}
        for left in (False, True):
            self._give_places([each for each in ranked if each.id in placed and self._is_after_others(each) == left])
        for unplaced in (
            *([e for e in ranked if e.id not in placed and self._is_after_others(e) == left] for left in (False, True)),
            [each for each in still_in if each.stand_in],
            [each for each in sheet.entrants if self._is_disqualified(each)],
        ):
            self._listed += chain.from_iterable(self._groups_by_tie_breaks(unplaced))

    @property
    def codes(self) -> list[str]:
        """The codes of the tie-breaks, in order."""
        return [each.code for each in self._tie_breaks]

    def _has_left(self, entrant: Entrant) -> bool:
        return entrant.left_after(self.sheet.through) is not None

    def _is_after_others(self, entrant: Entrant) -> bool:
        """Whether an entry is listed after those still in: it has left, and no knock-out round gives it a place."""
        return self._has_left(entrant) and entrant.id not in self.sheet.index.reached

    def _is_disqualified(self, entrant: Entrant) -> bool:
        return entrant.is_disqualified(self.sheet.through)

    def rows(self, earlier: Mapping[int, int]) -> Iterator[StandingsRow]:
        """Yield the rows in order; their `moved` compares with the places in `earlier`."""
        for entrant in self._listed:
            line = self.sheet.lines[entrant.id]
            place = self.places.get(entrant.id)
            before = earlier.get(entrant.id)
            yield StandingsRow(
                place=place,
                entry=entrant.id,
                score=line.score,
                hands=line.hands,
                tie_breaks={c.code: self._value(entrant.id, c) for c in self._tie_breaks},
                rounds=line.rounds,
                penalty=line.penalty,
                withdrawn=self._has_left(entrant),
                stand_in=entrant.stand_in,
                moved=None if place is None or before is None else before - place,
                disqualified=self._is_disqualified(entrant),
                played=line.played,
                not_played=not line.has_played and entrant.id not in self._byes,
                reached=self.sheet.index.reached.get(entrant.id, 0),
            )

    def _give_places(self, entrants: Sequence[Entrant]) -> None:
        for group in self._groups_by_tie_breaks(entrants):
            place = len(self._listed) + 1
            self.places.update((entrant.id, place) for entrant in group)
            self._listed += group

    def _groups_by_tie_breaks(self, entrants: Sequence[Entrant]) -> list[list[Entrant]]:
        """Return groups of entries that share a place, best first; within a group by number."""
        groups = [sorted(entrants, key=lambda entrant: (entrant.number, entrant.id))]
        before_score = KNOCK_OUT if self.sheet.index.knock_out else ()
        for tie_break in (*before_score, SCORE, *self._tie_breaks):
            groups = [part for group in groups for part in self._split(group, tie_break)]
        return groups

    def _split(self, group: list[Entrant], tie_break: TieBreak) -> list[list[Entrant]]:
        if len(group) < 2:
            return [group]
        keys = self._keys(tie_break, [entrant.id for entrant in group])
        group = sorted(group, key=lambda entrant: keys[entrant.id][1], reverse=not self._low(tie_break))
        return [list(part) for _, part in groupby(group, key=lambda entrant: keys[entrant.id][1])]

    def _keys(self, tie_break: TieBreak, tied: Sequence[int]) -> Mapping[int, tuple[Fraction | None, SortKey]]:
        """Return, by entry, the first value of the tie-break for the tied entries, and its sort key."""
        if tie_break.follows_from == "anything":
            keys = self._computed(tie_break, tied)
            self._values.update(((entry, tie_break.code), value) for entry, (value, _key) in keys.items())
            return keys
        sheet = self.sheet
        values_cache = (sheet.own if tie_break.follows_from == "own" else sheet.met)[tie_break.code]
        values_cache.update(self._computed(tie_break, [entry for entry in tied if entry not in values_cache]))
        return values_cache

    def _computed(self, tie_break: TieBreak, tied: Sequence[int]) -> dict[int, tuple[Fraction | None, SortKey]]:
        low = self._low(tie_break)
        values = tie_break.compute(self.sheet, tied) if tied else {}
        return {entry: (_first(of_entry), _sort_key(of_entry, low=low)) for entry, of_entry in values.items()}

    def _low(self, tie_break: TieBreak) -> bool:
        return tie_break.low_is_better(self.sheet.scoring)

    def _value(self, entry: int, tie_break: TieBreak) -> Fraction | None:
        """Return the entry's value of a tie-break: the one that was compared, or else the value of the entry alone."""
        if tie_break.follows_from != "anything":
            return self._keys(tie_break, [entry])[entry][0]
        if (entry, tie_break.code) in self._values:
            return self._values[entry, tie_break.code]
        return _first(tie_break.compute(self.sheet, [entry])[entry])


def _sort_key(values: Values, *, low: bool) -> SortKey:
    """Return a sort key that puts the better value first (the lower one if `low`), and None last."""
    return [((value is None) is low, 0 if value is None else scaled(value)) for value in values]


def _first(values: Values) -> Fraction | None:
    return values[0] if values else None
