"""The API for pages of other sites: reads for every site, writes for the sites of the installation."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
OWN, OTHER = "https://federation.example", "https://elsewhere.example"
ENTRIES = "/api/v1/tournaments/serata/entries/"


@pytest.fixture(autouse=True)
def _one_site_may_write(settings):
    settings.API_ORIGINS = [OWN]


def preflight(origin, method, address=ENTRIES):
    headers = {"Origin": origin, "Access-Control-Request-Method": method}
    answer = Client().options(address, headers=headers)
    assert (answer.status_code, answer.content) == (204, b"")
    named = ("Origin", "Methods", "Headers", "Credentials")
    return [answer.get(f"Access-Control-Allow-{name}") for name in named]


def test_every_site_reads_what_is_public(tournament):
    for origin in (OWN, OTHER, "null"):
        answer = Client().get(ENTRIES, headers={"Origin": origin})
        assert answer.status_code == 200
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert "Origin" not in answer["Vary"]
        assert {"Date", "ETag", "Standings-State"} <= set(answer["Access-Control-Expose-Headers"].split(", "))
    unchanged = Client().get(ENTRIES, headers={"If-None-Match": answer["ETag"]})
    assert (unchanged.status_code, unchanged["Access-Control-Allow-Origin"]) == (304, "*")


def test_refusals_can_be_read_too(tournament):
    assert Client().get("/api/v1/nothing/")["Access-Control-Allow-Origin"] == "*"
    large = Client().post(ENTRIES, b" " * (1 << 20) + b"1", content_type="application/json", headers={"Origin": OWN})
    assert (large.status_code, large["Access-Control-Allow-Origin"]) == (413, OWN)


def test_only_a_named_site_writes(director, tournament):
    named = director.post("tournaments/serata/entries/", {"name": "Anna"}, headers={"Origin": OWN})
    assert (named.status_code, named["Access-Control-Allow-Origin"]) == (201, OWN)
    other = director.post("tournaments/serata/entries/", {"name": "Berto"}, headers={"Origin": OTHER})
    assert "Access-Control-Allow-Origin" not in other
    assert "Origin" in other["Vary"]


def test_a_browser_is_told_beforehand():
    allowed = preflight(OWN, "PUT")
    assert allowed[:2] == [OWN, "GET, HEAD, POST, PUT, PATCH, DELETE"]
    assert {"Authorization", "Idempotency-Key", "If-Match"} <= set(allowed[2].split(", "))
    for method in ("GET", "PUT"):
        read = "Accept, Accept-Language, If-None-Match, Last-Event-ID, Prefer"
        assert preflight(OTHER, method) == ["*", "GET, HEAD", read, None]


def test_pages_are_not_shared(client):
    assert "Access-Control-Allow-Origin" not in client.get("/", headers={"Origin": OWN})
