"""Clients written for a version of the API work with later ones: docs/api.md, "Versions"."""

from copy import deepcopy
from datetime import date, timedelta

import pytest

from tests.halls import a_round
from tournaments.api.deprecations import deprecations
from tournaments.api.openapi.components import nodes
from tournaments.api.openapi.facts import facts
from tournaments.api.views.documentation import describe

from .promises import DOCUMENT, as_lines, broken, promises, read, references

STANDINGS = "/api/v1/tournaments/{slug}/standings/"


@pytest.fixture(scope="module")
def document():
    return describe("en")


def test_the_api_keeps_its_recorded_promises(document):
    """If this fails, deprecate first; docs/api.md explains when a promise may end, and how to renew the record."""
    assert broken(read(), promises(document), date.today()) == set()


def test_the_python_client_is_made_of_the_present_document(document):
    """`python -m tests.api.promises` records it anew."""
    assert DOCUMENT.read_text("utf-8") == as_lines(document)


def test_values_of_results_have_types(document):
    """No property of standings, rounds, tables, hands and entries is untyped JSON, so clients know its type."""
    schemas = document["components"]["schemas"]
    parts = [
        [operation.get("requestBody"), operation["responses"]]
        for methods in document["paths"].values()
        for operation in methods.values()
        if {*operation["tags"]} & {"standings", "rounds", "tables", "hands", "entries"}
    ]
    names = references(parts, schemas)
    assert {"Standings", "SelectedStandings", "Round", "Hand", "Entry"} <= names
    assert names & {"JsonValue"} == set()
    free = {name for name in names for node in nodes(schemas[name]) if node.get("additionalProperties") is True}
    assert free == set()


def remove_property(document):
    del document["components"]["schemas"]["StandingsRow"]["properties"]["score"]
    return {"StandingsRow: score!", "StandingsRow: score:string"}


def send_it_only_sometimes(document):
    document["components"]["schemas"]["StandingsRow"]["required"].remove("score")
    return {"StandingsRow: score!"}


def change_type(document):
    document["components"]["schemas"]["StandingsRow"]["properties"]["score"] = {"type": "number"}
    return {"StandingsRow: score:string"}


def remove_enum_value(document):
    document["components"]["schemas"]["RoundState"]["enum"].remove("draft")
    return {"RoundState: =draft"}


def demand_more(document):
    document["components"]["schemas"]["NewPlayer"]["required"].append("new")
    return {"NewPlayer: needs:new"}


def remove_parameter(document):
    parameters = document["paths"][STANDINGS]["get"]["parameters"]
    parameters.remove(next(one for one in parameters if one["name"] == "after_round"))
    return {f"GET {STANDINGS}: ?after_round"}


def remove_operation(document):
    del document["paths"]["/api/v1/clubs/{club}/"]["get"]
    return {f"GET /api/v1/clubs/{{club}}/: {word}" for word in ("id:get_club", "?club", "200:Club")}


def only_add(document):
    schemas = document["components"]["schemas"]
    schemas["StandingsRow"]["properties"]["more"] = {"type": "string"}
    schemas["NewPlayer"]["properties"]["more"] = {"type": "string"}
    schemas["RoundState"]["enum"].append("more")
    return set()


@pytest.mark.parametrize(
    "change",
    [
        remove_property,
        send_it_only_sometimes,
        change_type,
        remove_enum_value,
        demand_more,
        remove_parameter,
        remove_operation,
        only_add,
    ],
)
def test_a_promise_is_broken_by_removing_and_demanding_but_not_by_adding(document, change):
    changed = deepcopy(document)
    expected = change(changed)
    assert broken(promises(document), promises(changed), date.today()) == expected


def remove_deprecated(document):
    """Remove deprecated properties, which breaks their promises until the announced day."""
    for name in deprecations():
        schema, _, field = name.partition(".")
        if field:
            properties = document["components"]["schemas"][schema]
            del properties["properties"][field]
            properties["required"] = [each for each in properties.get("required", []) if each != field]
    document["paths"].pop("/api/v1/tournaments/{slug}/rounds/{number}/underneath/")


def test_what_is_deprecated_stays_until_its_day(document):
    changed = deepcopy(document)
    remove_deprecated(changed)
    last = max(about["until"] for about in deprecations().values())
    assert broken(promises(document), promises(changed), last) == set()
    first = min(about["until"] for about in deprecations().values()) - timedelta(days=1)
    lost = broken(promises(document), promises(changed), first)
    assert len({fault.partition(":")[0] for fault in lost}) == len({name.partition(".")[0] for name in deprecations()})


def test_a_day_that_was_promised_does_not_come_nearer(document):
    changed = deepcopy(document)
    changed["components"]["schemas"]["Round"]["properties"]["told"]["x-deprecated-until"] = "2026-12-01"
    until = deprecations()["Round.told"]["until"]
    assert broken(promises(document), promises(changed), date.today()) == {f"Round: ends:told={until}"}


def test_everything_deprecated_keeps_to_the_policy(document):
    marked = [node for node in nodes(document) if node.get("deprecated")]
    assert len(marked) == len(deprecations())
    for node in marked:
        since, until = (date.fromisoformat(node[f"x-deprecated-{name}"]) for name in ("since", "until"))
        assert until - since >= timedelta(days=365)
        assert "Deprecated: use `" in node["description"]


@pytest.mark.django_db
def test_a_deprecated_address_says_so_in_its_headers(director, tournament):
    a_round(tournament)
    answer = director.get("tournaments/serata/rounds/1/underneath/")
    assert answer.status_code == 200
    assert (answer["Deprecation"], answer["Sunset"]) == ("@1795824000", "Sun, 28 Nov 2027 00:00:00 GMT")
    assert answer["Link"] == '</api/guide/#versions>; rel="deprecation"'
    assert answer.content == director.get("tournaments/serata/rounds/1/changed-results/").content


def test_the_changelog_in_the_document_begins_with_its_version(document):
    versions = [tuple(map(int, change["version"].split("."))) for change in facts("changelog")["changes"]]
    assert versions == sorted(versions, reverse=True)
    assert document["info"]["version"] == document["info"]["x-changelog"][0]["version"]
    assert {tag["name"]: tag["x-stability"] for tag in document["tags"]} == {
        name: chapter["stability"] for name, chapter in facts("chapters").items()
    }
