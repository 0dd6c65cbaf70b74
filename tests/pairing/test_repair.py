"""Mending a round: nobody moves who need not, by another program's count."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.repair_certificate import fewest_moved
from tournaments.pairing.repair import RepairRequest, repair
from tournaments.pairing.values import DrawRequest, Entrant


@st.composite
def rounds_to_mend(draw, most):
    """A round of which some are gone, to which some came, and at which some tables have begun."""
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
    entrants = [Entrant(id_, score=draw(st.integers(0, 9)), active=id_ not in gone) for id_ in (*everybody, *come)]
    method = draw(st.sampled_from(["swiss", "random"]))
    request = DrawRequest(
        method=method, seed=1, entrants=tuple(entrants), sizes=sizes, forbidden=tuple(apart), fixed=fixed
    )
    frozen = frozenset(number for number in tables if draw(st.integers(0, 3)) == 0)
    return RepairRequest(draw=request, tables=tables, sit_out=sit_out, frozen=frozen)


def check(wanted):
    mended = repair(wanted)
    home = {id_: number for number, table in wanted.tables.items() for id_ in table} | dict.fromkeys(wanted.sit_out, 0)
    place = {id_: number for number, table in mended.tables.items() for id_ in table} | dict.fromkeys(mended.sit_out, 0)
    active = {entrant.id for entrant in wanted.draw.entrants if entrant.active}
    stranded = {id_ for number in wanted.frozen for id_ in wanted.tables[number]} - active
    assert set(place) == active | stranded
    assert len(place) == sum(map(len, mended.tables.values())) + len(mended.sit_out)
    assert set(mended.stranded) == stranded
    assert all(mended.tables[number] == wanted.tables[number] for number in wanted.frozen)
    allowed = {*wanted.draw.sizes}
    assert all(len(t) in allowed or len(t) == len(wanted.tables.get(n, ())) for n, t in mended.tables.items())
    assert set(mended.moved) == {id_ for id_ in place if id_ in home and home[id_] != place[id_]}
    sit_outs, moved = fewest_moved(wanted, wanted.draw.forbidden)
    if sit_outs is None:  # a table ends at which somebody was to stay for certain
        return
    assert len(mended.sit_out) == sit_outs
    if moved is None:
        assert mended.apart_together
    else:
        assert (mended.apart_together, len(mended.moved)) == (0, moved)


@given(rounds_to_mend(most=16))
@settings(max_examples=15)
def test_no_more_move_than_must(wanted):
    check(wanted)


@pytest.mark.slow
@given(rounds_to_mend(most=40))
@settings(max_examples=200)
def test_no_more_move_than_must_in_a_hall(wanted):
    check(wanted)
