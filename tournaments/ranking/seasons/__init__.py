"""The standings of a season as a pure, exact function of the published standings of its evenings.

`declaration` says what counts, and `season_reading` reads it from JSON. `evenings` has the inputs, `cells` the score of
an evening and which results are dropped, `ties` the tie-breaks, `standing` the order, `outlook` the places still
possible, and `final` the competitors that qualify.
"""

from tournaments.ranking.seasons.cells import SeasonLine
from tournaments.ranking.seasons.declaration import Declaration, SeasonPart, TieBreak
from tournaments.ranking.seasons.evenings import (
    CACHED_EVENINGS,
    EveningResult,
    Number,
    PlayedRound,
    RankedEvening,
    Who,
    exact,
    unscaled,
)
from tournaments.ranking.seasons.final import FinalContender, Finalists, Placed, finalists
from tournaments.ranking.seasons.outlook import (
    RemainingEvening,
    SeasonOutlook,
    left_evenings,
    part_outlooks,
    season_outlooks,
)
from tournaments.ranking.seasons.season_reading import read_declaration, read_factor
from tournaments.ranking.seasons.standing import Ranked, SeasonRow, places_after_each, rank_season
