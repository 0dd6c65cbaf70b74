"""Tables played to their end, against a plain account kept beside them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.reading import read_options
from scoring.registry import RULESETS
from scoring.wire import answer
from tests.scoring.cases import busca, busca_table, table
from tests.scoring.deals import GAMES


def cut(draw, sides):
    """Share 40 points among the sides that play, mostly to one of them."""
    cuts = sorted(draw(st.integers(0, 12)) for _cut in range(sides - 1))
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, 40], strict=True)]
    return draw(st.permutations(shares))


def buscas(points):
    """Score the points of those who play, as one would by hand."""
    if 0 in points:
        return [points.count(0) if mine == 0 else 0 for mine in points]
    top = max(points)
    one = 1 if top < 19 else 2 if top < 23 else top - 20
    return [one * points.count(top) if mine == top else 0 for mine in points]


@st.composite
def eliminations(draw):
    """Play until one is left; return the hands, totals, when each left and who leads next."""
    totals, left, lead = [0] * 4, [None] * 4, draw(st.integers(0, 3))
    hands, leads = [], [lead]
    while left.count(None) > 1:
        playing = [side for side in range(4) if left[side] is None]
        points = cut(draw, len(playing))
        hand = [None] * 4
        for side, mine, taken in zip(playing, points, buscas(points), strict=True):
            hand[side] = mine
            totals[side] += taken
        hands.append(hand)
        left = [len(hands) if when is None and totals[side] >= 31 else when for side, when in enumerate(left)]
        for _step in range(4):
            lead = (lead - 1) % 4
            if left[lead] is None:
                break
        leads.append(lead)
    return hands, totals, left, leads


def rank(totals, left):
    """Count for each side who left later, or with it and had fewer buscas."""
    late = [10_000 if when is None else when for when in left]
    keys = [(-when, total) for when, total in zip(late, totals, strict=True)]
    return [1 + sum(other < mine for other in keys) for mine in keys]


def eliminate(hands, lead):
    return answer(busca_table(*hands, slug="busca-elimination", first_lead=lead))


@pytest.mark.slow
@settings(max_examples=60)
@given(eliminations())
def test_an_elimination_to_its_end(game):
    hands, totals, left, leads = game
    found = eliminate(hands, leads[0])
    assert (found["totals"], found["places"]) == (totals, rank(totals, left))
    assert (found["over"], found["next_lead"]) == (True, None)
    for played in range(len(hands)):
        so_far = eliminate(hands[:played], leads[0])
        assert (so_far["over"], so_far["next_lead"]) == (False, leads[played])
    more = eliminate([*hands, hands[-1]], leads[0])
    assert [problem["code"] for problem in more["problems"]] == ["hand_after_end"]


@settings(max_examples=60)
@given(st.lists(st.permutations([30, 6, 3, 1]), min_size=1, max_size=12), st.integers(1, 60))
def test_a_busca_table_to_its_target(hands, target):
    totals, played = [0] * 4, 0
    while played < len(hands) and max(totals) < target:
        totals = [sum(two) for two in zip(totals, buscas(hands[played]), strict=True)]
        played += 1
    result = answer(busca_table(*hands[:played], target=target))
    assert (result["totals"], result["over"]) == (totals, max(totals) >= target)
    assert result["places"] == [1 + sum(other < mine for other in totals) for mine in totals]
    if played < len(hands):
        assert "problems" in answer(busca_table(*hands, target=target))


OTHERS = [ruleset for ruleset in RULESETS if not ruleset.slug.startswith("busca")]


@pytest.mark.parametrize("ruleset", OTHERS, ids=lambda ruleset: ruleset.slug)
@settings(max_examples=30)
@given(st.data())
def test_totals_are_the_sums_and_places_follow_the_totals(ruleset, data):
    request = data.draw(GAMES[ruleset.slug])
    sides = len(request["lines"])
    number = {3: 6, 4: 4, 5: 5, 6: 6}[sides] if ruleset.slug == "buddha" else 3
    hands = [(request["lines"], request.get("hand", {}))] * number
    result = answer(table(ruleset.slug, *hands, options=request.get("options"), hands=number))
    scores = answer(request)["scores"]
    assert result["totals"] == [number * score for score in scores]
    assert (result["over"], result["next_lead"]) == (True, None)
    order = sorted(range(sides), key=lambda side: result["places"][side])
    low_wins = ruleset.configured(read_options(ruleset, request.get("options", {}))).low_wins
    assert [scores[side] for side in order] == sorted(scores, reverse=not low_wins)


def test_a_hand_of_an_elimination_is_one_of_busca():
    assert answer(busca(20, 10, 10, 0, slug="busca-elimination")) == {"scores": [0, 0, 0, 1]}
