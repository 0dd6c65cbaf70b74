"""If-Match: no client overwrites a change that it has not read."""

import json

import pytest

from tests.concurrency import at_once
from tests.halls import a_round, a_tournament, director_of, play
from tests.season_evenings import DECLARATION
from tournaments.actions.rounds.clock import start_clock
from tournaments.actions.seasons.seasons import add_evening, create_season
from tournaments.actions.setup.vp_tables import create_vp_table
from tournaments.api.urls import version_1

from .caller import Caller, codes
from .table import addresses

pytestmark = pytest.mark.django_db

CHANGING = {"put", "patch", "delete"}
IN_HALL = {*("club", "player", "lasting-pin", "tournament", "clock", "constraints", "entry", "fees", "round", "table")}
"""What the hall below has; each other resource is guarded by the same code."""
STALE = {"If-Match": '"read-long-ago"'}


def changeable():
    """Return the addresses that can be read and changed, filled in for the hall, with the methods that change them."""
    for address, pattern in zip(addresses(), version_1, strict=True):
        methods = pattern.callback.actions.keys()
        if pattern.name in IN_HALL:
            yield address, sorted(CHANGING & methods)


@pytest.fixture
def hall(tournament):
    a_round(tournament)
    start_clock(tournament.rounds.get(), by=director_of(tournament), minutes=30)
    return tournament


@pytest.mark.parametrize(("address", "methods"), list(changeable()))
def test_an_old_tag_changes_nothing(host, hall, address, methods):
    read = host.get(address)
    for method in methods:
        refused = host(method.upper(), address, {}, headers=STALE)
        assert codes(refused, 412) == ["changed_meanwhile"]
        assert (refused.json()["current"], refused.json()["current_etag"]) == (read.json(), read["ETag"])
    assert host.get(address).content == read.content


def test_the_tag_that_was_read_changes_it_once(director, hall):
    address = f"tournaments/{hall.slug}/entries/{hall.entries.first().pk}/"
    read = director.get(address, headers={"Accept-Encoding": "gzip"})
    changed = director.patch(address, {"checked_in": True}, headers={"If-Match": read["ETag"]})
    assert (changed.status_code, changed.json()["checked_in"]) == (200, True)
    assert codes(director.patch(address, {"seed": 3}, headers={"If-Match": read["ETag"]}), 412) == ["changed_meanwhile"]
    both = {"If-Match": f'"other", {changed["ETag"]}'}
    assert director.patch(address, {"seed": 3}, headers=both).json()["seed"] == 3
    assert director.patch(address, {"seed": 4}, headers={"If-Match": "*"}).json()["seed"] == 4


