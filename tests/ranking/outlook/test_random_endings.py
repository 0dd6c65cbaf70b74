"""No mark is ever wrong: evenings of every game are broken off and played to their end by dice."""

from math import ceil

import pytest

from tests.ranking.outlook.evenings import CASES, Evening, dice

ENDINGS = 8
EVENINGS = 4
TEN_THOUSAND = 10_000


def broken_off(name, seed):
    throws = dice(name, seed)
    rounds = throws.randint(2, 4)
    after = throws.choice([rounds - 2, rounds - 1, rounds - 1])
    hands = throws.choice([None, 0, 1, 2])
    evening = Evening(CASES[name], throws, entries=throws.randint(6, 13), rounds=rounds)
    evening.broken_off(after=after, hands=hands)
    if throws.random() < 0.5:
        evening.leaves(3)
    return evening


def check_endings(name, seed, endings):
    evening = broken_off(name, seed)
    outlook = evening.standing().outlook
    for number in range(endings):
        ended = evening.ended(dice(name, seed, number)).standing()
        assert ended.outlook == {}
        final = {row.entry: (row.place, row.score) for row in ended.rows if row.place and not row.withdrawn}
        assert not outlook or outlook.keys() >= final.keys()
        for entry, (place, score) in final.items() if outlook else ():
            told = outlook[entry]
            assert told.best <= place <= told.worst, (seed, number, entry, told, place)
            assert told.lowest <= score <= told.highest, (seed, number, entry, told, score)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_final_place_was_possible_before(name):
    for seed in range(EVENINGS):
        check_endings(name, seed, ENDINGS)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", CASES)
def test_ten_thousand_endings(name):
    for seed in range(1000, 1000 + ceil(TEN_THOUSAND / len(CASES) / ENDINGS)):
        check_endings(name, seed, ENDINGS)
