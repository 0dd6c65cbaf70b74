"""Private tournaments, tournaments by link, and drafts: who can open them."""

import re

import pytest
from django.conf import settings
from django.urls import reverse

from tests.halls import a_club, a_round, a_tournament, a_user, director_of
from tests.web.addresses import ACT, READ, WHO
from tests.web.conftest import an_evening, people_in, sessions_of
from tests.web.filled_addresses import CLUBS, PARTS, SEASONS, address
from tournaments.actions.rounds.clock import start_clock
from tournaments.models import Club

pytestmark = pytest.mark.django_db
NOTHING_TO_PRINT = {"print-stages", "print-prizes", "print-teams"}  # it has one stage, no prizes and no teams
OF_TOURNAMENTS = [n for n in READ if "slug" in PARTS[n] and n not in CLUBS | SEASONS | NOTHING_TO_PRINT]


class TestPrivate:
    """A private tournament is not there for anybody but the club's own people."""

    @pytest.fixture(scope="class")
    @classmethod
    def hidden(cls, class_db):
        club = a_club("Circolo del Re", a_user("olga"))
        addresses = an_evening(club)
        club.tournaments.update(visibility="private")
        return addresses

    @pytest.fixture(scope="class")
    @classmethod
    def sessions(cls, hidden):
        return sessions_of(Club.objects.get())

    @pytest.fixture
    def people(self, sessions, db):
        return people_in(sessions)

    @pytest.fixture
    def club(self, hidden, db):
        return Club.objects.get(slug="circolo-del-re")

    @pytest.mark.parametrize("name", OF_TOURNAMENTS)
    def test_reading(self, name, hidden, people):
        found = {who for who, client in people.items() if client.get(address(name, hidden)).status_code != 404}
        kept_from_scorers = {"scorer"} if name in {"draft", "rounds-ahead", "print-ahead"} else set()
        assert found == {"scorer", "director", "owner", "host"} - kept_from_scorers

    @pytest.mark.parametrize("name", [n for n in ACT if "slug" in PARTS[n] and n not in CLUBS | SEASONS])
    def test_acting(self, name, hidden, people):
        for who in ("anybody", "stranger"):
            assert people[who].post(address(name, hidden)).status_code == 404

    def test_nor_does_any_list_name_it(self, hidden, people, club):
        for where in (reverse("home"), reverse("club", args=[club.slug])):
            assert b"Serata" not in people["stranger"].get(where).content
            assert b"Serata" in people["scorer"].get(where).content

    def test_nor_a_player_who_played_nowhere_else(self, hidden, people):
        answers = {who: c.get(address("player", hidden)).status_code for who, c in people.items()}
        assert answers == dict(zip(WHO, (404, 404, 200, 200, 200, 200), strict=True))


def test_what_is_shown_by_link_alone_is_in_no_list_and_in_no_search_engine(club, anybody):
    tournament = a_tournament(club, name="Serata", visibility="link")
    page = anybody.get(reverse("tournament", args=[tournament.address]))
    assert b'name="robots" content="noindex"' in page.content
    assert b"Serata" not in anybody.get("/").content


@pytest.mark.slow
def test_a_link_cannot_be_guessed_from_the_name_and_its_pages_lead_on_by_it(club, anybody, stranger, director):
    round_ = a_round(a_tournament(club, name="Serata", visibility="link"))
    tournament = round_.tournament
    start_clock(round_, by=director_of(tournament), minutes=30)
    for person in (anybody, stranger):
        assert person.get("/tournaments/serata/").status_code == 404
        assert person.get("/tournaments/serata/rounds/1/").status_code == 404
        page = person.get(reverse("tournament", args=[tournament.address]))
        links = set(re.findall(r'"(/(?:api/v1/)?tournaments/[^"#?]+)["#?]', page.content.decode()))
        assert len(links) > 4
        assert {person.get(link).status_code for link in links} == {200}
    response = director.get("/tournaments/serata/")
    assert (response.status_code, response.url) == (302, f"/tournaments/{tournament.address}/")


def test_a_director_hands_the_link_on_and_makes_a_new_one(club, anybody, director):
    a_tournament(club, name="Serata", visibility="link")

    def link():
        return director.get("/tournaments/serata/desk/").context["link"]

    old = link()
    assert old.startswith(f"{settings.TAVOLO_URL}/tournaments/serata~")
    assert anybody.get(old).status_code == 200
    director.post("/tournaments/serata/link/")
    assert [anybody.get(each).status_code for each in (old, link())] == [404, 200]


@pytest.mark.slow
def test_a_draft_shows_on_no_public_page(addresses, people, club):
    tournament = club.tournaments.get()
    for where in ("tournament", "players"):
        page = people["anybody"].get(reverse(where, args=[tournament.slug])).content.decode()
        assert "rounds/2/" not in page
    for tail in ("", "tables/1/", "draft/", "tables/1/hands/1/"):
        assert people["scorer"].get(f"/tournaments/{tournament.slug}/rounds/2/{tail}").status_code == 404
