"""Bounds of a hand: no dealt hand exceeds them, and some tallies reach them."""

from itertools import product

import pytest
from hypothesis import given

from scoring.registry import RULESETS, find
from scoring.ruleset import RuleSet
from scoring.table import judge, opening
from scoring.values import TableRules
from tests.scoring.cases import busca
from tests.scoring.deals import GAMES
from tests.scoring.test_buraco import line

OPTIONS = {ruleset.slug: {f.name: f.default for f in ruleset.option_fields} for ruleset in RULESETS}


def judged(request):
    ruleset = find(request["ruleset"])
    options = OPTIONS[ruleset.slug] | request.get("options", {})
    hand = judge(ruleset, options, {"lines": request["lines"], "hand": request.get("hand", {})})
    return ruleset.hand_bounds(options, len(request["lines"])), hand.scores


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_no_hand_goes_beyond(slug):
    @given(GAMES[slug])
    def holds(request):
        bounds, scores = judged(request)
        assert bounds.least <= min(scores) <= max(scores) <= bounds.most
        assert bounds.least_sum <= sum(scores) <= bounds.most_sum

    holds()


@pytest.mark.parametrize("slug", ["busca-accademia", "busca-elimination"])
def test_busca_by_all_ways_to_share_40_points(slug):
    ruleset = find(slug)
    for playing in range(2 if slug == "busca-elimination" else 4, 5):
        bounds = ruleset.hand_bounds(OPTIONS[slug], 4)
        ways = [(*first, 40 - sum(first)) for first in product(range(41), repeat=playing - 1) if sum(first) <= 40]
        given = [ruleset.buscas(points) for points in ways]
        assert bounds.least == min(map(min, given))
        assert max(map(max, given)) <= bounds.most
        assert bounds.least_sum <= min(map(sum, given)) <= max(map(sum, given)) <= bounds.most_sum
    assert (
        max(map(max, map(ruleset.buscas, [(1, 39)] if slug == "busca-elimination" else [(37, 1, 1, 1)]))) == bounds.most
    )
    assert judged(busca(40, 0, 0, 0, slug=slug))[1] == (0, 3, 3, 3)


def test_buraco_by_all_canastras_of_two_packs():
    best = 0
    for ace, real, clean, dirty in product(range(5), range(9), range(16), range(16)):
        suits, naturals = ace + real, 104 - 14 * ace - 13 * real
        wilds = 4 + 8 - suits
        fits = dirty <= wilds and 7 * clean <= naturals - max(0, dirty - 4) and 7 * (clean + dirty) <= naturals + 4
        if real + 2 * ace <= 8 and suits <= 8 and fits:
            best = max(best, 1080 + 1000 * ace + 500 * real + 200 * clean + 100 * dirty + 100)
    bounds = find("buraco").hand_bounds(OPTIONS["buraco"], 2)
    assert (bounds.least, bounds.most) == (-1180, best)
    most = line(1080, real_ace=4, clean=6, dirty=1, went_out=True)
    assert judged({"ruleset": "buraco", "lines": [most, line()]})[1][0] == best


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_buddha_by_the_bids_that_give_most_and_least(players):
    cards = {3: 15, 4: 14, 5: 14, 6: 11}[players]
    bids = [0] * (players - 1) + [cards]
    tricks = [0] * (players - 1) + [cards - 1]
    lines = [{"bid": bid, "tricks": taken} for bid, taken in zip(bids, tricks, strict=True)]
    bounds, most = judged({"ruleset": "buddha", "lines": lines})
    _bounds, least = judged({"ruleset": "buddha", "lines": [{**line, "bid": 0} for line in lines]})
    assert (bounds.least, bounds.most) == (min(least), max(most))


def test_in_brisca_rematada_a_declarer_who_takes_nothing_leaves_the_others_nothing_where_points_count():
    lines = [{"points": 0}, {"points": 60}, {"points": 60, "last_trick": True}]
    request = {"ruleset": "brisca-rematada", "options": {"award": "counted"}, "lines": lines}
    bounds, scores = judged({**request, "hand": {"declarer": 0, "bid": 100}})
    assert (scores, bounds.least, bounds.least_sum) == ((0, 0, 0), 0, 0)


def test_the_bounds_of_a_table_follow_from_the_hands_that_are_left():
    ruleset = find("busca-accademia")
    bounds = ruleset.table_bounds(opening(ruleset, {}, TableRules(hands=3)))
    assert (bounds.least, bounds.most) == ((0,) * 4, (51,) * 4)
    assert (bounds.least_sum, bounds.most_sum, bounds.ahead) == (1, 51, frozenset())


def test_whoever_orders_a_table_otherwise_says_who_stays_ahead():
    for ruleset in RULESETS:
        orders, stays = type(ruleset).order is RuleSet.order, type(ruleset).stays_ahead is RuleSet.stays_ahead
        assert orders == stays, ruleset.slug
