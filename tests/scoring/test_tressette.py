"""Tressette in pairs: eleven points, and accusations that four hands can hold."""

import random
from itertools import product

import pytest

from scoring.registry import find
from scoring.table import judge
from scoring.values import Checks
from scoring.wire import answer
from tests.games import tressette
from tests.parameters import slowly
from tests.scoring.cases import hand, places, table

FIELDS = ("aces", "twos", "threes", "napoletane")


def line(points, *accused):
    """Return a side's points, and its accused aces, twos, threes and napoletane, if they are named."""
    return {"points": points} | {name: count for name, count in zip(FIELDS, accused, strict=False) if count}


def of(*lines, **options):
    return answer(hand("tressette", *lines, options=options))


def test_eleven_points_are_shared():
    assert of(line(7), line(4)) == {"scores": [7, 4]}
    assert places(of(line(7), line(5))) == [("sum_not_11", None, "points")]


def test_every_share_of_35_thirds_can_be_played():
    dice, seen = random.Random(1), set()
    while len(seen) < 36:
        seen |= {int(3 * points) for points in tressette.played(dice, tressette.uneven(dice))}
    assert seen == {*range(36)}


def test_thirds_are_given_for_both_sides_and_make_35_with_the_points():
    for points, thirds in product(product(range(12), repeat=2), product(range(3), repeat=2)):
        lines = [{"points": mine, "thirds": left} for mine, left in zip(points, thirds, strict=True)]
        assert ("scores" in of(*lines)) == (3 * sum(points) + sum(thirds) == 35), lines
    assert places(of({"points": 7, "thirds": 2}, line(4))) == [("missing_field", 1, "thirds")]


def test_accusations_are_added_to_the_points():
    assert of(line(7, 3), line(4, 0, 4)) == {"scores": [10, 8]}
    assert of(line(0, 3, 3, 3, 3), line(11, 0, 0, 0, 1)) == {"scores": [18, 14]}


def test_a_club_may_play_without_accusations():
    assert of(line(7), line(4), accusations="none") == {"scores": [7, 4]}
    assert places(of(line(7, 3), line(4), accusations="none")) == [("unknown_field", 0, "aces")]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([line(7, 3), line(4, 3)], ("accused_twice", None, "aces")),
        ([line(7, 0, 0, 0, 3), line(4, 0, 0, 0, 2)], ("accusations_impossible", None, "napoletane")),
        ([line(7, 4), line(4, 0, 0, 0, 1)], ("accusations_impossible", None, "napoletane")),
        ([line(7, 4, 0, 0, 4), line(4)], ("accusations_impossible", None, "napoletane")),
        ([line(7, 4, 4, 3, 2), line(4)], ("accusations_impossible", None, "napoletane")),
        ([line(7, 3), line(4, 0, 0, 0, 2)], ("accusations_impossible", None, "napoletane")),
    ],
)
def test_impossible_accusations_are_refused(lines, problem):
    assert places(of(*lines)) == [problem]


def recorded(*lines):
    """The codes of the problems of a hand that is recorded."""
    verdict = judge(find("tressette"), {"accusations": "counted"}, {"lines": [*lines]}, checks=Checks.PLAY)
    return [problem.code for problem in verdict] if isinstance(verdict, list) else []


