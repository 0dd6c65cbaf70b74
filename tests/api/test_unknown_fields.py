"""Requests have no other fields than the description gives them, and are refused with the place of each other one."""

import pytest

from tests.halls import a_round, a_tournament
from tests.season_evenings import DECLARATION, a_season, an_evening
from tournaments.api.views.documentation import describe

from .caller import codes, faults

pytestmark = pytest.mark.django_db
TABLE = {"seats": ["Anna", "Berto", "Carla", "Dino"], "total": [3, 0, 4, 1], "more": 1}
PAPER = {"ruleset": "busca-accademia", "players": TABLE["seats"], "table": {"hands": 8}}
LINES = [{"points": 10}] * 4
REQUESTS = [
    ("POST", "games/brisca/count/", {"more": 1, "piles": [{"more": 1}]}, ["/more", "/piles/0/more"]),
    ("POST", "games/buddha/score/", {"more": 1, "lines": []}, ["/more"]),
    ("POST", "games/buddha/score/", {"hands": [{"lines": [], "more": 1}]}, ["/hands/0/more"]),
    ("POST", "tournaments/", {"more": 1}, ["/more"]),
    ("PUT", "tournaments/altra/teams/", {"more": 1}, ["/more"]),
    ("PUT", "tournaments/altra/stage/", {"more": 1}, ["/more"]),
    ("POST", "tournaments/altra/groups/", {"more": 1}, ["/more"]),
    ("PUT", "tournaments/serata/rounds/1/tables/1/hands/1/", {"lines": LINES, "more": 1}, ["/more"]),
    (
        "PUT",
        "tournaments/serata/rounds/1/results/",
        {"tables": [{"table": 1, "hands": [{"lines": LINES, "more": 1}]}]},
        ["/tables/0/hands/0/more"],
    ),
    ("POST", "clubs/circolo-del-re/seasons/", {"name": "2027", "declaration": DECLARATION, "more": 1}, ["/more"]),
    ("PATCH", "seasons/stagione/", {"more": 1}, ["/more"]),
    ("POST", "seasons/stagione/evenings/", {"tournament": "altra", "more": 1}, ["/more"]),
    ("PATCH", "seasons/stagione/evenings/played/", {"more": 1}, ["/more"]),
    ("PUT", "seasons/stagione/champion/", {"by": "standing", "more": 1}, ["/more"]),
    (
        "POST",
        "clubs/circolo-del-re/imports/",
        {**PAPER, "rounds": [{"tables": [TABLE], "more": 1}]},
        ["/rounds/0/more", "/rounds/0/tables/0/more"],
    ),
]


@pytest.fixture
def world(club, tournament):
    """A round in play, a tournament that is not drawn, and a season with an evening."""
    a_round(tournament)
    a_tournament(club, name="Altra")
    a_season(club, an_evening(club, name="Played"))


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(("method", "path", "body", "places"), REQUESTS)
def test_an_unknown_field_is_refused_at_its_place(director, method, path, body, places):
    answer = director(method, path, body)
    assert "unknown_field" in codes(answer, 422)
    assert [place for place, code in faults(answer) if code == "unknown_field"] == places


def test_what_is_described_as_closed_is_what_only_requests_have():
    schemas = describe("en")["components"]["schemas"]
    sent = ("NewTournament", "ScoreRequest", "PileOfCards", "PaperTable", "TallyDocument", "SeasonEveningChanges")
    assert {schemas[name]["additionalProperties"] for name in sent} == {False}
    others = ("Tournament", "Team", "PrizesBody", "PaperEvening", "NewClubGame", "ClubGameChanges", "TournamentChanges")
    assert {schemas[name].get("additionalProperties") for name in others} == {None}
