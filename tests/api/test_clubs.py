"""clubs/: founding, looking, changing."""

import pytest

from tests.halls import a_user
from tournaments.models import Club

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db


def test_the_host_founds_a_club_and_owns_it(host):
    answer = host.post("clubs/", {"name": "  Circolo   Nuovo "})
    assert (answer.status_code, answer["Location"]) == (201, "/api/v1/clubs/circolo-nuovo/")
    assert answer.json() == {
        "slug": "circolo-nuovo",
        "name": "Circolo Nuovo",
        "city": "",
        "time_zone": "Europe/Rome",
        "by_family_name": False,
        "paper_size": "a4",
        "language": "it",
    }
    roles = Club.objects.get().memberships.values_list("user__username", "role")
    assert list(roles) == [("host", "owner")]


def test_an_owner_founds_another_one(owner):
    assert owner.post("clubs/", {"name": "Due", "slug": "due", "city": "Bari"}).status_code == 201


def test_nobody_else_founds_one(anybody, director, scorer, stranger):
    body = {"name": "Mio"}
    assert codes(anybody.post("clubs/", body), 401) == ["not_authenticated"]
    for caller in (director, scorer, stranger, Caller(a_user("anna"))):
        assert codes(caller.post("clubs/", body), 403) == ["forbidden"]
    assert Club.objects.filter(name="Mio").count() == 0


def test_an_address_that_is_a_page_is_no_clubs(host):
    assert faults(host.post("clubs/", {"name": "A", "slug": "new"})) == [("/slug", "taken")]
    assert host.post("clubs/", {"name": "New"}).json()["slug"] == "new-2"


def test_every_fault_of_a_new_club_at_once(host):
    body = {
        "name": 7,
        "slug": "à la carte",
        "city": "x" * 101,
        "time_zone": ["Europe/Rome"],
        "language": "xx",
        "colour": "red",
    }
    assert faults(host.post("clubs/", body)) == [
        ("/name", "not_a_string"),
        ("/city", "too_long"),
        ("/time_zone", "not_a_string"),
        ("/language", "not_a_choice"),
        ("/slug", "not_a_slug"),
        ("/colour", "unknown_field"),
    ]
    assert faults(host.post("clubs/", {"name": "A", "time_zone": "Mars/Olympus"})) == [("/time_zone", "not_a_choice")]


def test_an_address_is_taken_once(host, club):
    answer = host.post("clubs/", {"name": "Altro", "slug": club.slug})
    assert faults(answer) == [("/slug", "taken")]


def test_everybody_sees_the_clubs_by_name(anybody, club, stranger):
    names = [found["name"] for found in anybody.get("clubs/").json()["results"]]
    assert names == ["Altro Circolo", "Circolo del Re"]
    assert anybody.get(f"clubs/{club.slug}/").json()["name"] == "Circolo del Re"
    assert codes(anybody.get("clubs/nowhere/"), 404) == ["not_found"]


def test_owner_changes_the_club(owner, club):
    answer = owner.patch(f"clubs/{club.slug}/", {"city": "Lecce", "language": "en"})
    assert (answer.status_code, answer.json()["city"]) == (200, "Lecce")
    club.refresh_from_db()
    assert (club.name, club.city, club.language) == ("Circolo del Re", "Lecce", "en")


def test_a_change_of_nothing_changes_nothing(owner, club):
    before = Club.objects.values().get(pk=club.pk)
    assert owner.patch(f"clubs/{club.slug}/", {}).status_code == 200
    assert Club.objects.values().get(pk=club.pk) == before


def test_nobody_else_changes_it(anybody, director, scorer, stranger, club):
    address = f"clubs/{club.slug}/"
    assert codes(anybody.patch(address, {"name": "X"}), 401) == ["not_authenticated"]
    for caller in (director, scorer, stranger):
        assert codes(caller.patch(address, {"name": "X"}), 403) == ["forbidden"]


def test_an_address_does_not_change(owner, club):
    answer = owner.patch(f"clubs/{club.slug}/", {"slug": "other", "name": ""})
    assert faults(answer) == [("/name", "missing_field"), ("/slug", "unknown_field")]
