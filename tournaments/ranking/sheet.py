"""The score sheet: what every round was worth to every entry, played or not, and what that comes to."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Literal

from tournaments.ranking.numbers import total
from tournaments.ranking.results import Entrant, Penalty, Results, Scoring
from tournaments.ranking.round_index import RoundIndex


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
