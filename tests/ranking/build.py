"""Short hands for the examples: a table by its totals, a tournament by its tables."""

from dataclasses import replace

from tests.ranking.strategies import places_of
from tournaments.ranking import Entrant, HandResult, Results, Scoring, TableResult, rank

BUSCA = Scoring(method="total", low_wins=True)
PLACES = Scoring(method="places")
WINS = Scoring(method="match-points")
BURRACO_3 = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
MARGINS = Scoring(method="victory-points", vp_limits=BURRACO_3)


def entrants(count, **odd):
    """Return the entries 1 to count; `odd` has the differing values of entry 3 as e3={"withdrawn": True}."""
    return tuple(Entrant(n, n, **odd.get(f"e{n}", {})) for n in range(1, count + 1))


def table(round_number, sides, totals, *, low=False, hands=None, **more):
    """A table with one hand, or with the (scores, card points) of several."""
    hands = hands or [(totals, ())]
    return TableResult(
        round=round_number,
        table=more.pop("number", 1),
        sides=tuple(side if isinstance(side, tuple) else (side,) for side in sides),
        totals=tuple(totals),
        places=more.pop("places", places_of(totals, low=low)),
        hands=tuple(HandResult(tuple(scores), tuple(points)) for scores, points in hands),
        **more,
    )


def waiting(round_number, sides, number=1):
    """A table without a counted hand."""
    return TableResult(round_number, number, tuple((entry,) for entry in sides), outstanding=True)


def tournament(who, *tables, rounds=None, **more):
    """Results of these tables, in rounds that count."""
    numbers = rounds or sorted({t.round for t in tables})
    who = entrants(who) if isinstance(who, int) else who
    return Results(who, tuple(numbers), tuple(tables), **more)


def standing(results, scoring, tie_breaks=(), after_round=9, lot_seed=1):
    return rank(results, scoring, tie_breaks, after_round=after_round, lot_seed=lot_seed)


def without_games(standing):
    """The same, its rounds without the tables at which they were played."""
    rows = [replace(row, rounds=tuple(replace(score, game=None) for score in row.rounds)) for row in standing.rows]
    return replace(standing, rows=tuple(rows))


def order(results, scoring, tie_breaks=(), **more):
    """The (place, entry) in order."""
    rows = standing(results, scoring, tie_breaks, **more).rows
    return [(row.place, row.entry) for row in rows]


def scores(results, scoring, **more):
    """The score by entry."""
    return {row.entry: row.score for row in standing(results, scoring, **more).rows}


def values(results, scoring, code, tie_breaks=None, **more):
    """A tie-break's value by entry."""
    rows = standing(results, scoring, tie_breaks or (code,), **more).rows
    return {row.entry: row.tie_breaks[code] for row in rows}
