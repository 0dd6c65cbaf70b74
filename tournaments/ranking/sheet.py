"""The score sheet: who did what, what every round was worth to every entry, played or not, and what that comes to."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Literal

from tournaments.ranking.numbers import mean, total
from tournaments.ranking.results import Entrant, Penalty, Results, Scoring, TableResult, table_scores


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table as played by one entry: its side, its score of the table, and that of the round, which an
    award may have changed."""

    table: TableResult
    side: int
    table_score: Fraction
    round_score: Fraction

    def opponents(self) -> Iterator[int]:
        """The entries of the other sides; a partner is no opponent."""
        for side, entries in enumerate(self.table.sides):
            if side != self.side:
                yield from entries


class RoundIndex:
    """The rounds that count, in order, with tables, sit-outs and awards by entry.

    `played` holds an entry's tables by round, `waiting` the (entry, round) whose table has no counted hand yet.
    """

    def __init__(self, results: Results, scoring: Scoring, rounds: tuple[int, ...]) -> None:
        self.rounds = rounds
        self.scoring = scoring
        self.awards: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for award in results.awards:
            if award.round in rounds:
                self.awards[award.entry, award.round] += award.value
        self.sit_outs = {(s.entry, s.round) for s in results.sit_outs if s.round in rounds}
        self.played: dict[int, dict[int, PlayedTable]] = {entrant.id: {} for entrant in results.entrants}
        self.waiting: set[tuple[int, int]] = set()
        for table in results.tables:
            if table.round in rounds:
                self._seat(table)

    def _seat(self, table: TableResult) -> None:
        if not table.hands:
            self.waiting |= {(entry, table.round) for side in table.sides for entry in side}
            return
        scores = table_scores(table, self.scoring)
        for side, entries in enumerate(table.sides):
            for entry in entries:
                if table.round in self.played[entry]:
                    raise ValueError(f"Entry {entry} plays twice in round {table.round}")
                round_score = self.awards.get((entry, table.round), scores[side])
                self.played[entry][table.round] = PlayedTable(table, side, scores[side], round_score)

    @cached_property
    def last_seen(self) -> dict[int, int]:
        """By entry, the latest round in which it played, sat out or was given an award."""
        played = {(entry, number) for entry, games in self.played.items() for number in games}
        latest: dict[int, int] = {}
        for entry, number in played | self.waiting | self.sit_outs | self.awards.keys():
            latest[entry] = max(number, latest.get(entry, 0))
        return latest

    @cached_property
    def means(self) -> dict[int, Fraction]:
        """By entry that played, the mean of what it got in the rounds that it played."""
        return {
            entry: mean([game.round_score for game in games.values()]) for entry, games in self.played.items() if games
        }

    @cached_property
    def fields(self) -> dict[int, list[Fraction]]:
        """By round with a result, what each entry that played in it got: the field of the round."""
        fields: dict[int, list[Fraction]] = defaultdict(list)
        for games in self.played.values():
            for number, game in games.items():
                fields[number].append(game.round_score)
        return fields

    @cached_property
    def averages(self) -> dict[int, Fraction]:
        """By round with a result, the mean of its field."""
        return {number: mean(field) for number, field in self.fields.items()}

    @cached_property
    def worst(self) -> dict[int, Fraction]:
        """By round with a result, the worst of its field."""
        worst = max if self.scoring.low_score_wins else min
        return {number: worst(field) for number, field in self.fields.items()}


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round's worth to an entry and where it comes from; without a value it is still pending."""

    round: int
    source: Literal["table", "sit-out", "award", "absent"]
    value: Fraction | None


@dataclass(frozen=True, slots=True)
class Line:
    """An entry's rounds, what its penalties come to, and its score."""

    rounds: tuple[RoundScore, ...]
    penalty: Fraction
    score: Fraction


class ScoreSheet:
    """The entries listed after round `through`, each with its line, the round_index and the lots."""

    def __init__(self, results: Results, scoring: Scoring, *, through: int, lot_seed: int) -> None:
        counted = sorted({number for number in results.rounds if number <= through})
        self.scoring = scoring
        self.index = RoundIndex(results, scoring, tuple(counted))
        last_seen = self.index.last_seen
        self.entrants = [e for e in results.entrants if e.from_round <= through + 1 or e.id in last_seen]
        penalties = _penalties(results.penalties, through)
        self.lines = {e.id: self._line(e, penalties[e.id]) for e in self.entrants}
        self._everybody = results.entrants
        self._lot_seed = lot_seed

    def _line(self, entrant: Entrant, penalty: Fraction) -> Line:
        rounds = _round_scores(self.index, entrant)
        score = total(r.value for r in rounds if r.value is not None)
        return Line(rounds, penalty, score + penalty if self.scoring.low_score_wins else score - penalty)

    @cached_property
    def lots(self) -> dict[int, int]:
        """By entry, the place of its number in an order drawn by the seed, 1 the first."""
        # A number's ticket depends on nobody else's, so whoever comes or goes turns no lot over.
        tickets = {e: sha256(f"{self._lot_seed}:{e.number}".encode()).digest() for e in self._everybody}
        drawn = sorted(self._everybody, key=lambda entrant: (tickets[entrant], entrant.number))
        return {entrant.id: place for place, entrant in enumerate(drawn, start=1)}


def _penalties(penalties: tuple[Penalty, ...], through: int) -> dict[int, Fraction]:
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for penalty in penalties:
        if penalty.round is None or penalty.round <= through:
            sums[penalty.entry] += penalty.amount
    return sums


def _round_scores(round_index: RoundIndex, entrant: Entrant) -> tuple[RoundScore, ...]:
    """The rounds that count for an entry, in order.

    Those that a stand-in did not play do not, nor do those after the last that a withdrawn entry was seen in.
    """
    scores = (_round_score(round_index, entrant, number) for number in round_index.rounds)
    return tuple(score for score in scores if score)


def _round_score(round_index: RoundIndex, entrant: Entrant, number: int) -> RoundScore | None:
    entry = entrant.id
    game = round_index.played[entry].get(number)
    if (entry, number) in round_index.awards:
        return RoundScore(number, "award", round_index.awards[entry, number])
    if game:
        return RoundScore(number, "table", game.round_score)
    if (entry, number) in round_index.waiting:
        return RoundScore(number, "table", None)
    if (entry, number) in round_index.sit_outs:
        return RoundScore(number, "sit-out", _sit_out_score(round_index, entry, number))
    if entrant.stand_in or (entrant.withdrawn and number >= round_index.last_seen.get(entry, 0)):
        return None
    rule = round_index.scoring.absent
    return RoundScore(number, "absent", rule if isinstance(rule, Fraction) else round_index.worst.get(number))


def _sit_out_score(round_index: RoundIndex, entry: int, number: int) -> Fraction | None:
    rule = round_index.scoring.sit_out
    if isinstance(rule, Fraction):
        return rule
    if rule == "own-average" and entry in round_index.means:
        return round_index.means[entry]
    return round_index.averages.get(number)