@pytest.mark.parametrize(
    ("accused", "least"),
    [
        ((0, 0, 4, 0), 1),
        ((0, 4, 4, 0), 1),
        ((0, 4, 4, 1), 2),
        ((4, 4, 0, 0), 0),
        ((4, 4, 0, 1), 1),
        ((3, 3, 3, 3), 0),
        ((0, 0, 4, 3), 35),
        ((3, 4, 4, 2), None),
        ((0, 4, 4, 2), 35),
    ],
)
def test_a_side_takes_what_its_accusations_win(accused, least):
    taken = range(36)
    fine = [
        thirds
        for thirds in taken
        if not recorded(
            {**line(thirds // 3, *accused), "thirds": thirds % 3},
            {**line((35 - thirds) // 3), "thirds": (35 - thirds) % 3},
        )
    ]
    assert fine == ([] if least is None else [*range(least, 36)])


@pytest.mark.parametrize("many", [300, *slowly(5_000)])
def test_hands_that_were_played_are_recorded(many):
    dice = random.Random(many)
    for number in range(many):
        lines, _scores = tressette.hand_of(dice, deal=(tressette.dealt, tressette.rich)[number % 2])
        assert recorded(*lines) == [], lines


def test_a_table_ends_when_a_side_is_ahead_at_its_target():
    level = [[line(8, 3), line(3, 0, 4)], [line(7, 3), line(4, 0, 4, 3, 1)]]
    even = answer(table("tressette", *level, target=21))
    assert (even["totals"], even["over"]) == ([21, 21], False)
    result = answer(table("tressette", *level, [line(5), line(6)], target=21))
    assert (result["totals"], result["over"]) == ([26, 27], True)


def test_two_players_make_a_side():
    assert find("tressette").seats_per_side({}) == 2


@pytest.mark.parametrize("many", [300, *slowly(5_000)])
def test_hands_that_were_dealt_and_played_score_as_counted_in_thirds(many):
    dice = random.Random(many)
    for number in range(many):
        lines, scores = tressette.hand_of(dice, deal=(tressette.dealt, tressette.rich)[number % 2])
        assert of(*lines) == {"scores": scores}, lines


EVERY_ACCUSATION = [
    (line(7, *first, mine), line(4, *second, theirs))
    for first, second in (
        tuple(zip(*ranks, strict=True)) for ranks in product([(0, 0), (3, 0), (4, 0), (0, 3), (0, 4)], repeat=3)
    )
    for mine, theirs in product(range(5), repeat=2)
]


def accepted():
    return {number for number, lines in enumerate(EVERY_ACCUSATION) if "scores" in of(*lines)}


@pytest.mark.slow
def test_of_all_accusations_413_are_possible_and_their_most_is_21():
    found = [EVERY_ACCUSATION[number] for number in accepted()]
    most = max(sum(of(*lines)["scores"]) for lines in found)
    assert (len(EVERY_ACCUSATION), len(found), most) == (3_125, 413, 11 + 21)


def suits_held():
    """Each way to give ace, two and three of a suit to four players, by rank and player, and who has all of them."""
    for holders in product(range(4), repeat=3):
        state = [0] * 16
        for rank, player in enumerate(holders):
            state[4 * rank + player] += 1
        if len(set(holders)) == 1:
            state[12 + holders[0]] += 1
        yield tuple(state)


def possible_accusations():
    """Return what can be accused in some deal: all 16,777,216 ways to hold twelve honours, at most ten in a hand."""

    def added(one, other):
        return tuple(a + b for a, b in zip(one, other, strict=True))

    one = set(suits_held())
    two = {added(a, b) for a in one for b in one}
    kept = set()
    for state in (added(a, b) for a in two for b in two):
        if all(state[player] + state[4 + player] + state[8 + player] <= 10 for player in range(4)):
            alike = (state[rank : rank + 4] for rank in (0, 4, 8))
            most = tuple((held.index(max(held)) % 2, max(held)) if max(held) >= 3 else (0, 0) for held in alike)
            kept.add((*most, state[12] + state[14], state[13] + state[15]))
    return kept


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_accusation_of_a_deal_is_taken_and_no_other():
    possible = possible_accusations()
    for number, (first, second) in enumerate(EVERY_ACCUSATION):
        wanted = [(0, first[name]) if name in first else (1, second.get(name, 0)) for name in FIELDS[:3]]
        naps = first.get("napoletane", 0), second.get("napoletane", 0)
        is_possible = any(
            all(
                not mine or (held[0] == side and held[1] >= mine)
                for (side, mine), held in zip(wanted, most, strict=True)
            )
            and naps[0] <= ours
            and naps[1] <= theirs
            for *most, ours, theirs in possible
        )
        assert ("scores" in of(first, second)) == is_possible, EVERY_ACCUSATION[number]


@pytest.mark.slow
@pytest.mark.parametrize("many", [500, *slowly(5_000)])
def test_impossible_tallies_are_refused(many):
    dice, fine = random.Random(many), accepted()
    refused = 0
    while refused < many:
        number, points = dice.randrange(len(EVERY_ACCUSATION)), [dice.randrange(12) for _side in range(2)]
        if number in fine and sum(points) == 11:
            continue
        lines = [{**one, "points": mine} for one, mine in zip(EVERY_ACCUSATION[number], points, strict=True)]
        assert "problems" in of(*lines), lines
        refused += 1
