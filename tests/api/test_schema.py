"""The description of the API is true."""

import pytest
from drf_spectacular.validation import validate_schema

from tests.halls import director_of
from tests.processes import manage
from tests.season_evenings import DECLARATION
from tournaments.actions.seasons.seasons import create_season
from tournaments.api.openapi.components import nodes
from tournaments.api.openapi.facts import facts
from tournaments.api.queries import known_parameters
from tournaments.api.urls import version_1

from .caller import PROBLEM

pytestmark = pytest.mark.django_db


@pytest.fixture
def schema(anybody):
    """The OpenAPI document."""
    return anybody.get("schema/").json()


def operations(schema):
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def test_schema_is_valid_openapi(schema):
    validate_schema(schema)
    assert schema["openapi"] == "3.1.0"


def test_schema_has_every_address_and_method(schema):
    described = {path for path, _methods in schema["paths"].items()}
    undescribed = {"index", "schema"}
    assert len(described) == len([a for a in version_1 if a.name not in undescribed])
    for address in version_1:
        methods = address.callback.actions.keys() - {"head"}
        found = [m for p, m in schema["paths"].items() if _matches(address, p)]
        assert address.name in undescribed or set(found[0]) == methods, address.name


def test_only_described_query_parameters_are_known(schema):
    for address in version_1:
        found = [methods for path, methods in schema["paths"].items() if _matches(address, path)]
        for method, operation in found[0].items() if found else ():
            view = address.callback.cls(**address.callback.initkwargs, request=None, kwargs={})
            view.action = address.callback.actions[method]
            described = {one["name"] for one in operation.get("parameters", []) if one["in"] == "query"}
            assert known_parameters(method.upper(), view).keys() == described | {"format"}, (method, address.name)


def _matches(address, path):
    shape = str(address.pattern)
    for converter in ("slug", "tournament", "number", "id", "seat"):
        shape = shape.replace(f"<{converter}:", "{")
    shape = shape.replace(">", "}").replace("{pk}", "{id}")
    return path in (f"/api/v1/{shape}", f"/api/v1/{shape}".replace("{id}", "{pk}"))


def test_every_operation_says_what_it_does_and_how_it_refuses(schema):
    chapters = {tag["name"] for tag in schema["tags"]}
    names = [operation["operationId"] for _name, operation in operations(schema)]
    assert len(set(names)) == len(names)
    for name, operation in operations(schema):
        assert operation["description"], name
        assert operation["x-stability"] in {"stable", "evolving"}
        assert set(operation["tags"]) <= chapters, name
        refusals = [status for status in operation["responses"] if status >= "400"]
        assert {"400", "429"} <= set(refusals), name
        for status in refusals:
            ref = operation["responses"][status]["$ref"].rpartition("/")[2]
            assert PROBLEM in schema["components"]["responses"][ref]["content"]


def test_everything_is_described_and_has_a_name(schema):
    schemas = schema["components"]["schemas"]
    undescribed = {
        f"{name}.{field}"
        for name, one in schemas.items()
        for node in nodes(one)
        if isinstance(node.get("properties"), dict)
        for field, property_ in node["properties"].items()
        if not property_.get("description")
    }
    unnamed = {name for name, one in schemas.items() for node in nodes(one) if node is not one and "enum" in node}
    of_operations = {
        (name, where)
        for name, operation in operations(schema)
        for where, thing in (
            ("summary", operation["summary"]),
            *((one["name"], one.get("description")) for one in operation.get("parameters", [])),
            *((status, one.get("description", "$ref" in one)) for status, one in operation["responses"].items()),
        )
        if not thing
    }
    assert (undescribed, unnamed, of_operations) == (set(), set(), set())
    assert not any("nullable" in node for node in nodes(schema))
    assert [name for name in schemas if name.endswith(("Shape", "Wanted", "List")) and name != "EntryList"] == []


def test_facts_of_the_document_are_of_something_in_it(schema):
    """A description of a property that was renamed is found, so that it can go on with it."""
    schemas, names = schema["components"]["schemas"], facts("names")
    stale = {
        f"{name}.{field}"
        for name, fields in facts("properties").items()
        for field in fields
        if name != "any" and field not in schemas.get(name, {}).get("properties", {})
    }
    ids = {operation["operationId"] for _name, operation in operations(schema)}
    assert (stale, set(names["operations"].values()) - ids) == (set(), set())
    assert set(names["schemas"].values()) | set(names["enums"].values()) <= schemas.keys()


