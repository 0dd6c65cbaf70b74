"""Requests have no other fields than the description gives them, and are refused with the place of each other one."""

import re

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import resolve

from tests.halls import a_club, a_member, a_round, a_tournament, a_user, by
from tests.season_evenings import DECLARATION, a_season, an_evening
from tests.web.conftest import an_evening as an_evening_with_every_row
from tournaments.actions.seasons.consents import ask_club
from tournaments.api.urls import version_1
from tournaments.api.views.documentation import describe

from .caller import Caller, codes, faults
from .promises import references
from .table import TABLE as AT_TABLE
from .test_roles import address_of

pytestmark = pytest.mark.django_db
TABLE = {"seats": ["Anna", "Berto", "Carla", "Dino"], "total": [3, 0, 4, 1], "more": 1}
PAPER = {"ruleset": "busca-accademia", "players": TABLE["seats"], "table": {"hands": 8}}
LINES = [{"points": 10}] * 4
REQUESTS = [
    ("POST", "games/brisca/count/", {"more": 1, "piles": [{"more": 1}]}, ["/more", "/piles/0/more"]),
    ("POST", "games/buddha/score/", {"more": 1, "lines": []}, ["/more"]),
    ("POST", "games/buddha/score/", {"hands": [{"lines": [], "more": 1}]}, ["/hands/0/more"]),
    ("POST", "tournaments/", {"more": 1}, ["/more"]),
    ("POST", "tournaments/", {"ruleset": "busca-accademia", "table": {"more": 1}}, ["/table/more"]),
    ("POST", "clubs/circolo-del-re/games/", {"name": "X", "base": "points", "table": {"more": 1}}, ["/table/more"]),
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
    (
        "PUT",
        "tournaments/totali/rounds/1/results/",
        {"tables": [{"table": 1, "total": {"lines": LINES, "more": 1}}]},
        ["/tables/0/total/more"],
    ),
    (
        "POST",
        "tournaments/serata/what-if/",
        {"tables": [{"table": 1, "hands": [{"lines": LINES, "more": 1}] * 2}]},
        ["/tables/0/hands/0/more"],
    ),
    (
        "POST",
        "tournaments/totali/what-if/",
        {"tables": [{"table": 1, "total": {"lines": LINES, "more": 1}}]},
        ["/tables/0/total/more"],
    ),
    ("PUT", "tournaments/totali/rounds/1/tables/1/total/", {"lines": LINES, "more": 1}, ["/more"]),
    ("POST", "clubs/circolo-del-re/seasons/", {"name": "2027", "declaration": DECLARATION, "more": 1}, ["/more"]),
    ("PATCH", "seasons/stagione/", {"more": 1}, ["/more"]),
    ("POST", "seasons/stagione/evenings/", {"tournament": "altra", "more": 1}, ["/more"]),
    ("PATCH", "seasons/stagione/evenings/played/", {"more": 1}, ["/more"]),
    ("PUT", "seasons/stagione/champion/", {"by": "standing", "more": 1}, ["/more"]),
    ("PATCH", "seasons/coppa/clubs/circolo-del-re/", {"consent": "given", "more": 1}, ["/more"]),
    (
        "POST",
        "clubs/circolo-del-re/imports/",
        {**PAPER, "rounds": [{"tables": [TABLE], "more": 1}]},
        ["/rounds/0/more", "/rounds/0/tables/0/more"],
    ),
    (
        "POST",
        "clubs/circolo-del-re/imports/",
        {
            **PAPER,
            "rounds": [
                {"tables": [{"seats": TABLE["seats"], "hands": [{"lines": LINES, "more": 1}, *[{"lines": LINES}] * 7]}]}
            ],
        },
        ["/rounds/0/tables/0/hands/0/more"],
    ),
    ("POST", "clubs/circolo-del-re/imports/", {**PAPER, "table": {"more": 1}}, ["/table/more"]),
]
OF_PHONES = [
    ("POST", f"{AT_TABLE}confirmations/", {"more": 1, "hands": [{"more": 1}]}, ["/hands/0/more", "/more"]),
    ("POST", f"{AT_TABLE}seats/0/claim/", {"more": 1}, ["/more"]),
    ("PUT", "table-sessions/current/push/", {"more": 1, "keys": {"more": 1}}, ["/keys/more", "/more"]),
]
TRIED = {
    (method, resolve(f"/api/v1/{path}").url_name, place)
    for method, path, _body, places in REQUESTS + OF_PHONES
    for place in places
}
"""What needs more in the body, or another state of the tournament, than in the test of every object."""


