"""Ranking: standings as a pure, exact function of the results.

Inputs and what a table is worth are in `results`, what a round is worth in `sheet`, tie-breaks in `criteria`, the order
in `standings`, what a change leaves as it was in `again`, and which places are still possible in `outlook`.
"""

from tournaments.ranking.again import Ranked, rank_changed
from tournaments.ranking.criteria import CRITERIA, default_tie_breaks
from tournaments.ranking.numbers import decimal
from tournaments.ranking.outlook.places import Outlook
from tournaments.ranking.outlook.plan import RoundPlan
from tournaments.ranking.reading import read_scoring, read_tie_breaks
from tournaments.ranking.results import (
    Award,
    ClosedRound,
    Entrant,
    HandResult,
    PenaltyPoints,
    Results,
    RoundSatOut,
    Scoring,
    TableResult,
)
from tournaments.ranking.round_index import Decided, PlayedTable
from tournaments.ranking.sheet import RoundScore
from tournaments.ranking.standings import RankedList, StandingsRow, rank, rank_every_round
