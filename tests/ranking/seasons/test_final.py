"""Who qualifies for the final, by four regulations and their exceptions."""

import random

import pytest

from tournaments.ranking.seasons import Placed, finalists, read_declaration

A, B, C, D, E = ((number, number + 1) for number in range(1, 11, 2))
HALVES = [{"evenings": 4, "best": 3}, {"evenings": 4, "best": 3}]


def declared(final, parts=HALVES):
    return read_declaration({"parts": parts, "final": final})


def seen(found):
    return [(each.who, each.part, each.skipped) for each in found.contenders]


def test_the_first_two_of_each_part_and_nobody_twice():
    """A and B qualify in autumn; in spring A is first again and is skipped, so C and D go."""
    rows = [Placed(A, 1, 8, (1, 1)), Placed(B, 2, 8, (2, 4)), Placed(C, 3, 8, (3, 2)), Placed(D, 4, 8, (4, 3))]
    found = finalists(declared({"of_each_part": 2}), rows)
    assert seen(found) == [(A, 0, ""), (B, 0, ""), (A, 1, "qualified"), (C, 1, ""), (D, 1, "")]
    assert (found.missing, found.champion) == (0, None)


def test_who_wins_every_part_is_champion_without_a_final():
    rows = [Placed(A, 1, 8, (1, 1)), Placed(B, 2, 8, (2, 2))]
    final = {"of_each_part": 1, "only_if_needed": True}
    assert finalists(declared(final), rows) == finalists(declared(final), rows[::-1])
    assert finalists(declared(final), rows).champion == A
    shared = [rows[0], Placed(B, 2, 8, (2, 1))]
    assert finalists(declared(final), shared).champion is None
    assert finalists(declared({"of_each_part": 1}), rows).champion is None


def test_the_first_of_the_season_with_enough_evenings():
    rows = [Placed((1,), 1, 3), Placed((2,), 2, 4), Placed((3,), 3, 5), Placed((4,), None, 1)]
    found = finalists(declared({"first": 3, "minimum": 4}, [{"evenings": 6}]), rows)
    assert seen(found) == [((1,), None, "too_few"), ((2,), None, ""), ((3,), None, "")]
    assert found.missing == 1


def test_the_next_in_order_goes_for_whoever_does_not_come():
    rows = [Placed((number,), number, 4) for number in range(1, 6)]
    found = finalists(declared({"first": 2}), rows, out=[(1,), (3,)])
    assert seen(found) == [((1,), None, "out"), ((2,), None, ""), ((3,), None, "out"), ((4,), None, "")]


def test_a_pair_that_declines_may_still_be_replaced_in_its_part():
    """C comes up for B in autumn, so that in spring D is next."""
    rows = [
        Placed(A, 1, 8, (1, 3)),
        Placed(B, 2, 8, (2, 4)),
        Placed(C, 3, 8, (3, 1)),
        Placed(D, 4, 8, (4, 2)),
        Placed(E, 5, 8, (5, 5)),
    ]
    found = finalists(declared({"of_each_part": 2}), rows, out=[B])
    assert seen(found) == [
        *((A, 0, ""), (B, 0, "out"), (C, 0, "")),
        *((C, 1, "qualified"), (D, 1, ""), (A, 1, "qualified"), (B, 1, "out"), (E, 1, "")),
    ]


def test_nobody_plays_with_two_partners():
    rows = [Placed((1, 2), 1, 4), Placed((1, 3), 2, 4), Placed((4, 5), 3, 4)]
    assert seen(finalists(declared({"first": 2}), rows)) == [
        ((1, 2), None, ""),
        ((1, 3), None, "qualified"),
        ((4, 5), None, ""),
    ]


def test_level_at_the_last_place_the_lot_decides():
    rows = [Placed((1,), 1, 4), Placed((2,), 2, 4), Placed((3,), 2, 4), Placed((4,), 4, 4)]
    found = finalists(declared({"first": 2}), rows)
    assert seen(found) == [((1,), None, ""), ((2,), None, "level"), ((3,), None, "level")]
    assert found.missing == 1
    drawn = finalists(declared({"first": 2}), rows, chosen=[(3,)])
    assert seen(drawn) == [((1,), None, ""), ((3,), None, ""), ((2,), None, "level")]
    assert drawn.missing == 0
    assert seen(finalists(declared({"first": 2}), rows, out=[(2,)]))[1:] == [((2,), None, "out"), ((3,), None, "")]


def test_a_season_of_clubs_and_a_season_without_a_final():
    rows = [Placed("Alfa", 1, 2), Placed("Alfa Due", 2, 2)]
    league = {"competitors": "clubs", "of_each_club": 4, "parts": [{"evenings": 2}], "final": {"first": 2}}
    assert [who for who, _part, skipped in seen(finalists(read_declaration(league), rows))] == ["Alfa", "Alfa Due"]
    assert finalists(declared({}), rows).contenders == ()
    assert finalists(declared({"first": 2}), []).missing == 2


@pytest.mark.parametrize("seed", range(30))
def test_each_list_gives_its_number_and_everybody_who_goes_is_ahead_of_those_behind(seed):
    """This holds for any year: no member twice, nobody who is out, and nobody left out without a reason."""
    rng = random.Random(seed)
    names = [(number,) for number in range(1, 13)]
    orders = [rng.sample(range(1, 13), 12) for _ in range(2)]
    rows = [Placed(who, at + 1, rng.randint(0, 8), (orders[0][at], orders[1][at])) for at, who in enumerate(names)]
    out, least = rng.sample(names, 2), rng.randint(1, 3)
    found = finalists(declared({"of_each_part": 2, "minimum": least}), rows, out=out)
    going = [each.who for each in found.contenders if not each.skipped]
    able = [row for row in rows if row.attended >= least and row.who not in out]
    first = [row.who for row in sorted(able, key=lambda row: row.parts[0])][:2]
    second = [row.who for row in sorted(able, key=lambda row: row.parts[1]) if row.who not in first][:2]
    assert going == first + second
    assert found.missing == 4 - len(going)