def test_creating_operations_take_an_idempotency_key(schema):
    takes = {
        name
        for name, operation in operations(schema)
        for parameter in operation.get("parameters", [])
        if parameter["name"] == "Idempotency-Key"
    }
    creates = {
        name for name, operation in operations(schema) if name.startswith("POST") and "201" in operation["responses"]
    }
    at_table = "/api/v1/tournaments/{slug}/rounds/{number}/tables/{table}/"
    assert takes == creates - {"POST /api/v1/table-sessions/"} | {
        "PUT /api/v1/tournaments/{slug}/rounds/{number}/results/",
        f"PUT {at_table}hands/{{hand}}/",
        f"PUT {at_table}total/",
        f"PUT {at_table}hands/{{hand}}/announcement/",
        f"POST {at_table}hands/{{hand}}/confirmations/",
        f"POST {at_table}confirmations/",
        "POST /api/v1/tournaments/{slug}/clock/more/",
        "POST /api/v1/tournaments/{slug}/entries/{id}/substitute/",
    }


def test_schema_is_offered_as_yaml_and_with_an_etag(anybody):
    for media_type in ("application/yaml", "application/vnd.oai.openapi"):
        yaml = anybody.get("schema/", headers={"Accept": media_type})
        assert yaml["Content-Type"].startswith(media_type)
        assert yaml.content.startswith(b"openapi: 3.1.0")
    etag = anybody.get("schema/")["ETag"]
    assert anybody.get("schema/", headers={"If-None-Match": etag}).status_code == 304


class TestThePage:
    def test_it_loads_nothing_from_elsewhere_and_holds_nothing_inline(self, client):
        page = client.get("/api/docs/")
        text = page.content.decode()
        assert page.status_code == 200
        assert "//" not in text.replace("<!doctype", "")
        assert "<style" not in text
        assert text.count("<script") == text.count("<script src=")
        assert "script-src 'self'" in page["Content-Security-Policy"]

    @pytest.mark.slow
    @pytest.mark.browser
    def test_a_browser_shows_it_and_complains_of_nothing(self, served, browser):
        from selenium.webdriver.support.ui import WebDriverWait

        browser.set_window_size(1200, 900)
        browser.get(f"{served.address}/api/docs/")
        WebDriverWait(browser, 30).until(lambda b: b.find_elements("css selector", ".opblock-tag-section"))
        shown = browser.find_element("tag name", "main").text
        assert "standings" in shown
        assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_schema_marks_operations_that_need_no_authentication(schema, anybody, round_):
    """The tournament is public; addresses that this small one lacks give 404."""
    season = {"name": "Serata", "declaration": DECLARATION}  # at the slug of the tournament
    create_season(round_.tournament.club, season, by=director_of(round_.tournament))
    places = {"slug": "serata", "club": "circolo-del-re", "ruleset": "busca-accademia"}
    places |= {"number": 1, "hand": 1, "id": 1, "name": "conflict", "game": "x", "tournament": "x", "year": 2026}
    for path, methods in schema["paths"].items():
        if "get" not in methods:
            continue
        table = "x" if "vp-tables" in path else 1
        address = path.removeprefix("/api/v1/").format(**places, table=table)
        is_open = {} in methods["get"]["security"]
        assert (anybody.get(address).status_code != 401) is is_open, path


def test_every_operation_may_be_busy_and_every_body_too_large(schema):
    for name, operation in operations(schema):
        assert "503" in operation["responses"], name
        takes_a_body = not name.startswith("GET")
        assert ({"408", "413", "415"} <= operation["responses"].keys()) is takes_a_body, name


@pytest.mark.slow
def test_the_first_who_ask_at_once_are_all_answered():
    script = """
from concurrent.futures import ThreadPoolExecutor
from tournaments.api.views.documentation import describe
with ThreadPoolExecutor(5) as threads:
    print({len(described["paths"]) > 50 for described in threads.map(describe, ("en", "it", "es", "pt", "nl"))})
"""
    done = manage("shell", "--no-imports", "-c", script)
    assert (done.returncode, done.stdout) == (0, "{True}\n"), done.stderr
