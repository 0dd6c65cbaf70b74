"""Repairing a round: only the necessary moves, by another program's count."""

from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.pairing.repair_certificate import fewest_corrected, fewest_moved
from tournaments.pairing.repair import RepairRequest, repair
from tournaments.pairing.values import DrawRequest, Participant


@st.composite
def rounds_to_mend(draw, most):
    """Return a round that some have left, some have joined, and in which some tables have begun."""
    sizes = draw(st.sampled_from([(4,), (4, 3), (4, 5), (3, 4, 5), (2,), (4, 3, 5, 6)]))
    tables, players = {}, iter(range(1, most + 1))
    taken = 0
    for number in range(1, draw(st.integers(1, most // max(sizes) - 1)) + 1):
        size = draw(st.sampled_from(sizes))
        tables[number] = tuple(next(players) for _seat in range(size))
        taken += size
    sit_out = tuple(next(players) for _one in range(draw(st.integers(0, min(2, most - taken)))))
    everybody = [*chain(*tables.values(), sit_out)]
    come = tuple(range(101, 101 + draw(st.integers(0, max(0, min(5, most - len(everybody)))))))
    gone = draw(st.sets(st.sampled_from(everybody), max_size=4))
    stay = [id_ for id_ in everybody if id_ not in gone]
    pairs = st.tuples(st.sampled_from(stay + list(come)), st.sampled_from(stay + list(come))) if stay else st.nothing()
    apart = draw(st.lists(pairs.filter(lambda pair: pair[0] != pair[1]), max_size=8)) if stay else []
    fixed = {id_: n for n, t in tables.items() for id_ in t[:1] if id_ in stay and draw(st.integers(0, 9)) == 0}
    entrants = [Participant(id_, score=draw(st.integers(0, 9)), active=id_ not in gone) for id_ in (*everybody, *come)]
    method = draw(st.sampled_from(["swiss", "random"]))
    request = DrawRequest(
        method=method, seed=1, entrants=tuple(entrants), sizes=sizes, forbidden=tuple(apart), fixed=fixed
    )
    frozen = frozenset(number for number in tables if draw(st.integers(0, 3)) == 0)
    open_ = [id_ for id_ in (*stay, *come) if not any(id_ in tables[number] for number in frozen)]
    wished = draw(st.lists(st.sampled_from(open_), unique=True, max_size=3)) if open_ else []
    spared, benched = wished[: draw(st.integers(0, 2))], wished[2:]
    return RepairRequest(
        draw=request,
        tables=tables,
        sit_out=sit_out,
        frozen=frozen,
        spared=frozenset(spared),
        benched=frozenset(id_ for id_ in benched if id_ not in fixed),
    )


def check(wanted):
    repaired = repair(wanted)
    home = {id_: number for number, table in wanted.tables.items() for id_ in table} | dict.fromkeys(wanted.sit_out, 0)
    place = {id_: number for number, table in repaired.tables.items() for id_ in table} | dict.fromkeys(
        repaired.sit_out, 0
    )
    active = {entrant.id for entrant in wanted.draw.entrants if entrant.active}
    stranded = {id_ for number in wanted.frozen for id_ in wanted.tables[number]} - active
    assert set(place) == active | stranded
    assert len(place) == sum(map(len, repaired.tables.values())) + len(repaired.sit_out)
    assert set(repaired.stranded) == stranded
    assert all(repaired.tables[number] == wanted.tables[number] for number in wanted.frozen)
    allowed = {*wanted.draw.sizes}
    assert all(len(t) in allowed or len(t) == len(wanted.tables.get(n, ())) for n, t in repaired.tables.items())
    assert set(repaired.moved) == {id_ for id_ in place if id_ in home and home[id_] != place[id_]}
    sit_outs, moved = fewest_moved(wanted, wanted.draw.forbidden)
    assert wanted.benched <= {*repaired.sit_out}
    if sit_outs is None:  # somebody was to stay at a table that ends, or has no seat who is spared
        return
    assert len(repaired.sit_out) == sit_outs
    assert not wanted.spared & {*repaired.sit_out}
    if moved is None:
        assert repaired.apart_together
    else:
        assert (repaired.apart_together, len(repaired.moved)) == (0, moved)


ONE_AWAY_FROM_TWO = RepairRequest(
    draw=DrawRequest(
        method="swiss",
        seed=1,
        entrants=tuple(Participant(id_) for id_ in (*range(1, 9), *range(101, 105))),
        sizes=(4,),
        forbidden=((1, 102), (101, 102), (102, 103)),
        fixed={1: 1, 5: 2},
    ),
    tables={1: (1, 2, 3, 4), 2: (5, 6, 7, 8)},
)
"""Who is kept apart from two at the new table goes to the one table where he may sit, and not to the first."""

SPARED_AT_A_TABLE_THAT_ENDS = RepairRequest(
    draw=DrawRequest(
        method="swiss",
        seed=1,
        entrants=tuple(Participant(id_, active=id_ not in (1, 5)) for id_ in range(1, 13)),
        sizes=(4,),
        fixed={9: 3},
    ),
    tables={1: (1, 2, 3, 4), 2: (5, 6, 7, 8), 3: (9, 10, 11, 12)},
    frozen=frozenset({1}),
    spared=frozenset({6}),
)
"""Who must play and loses his table takes the seat of somebody who may sit out."""


@pytest.mark.slow
@given(rounds_to_mend(most=16))
@example(ONE_AWAY_FROM_TWO)
@example(SPARED_AT_A_TABLE_THAT_ENDS)
@settings(max_examples=15)
def test_repair_moves_the_fewest_players(wanted):
    check(wanted)


@pytest.mark.slow
@pytest.mark.timeout(600)
@given(rounds_to_mend(most=40))
@settings(max_examples=200)
def test_repair_moves_the_fewest_players_in_a_hall(wanted):
    check(wanted)


@st.composite
def rounds_by_wrong_scores(draw, most):
    """Return a round drawn by the standings, some of whose scores were wrong; some tables have begun."""
    size = draw(st.sampled_from([2, 3, 4]))
    players = size * draw(st.integers(2, most // size))
    drawn_scores = {id_: draw(st.integers(0, 60)) for id_ in range(1, players + 1)}
    order = sorted(drawn_scores, key=drawn_scores.get, reverse=True)
    for _neighbours in range(draw(st.integers(0, players))):
        place = draw(st.integers(0, players - 1 - 1))
        order[place], order[place + 1] = order[place + 1], order[place]
    tables = {number: tuple(order[size * (number - 1) : size * number]) for number in range(1, players // size + 1)}
    wrong = draw(st.dictionaries(st.sampled_from(order), st.integers(0, 60), min_size=1, max_size=6))
    one = st.sampled_from(order)
    apart = draw(st.lists(st.tuples(one, one).filter(lambda pair: pair[0] != pair[1]), max_size=players))
    fixed = {id_: n for n, t in tables.items() for id_ in t[:1] if draw(st.integers(0, 9)) == 0}
    entrants = tuple(Participant(id_, score=wrong.get(id_, score)) for id_, score in drawn_scores.items())
    request = DrawRequest(method="swiss", seed=1, entrants=entrants, sizes=(size,), forbidden=tuple(apart), fixed=fixed)
    frozen = frozenset(number for number in tables if draw(st.integers(0, 3)) == 0)
    return RepairRequest(draw=request, tables=tables, frozen=frozen, drawn_scores=drawn_scores)


def check_correction(wanted):
    repaired, fewest = repair(wanted), fewest_corrected(wanted)
    assert all(repaired.tables[number] == wanted.tables[number] for number in wanted.frozen)
    assert {n: len(table) for n, table in repaired.tables.items()} == {n: len(t) for n, t in wanted.tables.items()}
    home, place = places(wanted), places(repaired)
    assert {*repaired.moved} == {id_ for id_ in home if home[id_] != place[id_]}
    assert len(repaired.moved) == (fewest or 0)
    again = replace(wanted, tables=repaired.tables, drawn_scores={e.id: e.score for e in wanted.draw.entrants})
    assert repair(again).moved == ()


def places(wanted):
    return {id_: number for number, table in wanted.tables.items() for id_ in table}


@given(rounds_by_wrong_scores(most=16))
@settings(max_examples=25)
def test_correction_moves_the_fewest_players(wanted):
    check_correction(wanted)


@pytest.mark.slow
@given(rounds_by_wrong_scores(most=40))
@settings(max_examples=200)
def test_correction_moves_the_fewest_players_in_a_hall(wanted):
    check_correction(wanted)
