"""The order of a standing: by score, then by each tie-break among those still tied."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, groupby
from math import lcm

from tournaments.ranking.criteria import CRITERIA, SCORE, Criterion, Values
from tournaments.ranking.outlook.places import Outlook, outlooks
from tournaments.ranking.outlook.plan import RoundPlan
from tournaments.ranking.results import Entrant, Results, Scoring
from tournaments.ranking.sheet import RoundScore, ScoreSheet

SortKey = list[tuple[bool, int | Fraction]]
SCALE = lcm(*range(1, 41))


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entry's row in the standings.

    `place` is None for a stand-in, who is not ranked, for whoever was disqualified, and for an entry that has
    `not_played`: that took part in no counted hand. `rounds` and `penalty` make up the score. `hands` counts those that
    the entry played, `played` its rounds. A tie-break without a value is None, as head to head is where it did not come
    into play. `moved` is how many places the entry went up since the round before, None where there is nothing to
    compare.
    """

    place: int | None
    entry: int
    score: Fraction
    hands: int
    tie_breaks: dict[str, Fraction | None]
    rounds: tuple[RoundScore, ...]
    penalty: Fraction
    withdrawn: bool
    stand_in: bool
    moved: int | None
    disqualified: bool = False
    played: int = 0
    not_played: bool = False

    @property
    def counts(self) -> dict[str, Fraction]:
        """The counts behind each tie-break that is a mean of the rounds played."""
        means = [(code, value) for code, value in self.tie_breaks.items() if CRITERIA[code].by_round]
        return {code: value * self.played for code, value in means if value is not None}


@dataclass(frozen=True, slots=True)
class RankedList:
    """The entries in order: those still in, the withdrawn, those who have not played, stand-ins, the disqualified.

    It is provisional while a table of its rounds is outstanding; `playing` are those of its last round. `outlook` says
    by entry what is still possible, where a plan was given and something of it is left.
    """

    after_round: int
    provisional: bool
    outstanding_tables: int
    rows: tuple[StandingsRow, ...]
    playing: int = 0
    outlook: Mapping[int, Outlook] = field(default_factory=dict)


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
    """Return the standings after a round, from that round and those before it alone.

    `for_draw`, those who have not played yet are placed among the others by their score.
    Raises KeyError for an unknown tie-break and ValueError for an entry at two tables of a round.
    """
    counted = sorted(number for number in results.rounds if number <= after_round)
    numbers = [*counted[-2:-1], after_round]
    *_before, standing = _standings(results, scoring, tie_breaks, numbers, lot_seed, plan, for_draw=for_draw)
    return standing


def rank_every_round(
    results: Results, scoring: Scoring, tie_breaks: Sequence[str], *, lot_seed: int, plan: RoundPlan | None = None
) -> list[RankedList]:
    """Return the standings after each round, in order, with the outlook if a plan is given.

    Without a round, the one standing before the first, after round 0.
    """
    numbers = sorted(results.rounds) or [0]
    return list(_standings(results, scoring, tie_breaks, numbers, lot_seed, plan))


def _standings(
    results: Results,
    scoring: Scoring,
    tie_breaks: Sequence[str],
    numbers: Sequence[int],
    lot_seed: int,
    plan: RoundPlan | None = None,
    *,
    for_draw: bool = False,
) -> Iterator[RankedList]:
    """The standings after these rounds, each moved against the one before it."""
    criteria = [CRITERIA[code] for code in tie_breaks]
    earlier: Mapping[int, int] = {}
    for number in numbers:
        sheet = ScoreSheet(results, scoring, through=number, lot_seed=lot_seed)
        ranking = Ranking(sheet, criteria, for_draw=for_draw)
        yield standing_of(ranking, results, number, earlier, plan)
        earlier = ranking.places


def standing_of(
    ranking: "Ranking", results: Results, number: int, earlier: Mapping[int, int], plan: RoundPlan | None
) -> RankedList:
    """The standing after a round, its entries ranked, moved against the places that they had before."""
    outstanding = [table.round for table in results.open_tables(ranking.sheet.index.rounds)]
    return RankedList(
        after_round=number,
        provisional=bool(outstanding),
        outstanding_tables=len(outstanding),
        rows=tuple(ranking.rows(earlier)),
        playing=outstanding.count(number),
        outlook=outlooks(ranking.sheet, results, plan) if plan else {},
    )


