"""Who certainly qualifies from a round in play: examples, and rounds played to their end at random."""

from dataclasses import replace

import pytest

from scoring.bounds import TableBounds
from tests.ranking.build import BUSCA, entrants, table, tournament, waiting
from tests.ranking.outlook.evenings import CASES, Evening, dice
from tournaments.pairing.knock_out_plan import table_sizes
from tournaments.ranking import Award, ClosedRound, CutRule, RoundPlan, RoundSatOut, rank

ENDINGS, EVENINGS = 6, 8
ONE_BY_ONE = frozenset((one, other) for one in range(4) for other in range(one + 1, 4))
"""Each side certainly ends ahead of those after it."""


TWO_GO_ON = CutRule(2, "lot", 3)


def told(*tables, ahead=(), rule=TWO_GO_ON, who=8, **more):
    """Return the outlook of each entry in the first round; these sides are certainly ahead at each table in play."""
    bounds = TableBounds((0,) * 4, (9,) * 4, 0, 36, ahead=frozenset(ahead))
    plan = RoundPlan(rounds=3, fresh=(), bounds_of=lambda _table: bounds, cut=rule)
    results = tournament(who, *tables, knock_out=frozenset({1}), **more)
    return dict(rank(results, BUSCA, ("table_wins",), after_round=1, lot_seed=1, plan=plan).goes_on)


def in_play(number, *entries):
    return waiting(1, entries, number=number)


def over(number, *entries, totals=(0, 1, 2, 3)):
    return table(1, entries, totals, low=True, number=number)


def by_entry(entries, *values):
    return dict(zip(entries, values, strict=True))


def test_bounds_of_a_table_in_play_say_who_goes_on_and_who_is_out():
    tables = in_play(1, 1, 2, 3, 4), in_play(2, 5, 6, 7, 8)
    assert told(*tables) == dict.fromkeys(range(1, 9))
    sure = [True, True, False, False]
    assert told(*tables, ahead=ONE_BY_ONE) == by_entry(range(1, 9), *sure, *sure)
    assert told(*tables, ahead={(0, 2), (0, 3)}) == by_entry(range(1, 9), True, *[None] * 3, True, *[None] * 3)
    last = {(0, 3), (1, 3)}
    assert told(*tables, ahead=last) == by_entry(range(1, 9), *[None] * 3, False, *[None] * 3, False)


def test_a_table_that_is_over_waits_for_the_others_only_if_tie_breaks_decide():
    open_table = in_play(2, 5, 6, 7, 8)
    assert told(over(1, 1, 2, 3, 4), open_table) == by_entry(range(1, 9), True, True, False, False, *[None] * 4)
    level = over(1, 1, 2, 3, 4, totals=(0, 1, 1, 3))
    assert told(level, open_table) == by_entry(range(1, 9), True, None, None, False, *[None] * 4)
    ended = told(level, over(2, 5, 6, 7, 8))
    assert (ended[1], {ended[2], ended[3]}, ended[4]) == (True, {True, False}, False)
    decided = told(level, over(2, 5, 6, 7, 8), rule=CutRule(2, "hand", 3))
    assert [decided[entry] for entry in (1, 2, 3, 4)] == [True, None, None, False]


def test_nobody_is_out_while_the_best_of_the_others_may_come_back():
    rule, tables = CutRule(1, "lot", 4), (over(1, 1, 2, 3, 4), in_play(2, 5, 6, 7, 8))
    assert told(*tables, ahead=ONE_BY_ONE, rule=rule) == by_entry(range(1, 9), True, *[None] * 3, True, *[None] * 3)
    ended = told(tables[0], over(2, 5, 6, 7, 8, totals=(0, 4, 5, 6)), rule=rule)
    assert {entry for entry, goes_on in ended.items() if goes_on} == {1, 5, 2, 6}


def test_byes_go_on_and_nobody_does_from_a_final():
    bye = {"sit_outs": (RoundSatOut(1, 5),), "who": 5}
    assert told(in_play(1, 1, 2, 3, 4), ahead=ONE_BY_ONE, **bye) == by_entry(
        range(1, 6), True, True, False, False, True
    )
    assert told(in_play(1, 1, 2, 3, 4), who=4) == {}


def test_nothing_is_told_of_a_table_of_which_the_director_has_decided_something():
    away = entrants(8, e2={"away": True})
    expected = by_entry(range(1, 9), *[None] * 4, True, True, False, False)
    assert told(in_play(1, 1, 2, 3, 4), in_play(2, 5, 6, 7, 8), ahead=ONE_BY_ONE, who=away) == expected
    absent = {"awards": (Award(1, 1, None, "absent"),)}
    assert told(in_play(1, 1, 2, 3, 4), in_play(2, 5, 6, 7, 8), ahead=ONE_BY_ONE, **absent) == expected
    closed = replace(over(1, 1, 2, 3, 4), closed=ClosedRound(1))
    assert told(closed, in_play(2, 5, 6, 7, 8), ahead=ONE_BY_ONE) == expected
    left = entrants(8, e1={"until_round": 0})
    assert told(in_play(1, 1, 2, 3, 4), in_play(2, 5, 6, 7, 8), ahead=ONE_BY_ONE, who=left)[3] is True


def test_who_has_left_is_out_whatever_is_open():
    bye = {"sit_outs": (RoundSatOut(1, 9),)}
    left = entrants(9, e1={"until_round": 1}, e2={"until_round": 1}, e9={"until_round": 1})
    level = over(1, 1, 2, 3, 4, totals=(0, 0, 0, 3)), in_play(2, 5, 6, 7, 8)
    assert [told(*level, who=left, **bye)[entry] for entry in (1, 2, 9)] == [False] * 3
    closed = replace(level[0], closed=ClosedRound(1))
    assert [told(closed, level[1], who=left, **bye)[entry] for entry in (1, 2, 9)] == [False] * 3
    ended = told(level[0], over(2, 5, 6, 7, 8), who=left, rule=CutRule(1, "lot", 4), **bye)
    assert [ended[entry] for entry in (1, 2, 9)] == [False] * 3
    assert sum(goes_on is True for goes_on in ended.values()) == 4


def knock_outs():
    sizes = {
        name: table_sizes(Evening(plan, dice(name), entries=4, rounds=1).tournament.table_sizes)
        for name, plan in CASES.items()
    }
    return [name for name, found in sizes.items() if found]


@pytest.mark.parametrize("name", knock_outs())
def test_what_is_told_before_is_true_at_the_end(name):
    settled = 0
    for seed in range(EVENINGS):
        throws = dice(name, "knock-out", seed)
        evening = Evening(CASES[name], throws, entries=throws.randint(8, 17), rounds=1, decides=False)
        most = max(evening.tournament.table_sizes) - 1
        plan = {
            "pairing": "knock-out",
            "going_on": throws.randint(1, most),
            "cut_ties": throws.choice(["lot", "all", "hand"]),
        }
        vars(evening.tournament).update(plan)
        evening.broken_off(after=0, hands=throws.choice([0, 1, 2]))
        evening.results = replace(evening.results, knock_out=frozenset({1}))
        before = evening.standing().goes_on
        for number in range(ENDINGS):
            after = evening.ended(dice(name, seed, number)).standing().goes_on
            assert before.keys() == after.keys()
            known = {entry: goes_on for entry, goes_on in before.items() if goes_on is not None}
            assert {entry: after[entry] for entry in known} == known, (seed, number)
            settled += len(known)
    assert settled
