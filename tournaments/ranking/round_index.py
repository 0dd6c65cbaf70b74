"""The rounds that count: tables by entry, their scores, and the scores of all entries in each round."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Literal

from tournaments.ranking.numbers import ZERO, mean
from tournaments.ranking.results import Award, ClosedRound, Results, Scoring, TableResult, table_scores

Decided = Literal["award", "forfeit", "absent"]


@dataclass(frozen=True)
class PlayedTable:
    """A table as one entry played it, on side number `side`.

    `table_score` is its score at the table, `round_score` its score in the round, which a decision may replace.
    `by_totals` says whether a table is scored by its total.
    """

    table: TableResult
    side: int
    table_score: Fraction
    round_score: Fraction
    by_totals: bool = False

    def opponents(self) -> Iterator[int]:
        """Yield the entries of the other sides; partners are not opponents."""
        for side, entries in enumerate(self.table.sides):
            if side != self.side:
                yield from entries

    @property
    def place(self) -> int:
        """The place of the entry's side at the table; without a counted hand, the last place."""
        return self.table.places[self.side] if self.table.hands else len(self.table.sides)

    @cached_property
    def has_played(self) -> bool:
        """Whether the entry's side has a score in a counted hand, or in the total of the table."""
        return any(hand.scores[self.side] is not None for hand in self.table.hands)

    @cached_property
    def hands(self) -> int:
        """In how many counted hands the entry's side has a score; 0 if only the total is known."""
        return 0 if self.table.total_only else sum(hand.scores[self.side] is not None for hand in self.table.hands)


