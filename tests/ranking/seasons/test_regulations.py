"""Four printed regulations as declarations, each with a year that was counted by hand."""

from fractions import Fraction

from django.utils import translation

from tournaments.ranking.seasons import (
    EveningResult,
    PlayedRound,
    RankedEvening,
    rank_season,
    read_declaration,
    unscaled,
)
from tournaments.wording.season_words import sentences

ANNA, BRUNO, CARLA, DARIO = range(1, 5)
BURRACO = {
    "counts": "points",
    "points": "field",
    "parts": [{"name": "Autumn", "evenings": 4, "best": 3}, {"name": "Spring", "evenings": 4, "best": 3}],
    "tie_breaks": ["head_to_head", "difference", "scores", "lot"],
    "final": {"of_each_part": 2, "only_if_needed": True},
}
TRICKS = {"counts": "rounds", "rounds_each": 2, "parts": [{"evenings": 6}], "best": 9}
CIRCUIT = {
    "counts": "points",
    "points": [25, 20, 16, 13],
    "coming": 1,
    "parts": [{"evenings": 10, "best": 5}],
    "minimum": 4,
    "last_factor": 2,
    "tie_breaks": ["wins", "best_results"],
    "final": {"first": 16, "minimum": 4},
}
LEAGUE = {"counts": "points", "points": "field", "parts": [{"evenings": 2}], "competitors": "clubs", "of_each_club": 4}


def by_place(*order, part=0, factor=1, clubs=None, **more):
    """An evening by its order of places, first to last."""
    results = [
        EveningResult(who if isinstance(who, tuple) else (who,), (clubs or {}).get(who, ""), place, str(-place))
        for place, who in enumerate(order, 1)
    ]
    without_rounds = {"read_rounds": lambda: [[]] * len(order)}
    return RankedEvening(0, part, results, Fraction(factor), **{**without_rounds, **more})


def standing(raw, evenings):
    rows = rank_season(read_declaration(raw), evenings, lot_seed=1)
    return [(row.ranked.place, row.line.who, row.ranked.score) for row in rows], rows


def test_burraco_in_two_parts():
    """Autumn: the first two pairs have 3 + 3 + 2 each; they met once, and the second pair won."""
    one, two, three = (1, 2), (3, 4), (5, 6)
    met = [[PlayedRound(1, 1, "8")], [PlayedRound(1, 1, "12")], [PlayedRound(1, 2, "20")]]
    evenings = [
        by_place(one, two, three, read_rounds=lambda: met),
        by_place(two, one, three),
        by_place(one, two, three),
        by_place(two, three, one),
        by_place(three, two, one, part=1),
        by_place(three, one, two, part=1),
    ]
    found, rows = standing(BURRACO, evenings)
    assert found == [(1, two, 8 + 3), (2, one, 8 + 3), (3, three, 4 + 6)]
    parts = {row.line.who: [(part.place, part.score) for part in row.parts] for row in rows}
    assert [parts[who][0] for who in (one, two, three)] == [(2, 8), (1, 8), (3, 4)]
    assert parts[three][1] == (1, 6)
    assert rows[0].parts[0].tie_breaks == {"head_to_head": 12}


def test_hearts_king_and_whist_by_rounds():
    """Anna plays all twelve rounds for 1 to 12, of which the best nine make 72; Bruno has nine rounds of 8."""
    evenings = []
    for number in range(6):
        ours = [PlayedRound(1, 1, str(2 * number + 1)), PlayedRound(2, 1, str(2 * number + 2))]
        theirs = [PlayedRound(1, 1, "8"), PlayedRound(2, 1, "8")][: 2 if number < 4 else 1]
        here = (ANNA, BRUNO) if number < 5 else (ANNA,)
        rounds = [ours, theirs] if number < 5 else [ours]
        evenings.append(by_place(*here, read_rounds=lambda rounds=rounds: rounds))
    found, rows = standing(TRICKS, evenings)
    assert found == [(1, (ANNA,), 72), (1, (BRUNO,), 72)]
    dropped = [unscaled(unit.value) for unit in rows[0].line.units if unit not in rows[0].line.counted]
    assert dropped == [1, 2, 3]


def test_a_circuit_with_the_last_evening_doubled():
    """Anna wins six of her seven evenings, of which five count; Dario attended three and has no place."""
    evenings = [
        *[by_place(ANNA, CARLA)] * 4,
        *[by_place(ANNA, BRUNO, CARLA)] * 2,
        by_place(DARIO, ANNA),
        by_place(DARIO, BRUNO),
        by_place(BRUNO, DARIO),
        by_place(BRUNO, CARLA, factor=2),
    ]
    found, rows = standing(CIRCUIT, evenings)
    assert found == [
        (1, (BRUNO,), 2 * 25 + 25 + 3 * 20 + 5),
        (2, (ANNA,), 5 * 25 + 7),
        (3, (CARLA,), 40 + 4 * 20 + 7),
        (None, (DARIO,), 2 * 25 + 20 + 3),
    ]
    assert len(rows[1].line.counted) == 5


