"""The question to confirm names every fact that decides the score, so different scores have different questions.

The scores that stand beside the words are left out: who reads the words alone knows what was written down.
"""

import random
from collections import Counter
from copy import deepcopy
from itertools import permutations

import pytest

from scoring.fields import Field, Kind
from scoring.registry import find
from scoring.table import judge
from scoring.values import Checks, HandScore, TableRules
from tests.games.dealing import deal
from tournaments.actions.hands.tables import play_at
from tournaments.models import Hand
from tournaments.web.hands.score_pad import deciding_facts, line_words

pytestmark = pytest.mark.django_db
DEALS, CHANGES = 12, 12
GAMES = {
    "busca-accademia": (4, 1, {}),
    "busca-elimination": (4, 1, {}),
    "buddha": (4, 1, {}),
    "brisca": (2, 2, {}),
    "brisca-mexican": (2, 2, {}),
    "brisca-mariaje": (2, 2, {}),
    "brisca-muerte-al-tres": (2, 2, {}),
    "briscola-chiamata": (5, 1, {}),
    "brisca-rematada": (3, 1, {}),
    "buraco": (2, 2, {}),
    "burraco": (2, 2, {}),
}
VARIANTS = {
    "buddha of three": ("buddha", 3, 1, {}),
    "buddha of six": ("buddha", 6, 1, {"highest_bid": "fulfilled"}),
    "double": ("brisca", 2, 2, {"series": "points", "double_over_100": "margin"}),
    "six": ("brisca-mariaje", 2, 3, {"players": 6, "double_over_100": "total"}),
    "counted": ("brisca-rematada", 3, 1, {"award": "counted"}),
    "two": ("buraco", 2, 1, {"players": 2}),
}
ENDS = {"buraco": {"hands": 3}, "burraco": {"hands": 3}} | {
    slug: {"hands": 4} for slug in GAMES if slug.startswith("bris") or slug == "busca-accademia"
}
CASES = {slug: (slug, *more) for slug, more in GAMES.items()} | VARIANTS


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_hands_that_score_differently_never_give_the_same_question(case, table_of):
    slug, entries, partners, options = CASES[case]
    play = play_at(table_of(slug, entries, partners, options=options, table=ENDS.get(slug, {})))
    scores_by_words = {}
    for hand in hands_of(play, slug):
        words = question(hand, play)
        assert scores_by_words.setdefault(words, hand.scores) == hand.scores, words
    assert len({tuple(scores) for scores in scores_by_words.values()}) > 1


@pytest.mark.parametrize(
    ("case", "facts"),
    [
        ("brisca-muerte-al-tres", ["three_killed_by"]),
        ("briscola-chiamata", ["caller_points", "threshold", "role"]),
        ("brisca-rematada", ["declarer", "bid"]),
        ("counted", ["declarer", "last_trick", "points", "trump_marriages", "plain_marriages"]),
        ("brisca-mariaje", ["points", "trump_marriages", "plain_marriages"]),
        ("brisca-mexican", ["points"]),
        ("buddha", ["bid", "tricks"]),
        ("buraco", ["went_out", "morto", "table_points", "hand_points", "dirty", "clean", "real"]),
    ],
)
def test_another_value_of_a_fact_makes_another_question(case, facts, table_of):
    """Each fact was given another value in a hand that could be so and scores differently: the test leaves none out."""
    slug, entries, partners, options = CASES[case]
    play = play_at(table_of(slug, entries, partners, options=options, table=ENDS.get(slug, {})))
    told = set()
    for dealt, name, changed in changes_of(play, slug):
        if dealt.scores != changed.scores:
            assert question(dealt, play) != question(changed, play), name
            told.add(name)
    assert set(facts) <= told


def test_a_side_without_burracos_is_said_in_the_words_of_its_game():
    none = {"clean": 0, "dirty": 0}
    assert line_words({**none, "semi_clean": 0, "pozzetto": "taken"}, find("burraco")) == "Pozzetto: Taken, no burracos"
    assert line_words({**none, "real": 0, "morto": "taken"}, find("buraco")) == "Morto: Taken, no canastras"


def question(hand, play):
    """Return the text of a hand beside its scores."""
    rules = play.table.round.tournament.rules
    return (*deciding_facts(hand, play), *(line_words(line, rules) for line in hand.lines))


def hands_of(play, slug):
    for dealt, _name, changed in changes_of(play, slug):
        yield dealt
        yield changed


def changes_of(play, slug):
    """Dealt hands, each with hands in which one fact differs: its name, and the hand."""
    tournament, dice = play.table.round.tournament, random.Random(slug)
    options, sides = tournament.options, len(play.sides)
    for _deal in range(DEALS):
        raw = deal(slug, dice, sides=sides, options=options)
        dealt = judged(tournament, sides, raw)
        found = Counter()
        for name, other in changed_facts(tournament, raw_of(dealt), dice):
            if found[name] < CHANGES and (changed := judged(tournament, sides, other)) is not None:
                found[name] += 1
                yield dealt, name, changed


def judged(tournament, sides, raw):
    """The hand as it is stored; None for one that cannot be."""
    table = TableRules(hands=12, sides=sides)
    score = judge(tournament.rules, tournament.options, raw, rules=table, checks=Checks.PLAY)
    if not isinstance(score, HandScore):
        return None
    tally = score.tally.as_json()
    return Hand(lines=tally["lines"], facts=tally["hand"], scores=list(score.scores))


def raw_of(hand):
    return {"lines": deepcopy(hand.lines), "hand": dict(hand.facts)}


def changed_facts(tournament, raw, dice):
    """Tallies in which one fact has another value, two sides have each other's, or one gave the other some."""
    sides = range(len(raw["lines"]))
    for field in tournament.rules.hand_fields:
        for value in values_of(field, dice, sides):
            yield field.name, {**raw, "hand": {**raw["hand"], field.name: value}}
    for field in tournament.rules.line_fields(tournament.options, len(sides)):
        for side in sides:
            for value in values_of(field, dice, sides):
                yield field.name, with_values(raw, field.name, {side: value})
        for one, other in permutations(sides, 2):
            mine, theirs = (raw["lines"][side].get(field.name) for side in (one, other))
            yield field.name, with_values(raw, field.name, {one: theirs, other: mine})
            if isinstance(mine, int) and isinstance(theirs, int):
                for some in (1, 2, 4, 5, 11):
                    yield field.name, with_values(raw, field.name, {one: mine - some, other: theirs + some})


def values_of(field: Field, dice, sides):
    if field.choices:
        return [choice.value for choice in field.choices]
    if field.kind is Kind.BOOLEAN:
        return [True, False]
    if field.kind is Kind.SIDE:
        return [None, *sides]
    most = min(field.maximum, 260)
    return [
        field.minimum,
        *(dice.randint(field.minimum, most) // field.multiple_of * field.multiple_of for _ in range(6)),
    ]


def with_values(raw, name, values):
    lines = deepcopy(raw["lines"])
    for side, value in values.items():
        lines[side][name] = value
        if value is None:
            del lines[side][name]
    return {**raw, "lines": lines}