@pytest.fixture
def world(club, tournament):
    """A round in play, one kept by totals, a tournament that is not drawn, a season, and a request of another one."""
    a_round(tournament)
    a_round(a_tournament(club, name="Totali", kept="totals", table={"hands": 8}))
    a_tournament(club, name="Altra")
    a_season(club, an_evening(club, name="Played"))
    others = a_user("zita")
    ask_club(a_season(a_club("Ospite", owner=others), name="Coppa"), club, by=by(others))


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(("method", "path", "body", "places"), REQUESTS)
def test_an_unknown_field_is_refused_at_its_place(director, method, path, body, places):
    answer = director(method, path, body)
    assert "unknown_field" in codes(answer, 422)
    assert [place for place, code in faults(answer) if code == "unknown_field"] == places


@pytest.mark.parametrize(("method", "path", "body", "places"), OF_PHONES)
def test_an_unknown_field_from_a_phone_is_refused_at_its_place(phone, method, path, body, places):
    answer = phone(0)(method, path, body)
    assert [place for place, code in faults(answer) if code == "unknown_field"] == places


@pytest.fixture(scope="module")
def document():
    return describe("en")


def test_objects_of_requests_are_described_as_closed_and_those_of_answers_as_open(document):
    schemas = document["components"]["schemas"]
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    sent = references([each.get("requestBody") for each in operations], schemas)
    answered = references([each["responses"] for each in operations], schemas)
    closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    assert {"TeamRequest", "TableEndRequest", "PaperEvening", "TournamentChanges"} <= closed
    assert {name for name in sent if "properties" in schemas[name]} - closed == set()
    assert closed & answered == set()


def within(schema, schemas, place=()):
    """The place of an unknown field in each object of a request."""
    schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if "properties" in schema:
        yield (*place, "more")
    for name, inner in schema.get("properties", {}).items():
        yield from within(inner, schemas, (*place, name))
    for inner in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
        yield from within(inner, schemas, place)
    yield from within(schema["items"], schemas, (*place, 0)) if "items" in schema else ()


def with_field(place):
    """The smallest body with a field at this place."""
    body = 1
    for step in reversed(place):
        body = [body] if step == 0 else {step: body}
    return body


def refused_at(answer):
    """The places of unknown fields."""
    listed = answer.json()["errors"] if answer.status_code >= 400 else []
    return {error["pointer"] for error in listed if error["code"] == "unknown_field"}


@pytest.mark.slow
def test_every_object_of_a_request_refuses_an_unknown_field(document, tournament_of_every_row):
    """The caller is the host, who may do everything except the actions of phones at a table."""
    host, accepted = Caller(a_user("ospite")), set()
    for address in version_1:
        for method in address.callback.actions.keys() & {"post", "put", "patch"}:
            accepted |= set(accepted_by(host, document, method, address, tournament_of_every_row))
    assert accepted - TRIED == set()


@pytest.fixture
def tournament_of_every_row(db):
    club = a_club("Circolo del Re", a_user("olga"))
    a_member(club, "sara", "scorer")
    return an_evening_with_every_row(club)


def accepted_by(host, document, method, address, known):
    """The operation and places of the unknown fields that it does not refuse."""
    path = re.sub(r"<\w+:(\w+)>", r"{\1}", str(address.pattern)).replace("{pk}", "{id}")
    content = document["paths"].get(f"/api/v1/{path}", {}).get(method, {}).get("requestBody", {}).get("content", {})
    where = address_of(address.name, known)
    for place in within(content.get("application/json", {}).get("schema", {}), document["components"]["schemas"]):
        cache.clear()
        with transaction.atomic():
            answer = host(method.upper(), where, with_field(place), headers={"If-Match": "*"})
            transaction.set_rollback(True)
        pointer = "/" + "/".join(map(str, place))
        if pointer not in refused_at(answer):
            yield method.upper(), address.name, pointer