def test_a_league_of_clubs():
    """The best four of Alfa's five players count: 7 + 6 + 3 + 2 and 7 + 5 + 4 + 3."""
    clubs = dict.fromkeys([1, 2, 3, 4, 5], "Alfa") | dict.fromkeys([6, 7], "Beta")
    evenings = [by_place(1, 2, 6, 7, 3, 4, 5, clubs=clubs), by_place(5, 6, 4, 3, 2, 1, 7, clubs=clubs)]
    assert standing(LEAGUE, evenings)[0] == [(1, "Alfa", 18 + 19), (2, "Beta", 9 + 7)]


def test_partners_listed_one_by_one_have_the_result_of_the_pair():
    """Each partner gets the points of the pair's place, and has won an evening that the pair won."""
    pairs = by_place((1, 2), (3, 4), (5, 6))
    for points, of_places in ([25, 20, 16], (25, 20, 16)), ("field", (3, 2, 1)):
        raw = {"counts": "points", "points": points, "parts": [{"evenings": 2}], "competitors": "players"}
        expected = [(player // 2 * 2 + 1, (player + 1,), of_places[player // 2]) for player in range(6)]
        assert standing(raw, [pairs])[0] == expected
    raw |= {"points": [1], "tie_breaks": ["wins"]}
    rows = standing(raw, [pairs, by_place(5, 3)])[1]
    assert {row.line.who: row.ranked.tie_breaks["wins"] for row in rows[:3]} == dict.fromkeys([(1,), (2,), (5,)], 1)


CIRCUIT_IN_WORDS = [
    "The places of an evening are worth 25, 20, 16, 13 points, all others 0.",
    "Those who share places share their points equally.",
    "The last evening counts 2 times.",
    "Each evening attended adds 1, even if its result is dropped.",
    "The best 5 of 10 results count.",
    "A place needs at least 4 evenings.",
    "Partners are listed together: a pair counts only when the two play together.",
    "Ties are decided in this order: evenings won; best result, then the second best, and so on.",
    "Those who are still tied share the place.",
    "The first 16 of the season qualify for the final.",
    "The final needs at least 4 evenings.",
]


def test_a_regulation_is_read_back_in_sentences():
    assert sentences(read_declaration(CIRCUIT)) == CIRCUIT_IN_WORDS
    assert sentences(read_declaration(BURRACO))[-2:] == [
        "The first 2 of each part qualify for the final; those already qualified are skipped in later parts.",
        "If the same competitor wins all parts, there is no final: that competitor is the champion, "
        "and the other places follow the standings of the season.",
    ]
    assert sentences(read_declaration(BURRACO))[2:4] == [
        "Autumn: the best 3 of 4 results count.",
        "Spring: the best 3 of 4 results count.",
    ]
    assert "Each round counts on its own, with its score." in sentences(read_declaration(TRICKS))
    assert "The best 9 of 12 results count." in sentences(read_declaration(TRICKS))
    narrow = {**TRICKS, "parts": [{"evenings": 6, "best": 10}]}
    assert sentences(read_declaration(narrow))[1:3] == [
        "The best 10 of 12 results count.",
        "In the whole season the best 9 of these results count.",
    ]
    league = "Clubs are listed: on each evening the best 4 results of a club are added up."
    assert league in sentences(read_declaration(LEAGUE))


def test_one_result_or_finalist_is_named_in_the_singular():
    parts = [{"evenings": 4, "best": 1}, {"name": "Spring", "evenings": 4, "best": 3}]
    words = sentences(read_declaration({**BURRACO, "parts": parts, "best": 1, "final": {"of_each_part": 1}}))
    assert words[2:5] == [
        "Part 1: the best of 4 results counts.",
        "Spring: the best 3 of 4 results count.",
        "In the whole season the best of these results counts.",
    ]
    assert words[-1] == (
        "The first of each part qualifies for the final; those already qualified are skipped in later parts."
    )
    cup = sentences(read_declaration({**CIRCUIT, "final": {"first": 1}}))
    assert cup[-1] == "The first of the season qualifies for the final."
    clubs = sentences(read_declaration({**LEAGUE, "of_each_club": 1}))
    assert "Clubs are listed: on each evening the best result of a club counts." in clubs
    with translation.override("es"):
        assert "Cuenta el mejor resultado de 12." in sentences(read_declaration({**TRICKS, "best": 1}))
