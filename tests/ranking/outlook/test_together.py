"""Who is certainly among the best of several groups: examples, and groups played to their end at random."""

from fractions import Fraction

import pytest

from tests.ranking.outlook.evenings import CASES, Evening, dice
from tournaments.ranking.outlook.together import PlaceBounds, among_best

EVENINGS, ENDINGS = 3, 4


def at(group, entry, place, score=None):
    """Return an entry whose place and score are settled."""
    return PlaceBounds(group, entry, place, place, score, score)


def test_of_groups_that_are_over_the_places_count_then_the_scores():
    over = [at(1, 1, 1, 9), at(1, 2, 2, 5), at(1, 3, 3, 4), at(2, 4, 1, 6), at(2, 5, 2, 3), at(2, 6, 3, 2)]
    assert among_best(over, 3, are_alike=True) == {1: True, 2: True, 3: False, 4: True, 5: False, 6: False}
    assert among_best(over, 3, are_alike=False) == {1: True, 2: None, 3: False, 4: True, 5: None, 6: False}


def test_of_a_group_in_play_places_and_scores_are_within_bounds():
    rivals = [PlaceBounds(2, 4, 1, 2, 6, 9), PlaceBounds(2, 5, 1, 2, 5, 7)]
    two = [at(1, 1, 1, 10), at(1, 2, 2, 4)]
    assert among_best([*two, *rivals], 2, are_alike=True) == {1: True, 2: False, 4: None, 5: None}
    assert among_best([at(1, 1, 1, 10), *rivals], 1, are_alike=True) == {1: True, 4: False, 5: False}
    assert among_best([at(1, 1, 1, 8), *rivals], 1, are_alike=True) == {1: None, 4: None, 5: False}


def test_nothing_is_certain_beside_a_group_of_which_nothing_is_known():
    unknown = [PlaceBounds(2, entry) for entry in (4, 5, 6)]
    three = [at(1, 1, 1, 9), at(1, 2, 2, 8), at(1, 3, 3, 1)]
    told = among_best([*three, *unknown], 3, are_alike=True)
    assert told == {1: None, 2: None, 3: False, 4: None, 5: None, 6: None}


def test_for_those_who_are_out_the_next_move_up():
    def out(entry, *bounds):
        return PlaceBounds(1, entry, *bounds, out=True)

    assert among_best([out(1, 1, 1), at(1, 2, 2), at(1, 3, 3)], 1, are_alike=True) == {1: False, 2: True, 3: False}
    open_group = [out(1, 1, 2, 4, 9), PlaceBounds(1, 2, 1, 2, 5, 8), at(1, 3, 3, 3)]
    assert among_best(open_group, 1, are_alike=True) == {1: False, 2: True, 3: False}
    assert among_best(open_group, 2, are_alike=True) == {1: False, 2: True, 3: True}
    winner_out = [at(1, 1, 1, 9)._replace(out=True), at(1, 2, 2, 8), at(2, 4, 1, 5), at(2, 5, 2, 4), at(2, 6, 3, 3)]
    assert among_best(winner_out, 2, are_alike=True) == {1: False, 2: True, 4: True, 5: False, 6: False}


def group(number, name, throws):
    evening = Evening(CASES[name], throws, entries=throws.randint(6, 9), rounds=2, decides=False)
    evening.broken_off(after=1, hands=throws.choice([None, 1, 2]))
    if throws.random() < 0.5:
        evening.leaves(throws.randint(1, 6))
    return evening


def has_left(evening, row):
    return any(each.until_round is not None for each in evening.entrants if each.id == row.entry)


def chances(number, evening):
    sign = -1 if evening.tournament.low_score_wins else 1
    standing = evening.standing()
    for row in standing.rows:
        out = has_left(evening, row)
        if each := standing.outlook.get(row.entry):
            scores = sorted((sign * each.lowest, sign * each.highest))
            yield PlaceBounds(number, (number, row.entry), each.best, each.worst, *scores, out)
        elif out and (standing.outstanding_tables or standing.outlook or standing.after_round < 2):
            continue
        elif standing.outstanding_tables or standing.outlook or standing.after_round < 2:
            yield PlaceBounds(number, (number, row.entry))
        elif row.place:
            yield at(number, (number, row.entry), row.place, sign * row.score)._replace(out=out)


def ends(number, evening):
    sign = 1 if evening.tournament.low_score_wins else -1
    placed = [row for row in evening.standing().rows if row.place and not has_left(evening, row)]
    return {(number, row.entry): (row.place, sign * Fraction(row.score)) for row in placed}


@pytest.mark.parametrize("name", CASES)
def test_what_is_told_before_is_true_at_the_end(name):
    for seed in range(EVENINGS):
        throws = dice(name, "together", seed)
        groups = [group(number, name, throws) for number in range(throws.randint(2, 3))]
        last, hoped = throws.randint(1, 10), [each for n, of in enumerate(groups) for each in chances(n, of)]
        told = among_best(hoped, last, are_alike=True)
        for ending in range(ENDINGS):
            over = {}
            for number, each in enumerate(groups):
                over |= ends(number, each.ended(dice(name, seed, number, ending)))
            for entry, mine in over.items() if told else ():
                goes_on = told[entry]
                before = sum(other < mine for other in over.values())
                level = sum(other == mine for other in over.values())
                assert goes_on is not True or before + level <= last, (seed, ending, entry)
                assert goes_on is not False or before >= last, (seed, ending, entry)
