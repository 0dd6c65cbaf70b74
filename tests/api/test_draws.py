"""tournaments/{slug}/draw/: the obstacles of the next draw."""

import pytest

from tests.halls import a_round, a_tournament, play
from tournaments.models import Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db
DRAW = "tournaments/s/draw/"
ROUNDS = "tournaments/s/rounds/"


@pytest.fixture
def open_round(club):
    """A round in play of a tournament drawn by standing, one hand recorded at table 1."""
    round_ = a_round(a_tournament(club, players=9, name="S", pairing="interval", rounds=3))
    play(round_.tables.get(number=1))
    return round_


def test_directors_see_what_stands_in_the_way(director, open_round):
    body = director.get(DRAW).json()
    assert (body["round"], body["players"], body["pairing"], body["proposal"]) == (
        2, 9, "interval", None,
    )  # fmt: skip
    assert [(each["weight"], each["code"], each["pointer"]) for each in body["obstacles"]] == [
        ("asks", "missing_hand", "/rounds/1/tables/1"),
        ("asks", "missing_hand", "/rounds/1/tables/2"),
        ("tells", "sit_outs", ""),
    ]
    assert body["obstacles"][0]["message"] == "Table 1: hand 2 is missing."


def test_suitable_draw_methods_are_described(director, open_round):
    ways = director.get(DRAW).json()["ways"]
    assert [way["pairing"] for way in ways] == [
        "swiss", "schedule", "random", "interval", "danish", "danish-modified", "knock-out", "scripted",
    ]  # fmt: skip
    assert ways[-1]["says"] == "You decide who sits where."


@pytest.mark.slow
def test_a_director_goes_on_over_it_and_says_so(director, open_round):
    assert faults(director.post(ROUNDS, {"seed": 3}), 409) == [
        ("/rounds/1/tables/1", "missing_hand"),
        ("/rounds/1/tables/2", "missing_hand"),
    ]
    assert director.post(ROUNDS, {"seed": 3, "anyway": True}).status_code == 201
    last = director.get("tournaments/s/ledger/?after=4").json()["results"][-1]
    assert last["facts"]["gone_on_over"] == [
        ["missing_hand", "rounds", 1, "tables", 1],
        ["missing_hand", "rounds", 1, "tables", 2],
    ]


@pytest.mark.slow
def test_the_way_is_changed_with_the_draw(director, open_round):
    drawn = director.post(ROUNDS, {"pairing": "random"})
    assert (drawn.status_code, drawn.json()["method"]) == (201, "random")
    assert director.get("tournaments/s/").json()["pairing"] == "random"


def test_ways_that_do_not_fit(director, open_round):
    assert faults(director.post(ROUNDS, {"pairing": "mitchell"})) == [("/pairing", "wrong_way")]
    assert faults(director.post(ROUNDS, {"pairing": "x", "anyway": 1})) == [
        ("/pairing", "not_a_choice"),
        ("/anyway", "not_a_boolean"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("address", "queries"), [("draw/", 14), ("rounds/", 6), ("rounds/1/", 6)])
def test_next_draw_costs_the_same_queries_in_a_large_hall(director, club, counted_queries, address, queries):
    counts = []
    for players in (8, 64):
        name = f"h{players}"
        a_round(a_tournament(club, players=players, name=name, pairing="interval"))
        with counted_queries() as asked:
            director.get(f"tournaments/{name}/{address}")
        counts.append(len(asked))
    assert counts == [queries, queries]


def test_only_directors_look(anybody, scorer, stranger, open_round):
    assert codes(anybody.get(DRAW), 401) == ["not_authenticated"]
    assert codes(scorer.get(DRAW), 403) == ["forbidden"]
    assert codes(stranger.get(DRAW), 403) == ["forbidden"]
    Tournament.objects.update(visibility="private")
    assert codes(stranger.get(DRAW), 404) == ["not_found"]
