"""Random tournaments, small enough that ties and every odd case come often."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from tournaments.ranking import (
    TIE_BREAKS,
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

small = st.integers(-2, 3).map(Fraction)
amounts = st.fractions(0, 4, max_denominator=3)
tie_breaks = st.lists(st.sampled_from(sorted(TIE_BREAKS)), unique=True)
seeds = st.integers(0, 2**32)
# Made once: to make a strategy takes longer than to draw from it.
points_of_places = st.lists(small, min_size=1, max_size=4)
sit_out_points = st.sampled_from(["own-average", "field-average"]) | small
absent_points = st.just("worst") | small
round_or_none = st.none() | st.integers(1, 4)
between = cache(st.integers)
one_of = cache(lambda *values: st.sampled_from(values))
few_of = cache(lambda *values: st.lists(st.sampled_from(values), max_size=2))
closings = st.builds(
    ClosedRound,
    round=st.just(0),
    unplayed=st.sampled_from(["absent", "field-average"]) | small,
    unfinished=st.sampled_from(["as-played", "as-unplayed"]),
    timed=st.frozensets(st.integers(1, 3), max_size=2),
)
orders = cache(lambda *values: st.permutations(values))
flags = st.booleans()


@st.composite
def scorings(draw, methods=("total", "places", "victory-points", "match-points")):
    method = draw(one_of(*methods))
    points = sorted(draw(points_of_places), reverse=True)
    return Scoring(
        method=method,
        low_wins=draw(flags),
        points=tuple(points),
        vp_limits=tuple(range(draw(between(0, 1)), 20, 2))[:10],
        sit_out=draw(sit_out_points),
        absent=draw(absent_points),
    )


def places_of(totals, *, low):
    """Competition ranking: 1, 1, 3."""
    if low:
        return tuple(1 + sum(other < total for other in totals) for total in totals)
    return tuple(1 + sum(other > total for other in totals) for total in totals)


@cache
def totals_and_hands(sides):
    """Strategies of the totals of so many sides, and of the scores and points of a few hands."""
    each = {"min_size": sides, "max_size": sides}
    line = st.lists(st.none() | st.integers(0, 3), **each)
    return st.lists(st.integers(-3, 3), **each), st.lists(st.tuples(line, line), max_size=2)


@st.composite
def tables(draw, number, table, sides, *, low):
    of_totals, of_hands = totals_and_hands(len(sides))
    totals = tuple(draw(of_totals))
    hands = draw(of_hands)
    return TableResult(
        round=number,
        table=table,
        sides=tuple(sides),
        totals=totals,
        places=places_of(totals, low=low),
        hands=tuple(HandResult(tuple(scores), tuple(points) if draw(flags) else ()) for scores, points in hands),
        outstanding=draw(flags),
        total_only=draw(between(0, 4)) == 0,
        closed=None if draw(between(0, 4)) else replace(draw(closings), round=number, timed=frozenset()),
    )


def _split(seats, sides, size):
    """Entries cut into tables of `sides` sides of `size`, and who is left over."""
    per_table = sides * size
    full = len(seats) // per_table * per_table
    cut = [seats[start : start + size] for start in range(0, full, size)]
    sides_of_tables = [cut[start : start + sides] for start in range(0, len(cut), sides)]
    return [[tuple(side) for side in table] for table in sides_of_tables], seats[full:]


@st.composite
def fields(draw):
    """Return one to nine entrants: some are stand-ins, come late, leave or are disqualified."""
    count = draw(between(1, 9))
    numbers = draw(orders(*range(1, count + 1)))
    entrants = []
    for position, number in enumerate(numbers):
        gaps = draw(one_of((), (), (), ((1, 1),), ((2, 3),)))
        back = max((last for _first, last in gaps), default=0)
        entrant = Entrant(
            id=100 + position,
            number=number,
            stand_in=draw(one_of(False, False, False, True)),
            from_round=draw(one_of(1, 1, 1, 2, 3)),
            until_round=draw(one_of(None, None, None, *range(back, 5))),
            gaps=gaps,
            disqualified_from=draw(one_of(None, None, None, 1, 2, 3)),
        )
        entrants.append(entrant)
    return entrants


@st.composite
def tournaments(draw, *, two_sided=None, low=False):
    """Results with two to four sides a table; always two if asked for."""
    entrants = draw(fields())
    ids = [entrant.id for entrant in entrants]
    rounds, played, sit_outs, awards = [], [], [], []
    for number in range(1, draw(between(0, 4)) + 1):
        if draw(between(0, 9)):
            rounds.append(number)
        sides = 2 if two_sided else draw(between(2, 4))
        seats = draw(orders(*ids))
        drawn, left = _split(seats, sides, draw(between(1, 2)))
        for table, at in enumerate(drawn, start=1):
            if draw(between(0, 4)):
                played.append(draw(tables(number, table, at, low=low)))
            else:
                left = [*left, *(entry for side in at for entry in side)]
        sit_outs += [RoundSatOut(number, entry) for entry in left if draw(flags)]
        awarded = draw(few_of(*ids))
        awards += [Award(number, entry, draw(small)) for entry in awarded]
        forfeiting = draw(few_of(*ids))
        awards += [Award(number, e, draw(st.none() | small), draw(one_of("forfeit", "absent"))) for e in forfeiting]
    penalties = [
        PenaltyPoints(draw(one_of(*ids)), draw(amounts), draw(round_or_none)) for _ in range(draw(between(0, 2)))
    ]
    closed = [replace(draw(closings), round=number) for number in rounds if draw(flags)]
    return Results(
        entrants=tuple(entrants),
        rounds=tuple(rounds),
        tables=tuple(played),
        sit_outs=tuple(sit_outs),
        awards=tuple(awards),
        penalties=tuple(penalties),
        closed=tuple(closed),
    )


@st.composite
def cases(draw):
    """A tournament, its scoring and tie-breaks, a round and a seed."""
    scoring = draw(scorings())
    two_sided = scoring.method == "victory-points" or draw(flags)
    return (
        draw(tournaments(two_sided=two_sided, low=scoring.low_wins)),
        scoring,
        tuple(draw(tie_breaks)),
        draw(between(0, 5)),
        draw(seeds),
    )