class RoundIndex:
    """The rounds that count, in order, with tables, sit-outs and decisions by entry.

    `played` has the tables of each entry by round. The others are by (entry, round): `waiting` has tables without a
    counted hand yet, `decided` the kind of a director's decision, `awards` the score that was decided, `forfeited`
    rounds that count as not played, `struck` the tables in such rounds, and `unplayed` closed tables that count as not
    played. An index that is in use is never changed: `with_tables` and `through` return copies, which share unchanged
    values. `knock_out` has the rounds of a knock-out.
    """

    def __init__(self, results: Results, scoring: Scoring) -> None:
        self.rounds = rounds = tuple(sorted({*results.rounds}))
        self.scoring = scoring
        self.awards: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        self.decided: dict[tuple[int, int], Decided] = {}
        self.forfeited: set[tuple[int, int]] = set()
        for award in sorted(results.awards, key=attrgetter("kind"), reverse=True):
            if award.round in rounds:
                self._decide(award)
        self.sit_outs = {(s.entry, s.round) for s in results.sit_outs if s.round in rounds}
        self.played: dict[int, dict[int, PlayedTable]] = {entrant.id: {} for entrant in results.entrants}
        self.waiting: dict[tuple[int, int], PlayedTable] = {}
        self.struck: dict[tuple[int, int], PlayedTable] = {}
        self.unplayed: dict[tuple[int, int], PlayedTable] = {}
        self.closed = {each.round: each for each in results.closed}
        self.knock_out = results.knock_out
        self._finished_rounds = {table.round for table in results.tables if self._has_finished(table)}
        for table in results.tables:
            if table.round in rounds:
                self.seat(table)
        self.known_means: dict[int, Fraction] = {}
        self.known_fields: dict[int, list[Fraction]] = {}

    def through(self, number: int) -> "RoundIndex":
        """Return a copy with only the rounds up to this one."""
        earlier = copy(self)
        earlier.rounds = tuple(each for each in self.rounds if each <= number)
        for name in ("awards", "decided", "waiting", "struck", "unplayed"):
            setattr(earlier, name, {at: value for at, value in getattr(self, name).items() if at[1] <= number})
        earlier.sit_outs = {at for at in self.sit_outs if at[1] <= number}
        earlier.forfeited = {at for at in self.forfeited if at[1] <= number}
        earlier.played = {
            entry: {each: game for each, game in games.items() if each <= number}
            for entry, games in self.played.items()
        }
        earlier.known_means, earlier.known_fields = {}, {}
        return earlier

    def _decide(self, award: Award) -> None:
        at = (award.entry, award.round)
        self.decided[at] = award.kind
        if award.value is not None:
            self.awards[at] += award.value
        if award.kind != "award":
            self.forfeited.add(at)

    def closing_of(self, table: TableResult) -> ClosedRound | None:
        """Return how a closed table counts, by itself or with its round; None if neither is closed."""
        return table.closed or self.closed.get(table.round)

    def _has_finished(self, table: TableResult) -> bool:
        closing = self.closing_of(table)
        return closing.has_finished(table) if closing else bool(table.hands) and not table.outstanding

    def with_tables(self, tables: Collection[TableResult]) -> "RoundIndex":
        """Return a copy in which these tables replace those with the same round and number.

        Each must have the same entries as before, and no table of its round may be closed.
        """
        changed = copy(self)
        changed.played, changed.waiting, changed.struck = dict(self.played), dict(self.waiting), dict(self.struck)
        changed.known_means, changed.known_fields = dict(self.known_means), dict(self.known_fields)
        for table in tables:
            changed.known_fields.pop(table.round, None)
            for entry in seated([table]):
                changed.played[entry] = dict(changed.played[entry])
                changed.played[entry].pop(table.round, None)
                changed.waiting.pop((entry, table.round), None)
                changed.known_means.pop(entry, None)
            changed.seat(table)
        return changed

    def seat(self, table: TableResult) -> None:
        """Add a table for each of its entries. Raises ValueError if an entry played at another table of the round."""
        scores = table_scores(table, self.scoring) if table.hands else (ZERO,) * len(table.sides)
        by_totals = self.scoring.method == "total"
        for side, entries in enumerate(table.sides):
            for entry in entries:
                at = (entry, table.round)
                game = PlayedTable(table, side, scores[side], self.awards.get(at, scores[side]), by_totals)
                if at in self.forfeited:
                    self.struck[at] = game
                elif self._counts_as_unplayed(table):
                    self.unplayed[at] = game
                elif not table.hands:
                    self.waiting[at] = game
                elif table.round in self.played[entry]:
                    raise ValueError(f"Entry {entry} plays twice in round {table.round}")
                else:
                    self.played[entry][table.round] = game

    def _counts_as_unplayed(self, table: TableResult) -> bool:
        closing = self.closing_of(table)
        if closing is None or closing.has_finished(table):
            return False
        as_unplayed = closing.unfinished == "as-unplayed" and table.round in self._finished_rounds
        return not table.hands or as_unplayed  # if no table has finished, tables with hands count

    def met(self, entry: int) -> set[int]:
        """Return the opponents of an entry, including those in forfeited rounds."""
        forfeited = [game for (who, _round), game in self.struck.items() if who == entry]
        return {opponent for game in [*self.played[entry].values(), *forfeited] for opponent in game.opponents()}

    @cached_property
    def last_seen(self) -> dict[int, int]:
        """The latest round in which each entry had a seat, a sit-out or a director's decision."""
        return _latest(self._seated | self.sit_outs | self.decided.keys())

    @cached_property
    def reached(self) -> dict[int, int]:
        """The latest round of a knock-out in which each entry had a seat or a bye; {} if there is no knock-out."""
        return _latest(at for at in self._seated | self.sit_outs if at[1] in self.knock_out)

    @property
    def _seated(self) -> set[tuple[int, int]]:
        """The pairs (entry, round) in which the entry had a seat."""
        played = {(entry, number) for entry, games in self.played.items() for number in games}
        return played | self.waiting.keys() | self.unplayed.keys() | self.struck.keys()

    def mean(self, entry: int) -> Fraction | None:
        """Return an entry's average score in the rounds that it played; None if it played none."""
        games = self.played[entry]
        if entry not in self.known_means and games:
            self.known_means[entry] = mean([game.round_score for game in games.values()])
        return self.known_means.get(entry)

    def _field(self, number: int) -> list[Fraction]:
        """Return the score of each entry that played in a round."""
        if number not in self.known_fields:
            self.known_fields[number] = [games[number].round_score for games in self.played.values() if number in games]
        return self.known_fields[number]

    def average(self, number: int) -> Fraction | None:
        """Return the average score in a round; None if it has no result."""
        field = self._field(number)
        return mean(field) if field else None

    def worst(self, number: int) -> Fraction | None:
        """Return the worst score in a round; None if it has no result."""
        worst = max if self.scoring.low_score_wins else min
        return worst(self._field(number), default=None)


def _latest(places: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the highest round of each entry."""
    latest: dict[int, int] = {}
    for entry, number in places:
        latest[entry] = max(number, latest.get(entry, 0))
    return latest


def seated(tables: Collection[TableResult]) -> set[int]:
    """Return the entries that sit at these tables."""
    return {entry for table in tables for side in table.sides for entry in side}
