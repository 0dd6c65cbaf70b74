"""The score sheet: what every round was worth to every entry, and what that comes to."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256

from tournaments.ranking.facts import Facts
from tournaments.ranking.numbers import total
from tournaments.ranking.results import Entrant, Penalty, Results
from tournaments.ranking.round_scores import RoundScore, round_scores
from tournaments.ranking.table_scores import Scoring


@dataclass(frozen=True, slots=True)
class Line:
    """An entry's rounds, what its penalties come to, and its score."""

    rounds: tuple[RoundScore, ...]
    penalty: Fraction
    score: Fraction


class ScoreSheet:
    """The entries listed after round `through`, each with its line, the facts and the lots."""

    def __init__(self, results: Results, scoring: Scoring, *, through: int, lot_seed: int) -> None:
        counted = sorted({r.number for r in results.rounds if r.number <= through})
        self.scoring = scoring
        self.facts = Facts(results, scoring, tuple(counted))
        self.entrants = [e for e in results.entrants if self._is_listed(e, through)]
        penalties = _penalties(results.penalties, through)
        self.lines = {e.id: self._line(e, penalties[e.id]) for e in self.entrants}
        self._everybody = results.entrants
        self._lot_seed = lot_seed

    def _is_listed(self, entrant: Entrant, through: int) -> bool:
        return entrant.from_round <= through + 1 or entrant.id in self.facts.last_seen

    def _line(self, entrant: Entrant, penalty: Fraction) -> Line:
        rounds = round_scores(self.facts, entrant)
        score = total(r.value for r in rounds if r.value is not None)
        return Line(rounds, penalty, score + penalty if self.scoring.low_score_wins else score - penalty)

    @cached_property
    def lots(self) -> dict[int, int]:
        """By entry, the place of its number in an order drawn by the seed, 1 the first."""
        drawn = sorted(self._everybody, key=lambda e: (_ticket(self._lot_seed, e.number), e.number))
        return {entrant.id: place for place, entrant in enumerate(drawn, start=1)}


def _ticket(seed: int, number: int) -> bytes:
    """A number's ticket depends on nobody else's, so whoever comes or goes turns no lot over."""
    return sha256(f"{seed}:{number}".encode()).digest()


def _penalties(penalties: tuple[Penalty, ...], through: int) -> dict[int, Fraction]:
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for penalty in penalties:
        if penalty.round is None or penalty.round <= through:
            sums[penalty.entry] += penalty.amount
    return sums
