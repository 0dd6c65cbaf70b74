"""Scopone and Scopa: hands were played for the tallies that are taken."""

from collections import defaultdict
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from scoring.registry import find
from scoring.table import judge
from tests.games import captures
from tests.games.piles import all_dealt, shape_of
from tests.scoring.test_scopa import LAID, of, pair

PLAYS = Path(__file__).parents[1] / "data" / "scopa_plays.txt"
"""Hands as their forty ranks in the order of play, 0 for ten; the first four may also lie on the table at the start."""


def fewest_lowest(options):
    return min(options, key=lambda cards: (len(cards), sorted(rank for rank, _suit in cards)))


@cache
def tallies_played(slug):
    """Return for the cards and sweeps of both sides every (cards, coins, settebello, primiera) that these plays give.

    A capture depends only on ranks, so the suits are any.
    """
    found = defaultdict(set)
    for line in PLAYS.read_text().split():
        ranks = [int(digit) or 10 for digit in line]
        order = [(rank, ranks[:place].count(rank)) for place, rank in enumerate(ranks)]
        assert sorted(order) == sorted(captures.whole_pack())
        laid, rest = order[: LAID[slug]], iter(order[LAID[slug] :])
        both, sweeps = captures.played(lambda _table, rest=rest: next(rest, None), fewest_lowest, laid)
        for side in (0, 1):
            shape = shape_of([rank for rank, _suit in both[side]])
            found[len(both[side]), sweeps[side], sweeps[1 - side]].update(all_dealt(shape))
    return found


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("slug", LAID)
def test_every_tally_that_is_taken_was_played(slug):
    """Each of them is given by a play, and what a play gives is never refused."""
    played, ruleset = tallies_played(slug), find(slug)
    for cards, coins, settebello, primiera in product(range(41), range(11), (0, 1), (0, 1, None)):
        for mine, theirs in product(range(cards // 2 + 1), range((40 - cards) // 2 + 1)):
            lines = pair(cards, coins, (mine, theirs), settebello, primiera)
            is_taken = not isinstance(judge(ruleset, {}, {"lines": lines}), list)
            assert is_taken == ((cards, coins, settebello, primiera) in played[cards, mine, theirs]), lines


def pairs(without=()):
    """The ranks two by two, one pair fewer of some."""
    return [rank for rank in range(1, 11) for _card in range(2 if rank in without else 4)]


FIRST, AGAIN = [1, 2, 3], pairs(without=[1, 2, 3])
SIXES = pairs(without=[1, 2, 6])


EXTREMES = {
    "pairs alone": ("scopone", pairs(), (0, 19), (0, 40)),
    "the other captures last": ("scopone", [*FIRST, *AGAIN, 1, 2, 3], (18, 0), (37, 3)),
    "the other captures between": ("scopone", [1, 2, 2, 1, *pairs(without=[1, 2])], (0, 18), (2, 38)),
    "nobody captures last": ("scopone", [*FIRST, *AGAIN, 3, 1, 2], (18, 0), (40, 0)),
    "one sweep at the end": ("scopone", [*AGAIN, *FIRST, 3, 1, 2], (1, 17), (6, 34)),
    "one sweep at the start": ("scopone", [4, 4, *FIRST, *AGAIN[:6], *AGAIN[8:], 3, 1, 2], (17, 1), (38, 2)),
    "half of the sweeps each": ("scopone", [*AGAIN[:18], *FIRST, *AGAIN[18:], 3, 1, 2], (9, 9), (22, 18)),
    "four cards at once": ("scopa", [1, 1, 2, 2, 6, *SIXES, 6], (18, 0), (40, 0)),
}


@pytest.mark.parametrize("case", EXTREMES)
def test_the_most_sweeps_are_played(case):
    slug, ranks, sweeps, cards = EXTREMES[case]
    order = [(rank, ranks[:place].count(rank)) for place, rank in enumerate(ranks)]
    laid, rest = order[: LAID[slug]], iter(order[LAID[slug] :])
    piles, swept = captures.played(lambda _table: next(rest, None), lambda options: options[0], laid)
    assert (tuple(swept), tuple(map(len, piles)), sorted(order)) == (sweeps, cards, sorted(captures.whole_pack()))
    assert of(*captures.lines(piles, swept), slug=slug) == {"scores": captures.scores(piles, swept)}
