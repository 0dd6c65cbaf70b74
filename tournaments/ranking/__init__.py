"""Ranking: standings as a pure, exact function of the results.

`results` has the inputs and the scores of a table, `sheet` the scores of a round, `tie_breaks` the tie-breaks,
`standings` the order, `ranked` its rows, `incremental` the ranking of changed rounds only, and `outlook` the places
still possible. `knock_out` finds the entries that qualify in a knock-out, `next_round` those that certainly will.
`ratings` rates players over many tournaments, and `calibration` compares results with what the ratings predicted.
"""

from tournaments.ranking.incremental import RankingCache, rank_changed
from tournaments.ranking.knock_out import TableCut, come_back, cut_tables, order_of_cut
from tournaments.ranking.numbers import decimal, parse_number
from tournaments.ranking.outlook.places import Outlook
from tournaments.ranking.outlook.plan import CutRule, RoundPlan
from tournaments.ranking.ranked import RankedList, StandingsRow
from tournaments.ranking.reading import hands_needed, read_scoring, read_tie_breaks
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
from tournaments.ranking.standings import rank
from tournaments.ranking.tie_breaks import REACHED, TIE_BREAKS, default_tie_breaks
