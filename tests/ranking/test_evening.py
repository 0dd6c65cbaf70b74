"""A whole evening of Busca, 32 players and four rounds, as a sheet of paper would reckon it."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from tests.ranking.build import BUSCA, entrants, places_of, standing, table, tournament
from tournaments.ranking import Scoring, decimal

EVENING = json.loads((Path(__file__).parents[1] / "data" / "busca-evening.json").read_text())
PLAYERS = EVENING["players"]
TIE_BREAKS = ("table_wins", "clean_hands", "card_points")


def buscas(points):
    """One hand (Accademia Italiana Gioco Carte, Regolamento Busca)."""
    if 0 in points:
        return [points.count(0) if own == 0 else 0 for own in points]
    top, sharing = max(points), points.count(max(points))
    if sharing == 4:
        return [1, 1, 1, 1]
    each = (1 if top <= 18 else 2 if top <= 22 else top - 20) * sharing
    return [each if own == top else 0 for own in points]


def evening():
    tables = []
    for drawn in EVENING["rounds"]:
        for played in drawn["tables"]:
            hands = [(buscas(points), points) for points in played["hands"]]
            totals = [sum(side) for side in zip(*(scores for scores, _ in hands), strict=True)]
            sides = [1 + PLAYERS.index(name) for name in played["seats"]]
            found = table(drawn["round"], sides, totals, hands=hands, low=True)
            tables.append(found)
    return tournament(entrants(32), *tables)


def on_paper(through, *, by_places=False):
    """(place, name, score, tables won, clean hands, card points), all added up, best first."""
    sums = defaultdict(lambda: [Fraction(0)] * 4)
    for drawn in EVENING["rounds"][:through]:
        for played in drawn["tables"]:
            hands = played["hands"]
            totals = [sum(buscas(points)[side] for points in hands) for side in range(4)]
            places = places_of(totals, low=True)
            for side, name in enumerate(played["seats"]):
                shared = [4 - p for p in range(4)][places[side] - 1 :][: places.count(places[side])]
                worth = Fraction(sum(shared), len(shared)) if by_places else Fraction(totals[side])
                won = Fraction(1, places.count(1)) if places[side] == 1 else Fraction(0)
                clean = Fraction(sum(buscas(points)[side] == 0 for points in hands))
                points = Fraction(sum(points[side] for points in hands))
                added = (worth, won, clean, points)
                sums[name] = [a + b for a, b in zip(sums[name], added, strict=True)]

    def merit(name):
        worth, won, clean, points = sums[name]
        return (-worth if by_places else worth, -won, -clean, points)

    listed = sorted(PLAYERS, key=lambda name: (merit(name), PLAYERS.index(name)))
    merits = [merit(name) for name in listed]
    return [(1 + merits.index(merit(name)), name, *sums[name]) for name in listed]


@pytest.mark.parametrize("through", [1, 2, 3, 4])
@pytest.mark.parametrize("by_places", [False, True])
def test_every_row_is_as_on_paper(through, by_places):
    scoring = Scoring(method="places", low_wins=True) if by_places else BUSCA
    found = standing(evening(), scoring, TIE_BREAKS, after_round=through)
    assert [
        (row.place, PLAYERS[row.entry - 1], row.score, *(row.tie_breaks[code] * through for code in TIE_BREAKS))
        for row in found.rows
    ] == on_paper(through, by_places=by_places)
    assert {row.hands for row in found.rows} == {8 * through}


def test_the_evening_ends_with_this_standing():
    rows = standing(evening(), BUSCA, TIE_BREAKS, after_round=4).rows
    assert [(row.place, PLAYERS[row.entry - 1], decimal(row.score), row.moved) for row in rows[:6]] == [
        (1, "Anna Rizzo", "5", 0),
        (2, "Alba Costa", "10", 4),
        (3, "Sara Neri", "10", 2),
        (4, "Emma Longo", "10", -2),
        (5, "Teresa Testa", "11", -2),
        (6, "Anna Ferrara", "12", 2),
    ]