class Ranking:
    """The entries of a score sheet ranked: their places, and the tie-break values that decided them."""

    def __init__(self, sheet: ScoreSheet, criteria: Sequence[Criterion], *, for_draw: bool = False) -> None:
        self.sheet = sheet
        self._criteria = criteria
        self._values: dict[tuple[int, str], Fraction | None] = {}  # that follow from anything
        self._listed: list[Entrant] = []
        self.places: dict[int, int] = {}
        still_in = [each for each in sheet.entrants if not self._is_disqualified(each)]
        ranked = [each for each in still_in if not each.stand_in]
        placed = {each.id for each in ranked if for_draw or sheet.lines[each.id].has_played}
        for left in (False, True):
            self._give_places([each for each in ranked if each.id in placed and self._has_left(each) == left])
        for unplaced in (
            *([e for e in ranked if e.id not in placed and self._has_left(e) == left] for left in (False, True)),
            [each for each in still_in if each.stand_in],
            [each for each in sheet.entrants if self._is_disqualified(each)],
        ):
            self._listed += chain.from_iterable(self._parted(unplaced))

    def _has_left(self, entrant: Entrant) -> bool:
        return entrant.left_after(self.sheet.through) is not None

    def _is_disqualified(self, entrant: Entrant) -> bool:
        return entrant.is_disqualified(self.sheet.through)

    def rows(self, earlier: Mapping[int, int]) -> Iterator[StandingsRow]:
        """The rows in order, moved against the earlier places."""
        for entrant in self._listed:
            line = self.sheet.lines[entrant.id]
            place = self.places.get(entrant.id)
            before = earlier.get(entrant.id)
            yield StandingsRow(
                place=place,
                entry=entrant.id,
                score=line.score,
                hands=line.hands,
                tie_breaks={c.code: self._value(entrant.id, c) for c in self._criteria},
                rounds=line.rounds,
                penalty=line.penalty,
                withdrawn=self._has_left(entrant),
                stand_in=entrant.stand_in,
                moved=None if place is None or before is None else before - place,
                disqualified=self._is_disqualified(entrant),
                played=line.played,
                not_played=not line.has_played,
            )

    def _give_places(self, entrants: Sequence[Entrant]) -> None:
        for group in self._parted(entrants):
            place = len(self._listed) + 1
            self.places.update((entrant.id, place) for entrant in group)
            self._listed += group

    def _parted(self, entrants: Sequence[Entrant]) -> list[list[Entrant]]:
        """The groups of entries that share a place, best first, each in order of entry number."""
        groups = [sorted(entrants, key=lambda entrant: (entrant.number, entrant.id))]
        for criterion in (SCORE, *self._criteria):
            groups = [part for group in groups for part in self._split(group, criterion)]
        return groups

    def _split(self, group: list[Entrant], criterion: Criterion) -> list[list[Entrant]]:
        if len(group) < 2:
            return [group]
        keys = self._keys(criterion, [entrant.id for entrant in group])
        group = sorted(group, key=lambda entrant: keys[entrant.id][1], reverse=not self._low(criterion))
        return [list(part) for _, part in groupby(group, key=lambda entrant: keys[entrant.id][1])]

    def _keys(self, criterion: Criterion, tied: Sequence[int]) -> Mapping[int, tuple[Fraction | None, SortKey]]:
        """The criterion's values for the tied entries, and their sort keys."""
        if criterion.follows_from == "anything":
            keys = self._computed(criterion, tied)
            self._values.update(((entry, criterion.code), value) for entry, (value, _key) in keys.items())
            return keys
        sheet = self.sheet
        kept = (sheet.own if criterion.follows_from == "own" else sheet.met)[criterion.code]
        kept.update(self._computed(criterion, [entry for entry in tied if entry not in kept]))
        return kept

    def _computed(self, criterion: Criterion, tied: Sequence[int]) -> dict[int, tuple[Fraction | None, SortKey]]:
        low = self._low(criterion)
        values = criterion.compute(self.sheet, tied) if tied else {}
        return {entry: (_first(of_entry), _sort_key(of_entry, low=low)) for entry, of_entry in values.items()}

    def _low(self, criterion: Criterion) -> bool:
        return criterion.low_is_better(self.sheet.scoring)

    def _value(self, entry: int, criterion: Criterion) -> Fraction | None:
        """The entry's tie-break value among those tied with it, or by itself."""
        if criterion.follows_from != "anything":
            return self._keys(criterion, [entry])[entry][0]
        if (entry, criterion.code) in self._values:
            return self._values[entry, criterion.code]
        return _first(criterion.compute(self.sheet, [entry])[entry])


def _sort_key(values: Values, *, low: bool) -> SortKey:
    """Sort ascending if low is better, else descending; None last in both."""
    return [((value is None) is low, 0 if value is None else _scaled(value)) for value in values]


def _scaled(value: Fraction) -> int | Fraction:
    """A multiple that is an integer for nearly every value: integers are compared in a tenth of the time."""
    times, rest = divmod(SCALE, value.denominator)
    return value * SCALE if rest else value.numerator * times


def _first(values: Values) -> Fraction | None:
    return values[0] if values else None
