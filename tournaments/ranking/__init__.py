"""Order of merit: a standing is a pure function of results, exact, the same at every computation.

The standard library is all that it needs. Inputs are in `results`, what a table is worth in
`methods`, what a round is worth in `rounds`, tie-breaks in `criteria`, the order in `order`.
"""

from tournaments.ranking.criteria import CRITERIA, Criterion, default_tie_breaks
from tournaments.ranking.methods import Scoring, default_method
from tournaments.ranking.numbers import decimal, exact
from tournaments.ranking.order import Row, Standing, rank, rank_every_round
from tournaments.ranking.problems import Problem
from tournaments.ranking.reading import read_scoring, read_tie_breaks
from tournaments.ranking.results import (
    Award,
    Entrant,
    HandResult,
    Penalty,
    Results,
    Round,
    SitOut,
    TableResult,
)
from tournaments.ranking.rounds import RoundScore

__all__ = [
    "CRITERIA",
    "Award",
    "Criterion",
    "Entrant",
    "HandResult",
    "Penalty",
    "Problem",
    "Results",
    "Round",
    "RoundScore",
    "Row",
    "Scoring",
    "SitOut",
    "Standing",
    "TableResult",
    "decimal",
    "default_method",
    "default_tie_breaks",
    "exact",
    "rank",
    "rank_every_round",
    "read_scoring",
    "read_tie_breaks",
]