CHANGES = {
    "club": {"city": "Asti"},
    "player": {"shown_as": "initials"},
    "tournament": {"rounds": 5},
    "entry": {"seed": 3},
    "constraints": {"avoid_same_club": True},
    "fees": {"amount": "5"},
    "round": {"closes_at": "2099-01-01T00:00:00+01:00"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_the_tag_of_a_change_is_that_of_what_is_read_then(host, hall, name):
    season = create_season(hall.club, {"name": "2026", "declaration": DECLARATION}, by=director_of(hall))
    add_evening(season, hall, {}, by=director_of(hall))
    (address,) = (each for each, pattern in zip(addresses(), version_1, strict=True) if pattern.name == name)
    changed = host.patch(address, CHANGES[name])
    assert (changed.status_code, changed["ETag"]) == (200, host.get(address)["ETag"])
    assert host.patch(address, CHANGES[name], headers={"If-Match": changed["ETag"]}).status_code == 200


def test_what_is_refused_for_another_reason_is_stored_no_more(director, hall):
    address = f"tournaments/{hall.slug}/entries/{hall.entries.first().pk}/"
    tag = {"If-Match": director.get(address)["ETag"]}
    assert director.patch(address, {"checked_in": True, "seed": 0}, headers=tag).status_code == 422
    assert director.get(address)["ETag"] == tag["If-Match"]
    assert director.delete(address, headers=tag).status_code == 409


def test_who_may_not_change_it_learns_nothing(anybody, scorer, hall):
    address = f"clubs/{hall.club.slug}/"
    assert anybody.patch(address, {"city": "Asti"}, headers=STALE).status_code == 401
    assert scorer.patch(address, {"city": "Asti"}, headers=STALE).status_code == 403


@pytest.mark.postgres
def test_of_two_directors_one_is_told(postgres):
    hall = a_tournament()
    callers = [Caller(hall.club.memberships.get().user) for _ in range(4)]
    address = f"tournaments/{hall.slug}/entries/{hall.entries.first().pk}/"
    tag = {"If-Match": callers[0].get(address)["ETag"]}
    answers = at_once([lambda n=n, c=c: c.patch(address, {"seed": n + 1}, headers=tag) for n, c in enumerate(callers)])
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]
    assert [a.json()["seed"] for a in answers if a.status_code == 200] == [hall.entries.first().seed]


@pytest.mark.postgres
def test_hands_that_come_meanwhile_do_not_refuse_it(postgres):
    hall = a_tournament(players=16)
    tables = list(a_round(hall).tables.all())
    caller = Caller(hall.club.memberships.get().user)
    address = f"tournaments/{hall.slug}/entries/{hall.entries.first().pk}/"
    tag = {"If-Match": caller.get(address)["ETag"]}
    plays = [lambda table=table: play(table) for table in tables]
    answer, *_hands = at_once([lambda: caller.patch(address, {"seed": 9}, headers=tag), *plays])
    assert (answer.status_code, answer.json()["seed"]) == (200, 9)


def whole_documents(hall, director):
    """Addresses at which a request replaces a list or document, with the method, a first value and two others."""
    ids = list(hall.entries.order_by("number").values_list("pk", flat=True))
    here, limits = f"tournaments/{hall.slug}/", [*range(0, 1000, 100)]
    table = create_vp_table(hall.club, name="Casa", limits=limits)
    season = create_season(hall.club, {"name": "2026", "declaration": DECLARATION}, by=director_of(hall))
    a_tournament(hall.club, 0, name="Finale")
    stages = [{"sources": [hall.slug], "last": last} for last in (4, 5, 6)]
    yield "PATCH", here + "constraints/", *({"apart": [ids[n : n + 2]]} for n in (0, 2, 4))
    yield "PATCH", here + "constraints/", *({"fixed": [{"entry": ids[n], "table": 1}]} for n in (0, 2, 4))
    yield "PUT", here + "prizes/", *({"place": [prize]} for prize in ("Ham", "Wine", "Book"))
    yield "PUT", here + "teams/", *({"teams": [{"name": "Reds", "entries": ids[:n]}]} for n in (1, 2, 3))
    yield "PUT", "tournaments/finale/stage/", *stages
    declarations = [{"declaration": {**DECLARATION, "minimum": minimum}} for minimum in (1, 2)]
    yield "PATCH", f"seasons/{season.slug}/", {"name": "Year"}, *declarations
    yield (
        "PATCH",
        f"clubs/{hall.club.slug}/vp-tables/{table.slug}/",
        *({"limits": [*limits[:9], n]} for n in (900, 950, 960)),
    )


def test_the_same_document_without_its_defaults_replaces_nothing(director, hall):
    """A client that got no response may send its request again."""
    a_tournament(hall.club, 0, name="Finale")
    ids = [entry.pk for entry in hall.entries.order_by("number")]
    teams = {"teams": [{"name": "Reds", "entries": ids[:2]}, {"name": "Blues", "entries": ids[2:4]}]}
    for address, body in (
        ("tournaments/serata/teams/", teams),
        ("tournaments/serata/prizes/", {"place": ["Ham"]}),
        ("tournaments/finale/stage/", {"sources": ["serata"], "last": 4}),
    ):
        statuses = [director.put(address, body).status_code for _time in range(2)]
        assert statuses == [200, 200], address


@pytest.mark.slow
def test_a_whole_document_is_replaced_only_by_name(director, hall):
    for method, address, first, second, third in whole_documents(hall, director):
        assert director(method, address, first).status_code == 200, address
        read = director.get(address)
        for body in [second, {**second, "replaces": None}] if method == "PATCH" else [second]:
            refused = director(method, address, body)
            assert codes(refused, 428) == ["condition_needed"], address
        for wrong in (5, None, True, "declaration", [*second]):
            status = 422 if method == "PATCH" else 428
            assert director(method, address, raw=json.dumps(wrong)).status_code == status, (address, wrong)
        assert (refused.json()["current"], refused.json()["current_etag"]) == (read.json(), read["ETag"])
        assert director.get(address).content == read.content
        assert director(method, address, second, headers={"If-Match": read["ETag"]}).status_code == 200
        assert codes(director(method, address, third, headers={"If-Match": read["ETag"]}), 412) == ["changed_meanwhile"]


def test_a_condition_that_cannot_be_compared_is_refused(director, hall):
    """The client would only believe that its change was safe: there is no GET, or the request creates something."""
    a_round(hall, publish=False)
    fee, publish = f"tournaments/serata/fees/{hall.entries.first().pk}/", "tournaments/serata/rounds/1/publish/"
    for method, address in (("PATCH", fee), ("POST", publish), ("POST", "tournaments/serata/entries/")):
        assert codes(director(method, address, {}, headers=STALE), 412) == ["not_conditional"], address
    for method, address in (("PATCH", fee), ("POST", publish)):
        assert director(method, address, {}, headers={"If-Match": "*"}).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["*", STALE["If-Match"]])
def test_a_condition_where_nothing_is_stored_is_refused_as_such(director, hall, tag):
    a_tournament(hall.club, 0, name="Finale")
    for address, body in (
        ("tournaments/finale/stage/", {"sources": [hall.slug], "last": 4}),
        (f"clubs/{hall.club.slug}/ratings/{hall.ruleset}/", {}),
    ):
        refused = director.put(address, body, headers={"If-Match": tag})
        assert codes(refused, 412) == ["nothing_stored"]
        assert refused.json()["current"] is None
        assert director.delete(address, headers={"If-Match": tag}).status_code == 404
        assert director.put(address, body).status_code == 200
        assert director.put(address, body, headers={"If-Match": "*"}).status_code == 200
    missing = director.put("tournaments/none/stage/", {}, headers={"If-Match": tag})
    assert codes(missing, 404) == ["not_found"]
