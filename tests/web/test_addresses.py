"""Roles: every address of the site, opened by every kind of user."""

import pytest

from tests.halls import a_club, a_member, a_user
from tests.web.addresses import ACT, BY_CARD, BY_CARD_ACT, READ, WHO
from tests.web.conftest import an_evening, client_of, people_in, sessions_of
from tests.web.filled_addresses import address
from tournaments.models import Club, CodeTries
from tournaments.web.public_urls import public_pages
from tournaments.web.urls import urlpatterns

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def addresses(module_db):
    return an_evening(a_club("Circolo del Re", a_user("olga")))


@pytest.fixture
def club(addresses, db):
    return Club.objects.get(slug="circolo-del-re")


@pytest.fixture(scope="module")
def sessions(addresses):
    return sessions_of(Club.objects.get(slug="circolo-del-re"))


@pytest.fixture
def people(sessions, db):
    return people_in(sessions)


def test_every_address_of_the_site_is_tried_here():
    tried = READ.keys() | ACT.keys() | BY_CARD.keys() | BY_CARD_ACT.keys()
    assert {pattern.name for pattern in urlpatterns} == tried


@pytest.mark.parametrize("name", READ)
def test_reading(name, people, addresses):
    answers = {who: client.get(address(name, addresses)).status_code for who, client in people.items()}
    assert answers == dict(zip(WHO, READ[name], strict=True))


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("name", ACT)
def test_acting(name, who, people, addresses):
    answer = people[who].post(address(name, addresses))
    assert answer.status_code == ACT[name][WHO.index(who)]


@pytest.mark.parametrize("name", [*BY_CARD, *BY_CARD_ACT])
def test_at_the_table_nobody_is_anybody_without_a_card(name, people, addresses):
    where, is_read = address(name, addresses), name in BY_CARD
    answers = set()
    for person in people.values():
        CodeTries.objects.all().delete()  # or the sixth at one address has to wait
        answers.add((person.get if is_read else person.post)(where).status_code)
    assert answers == {(BY_CARD | BY_CARD_ACT)[name]}


@pytest.mark.parametrize("name", ACT)
def test_nothing_is_done_by_following_a_link(name, people, addresses):
    assert people["host"].get(address(name, addresses)).status_code == 405


def test_a_director_of_another_club_is_a_stranger_here(people, addresses):
    elsewhere = a_club("Amici delle Carte", a_user("ada"))
    other = client_of(a_member(elsewhere, "dino", "director"))
    assert other.get(address("desk", addresses)).status_code == 403
    assert other.get(address("draft", addresses)).status_code == 404


def test_numbers_past_all_bounds_lead_nowhere(anybody, addresses, club):
    slug = club.tournaments.get().slug
    huge = 10**30
    for where in (
        f"/players/{huge}/",
        f"/tournaments/{slug}/rounds/{huge}/",
        f"/tournaments/{slug}/rounds/1/tables/{huge}/",
        f"/tournaments/{slug}/players/{huge}/",
        f"/tournaments/{slug}/standings/{huge}/",
    ):
        assert anybody.get(where).status_code == 404


def test_numbers_longer_than_python_reads_lead_nowhere(people, addresses, club):
    slug, huge = club.tournaments.get().slug, "9" * 4400
    for where in (f"/tournaments/{slug}/fees/{huge}/paid/", f"/tournaments/{slug}/registration/{huge}/remove/"):
        assert people["director"].post(where).status_code == 404


def test_nothing_is_kept_but_what_is_shown_to_nobody_in_particular(people, addresses):
    public = {pattern.name for pattern in public_pages}
    for name in READ.keys() | BY_CARD.keys():
        for who in ("anybody", "owner"):
            answer = people[who].get(address(name, addresses))
            names = set(answer.get("Cache-Control", "").replace(" ", "").split(","))
            may_be_kept = who == "anybody" and name in public
            assert (names == {"no-cache"}) is may_be_kept, (name, who)
            assert may_be_kept or names >= {"private", "no-store"}, (name, who)
