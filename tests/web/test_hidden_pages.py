"""What is private, shown by link alone, or still a draft, and who finds it."""

import pytest
from django.urls import reverse

from tests.halls import a_tournament
from tests.web.doors import ACT, CLUBS, PARTS, READ, WHO, address

pytestmark = pytest.mark.django_db


class TestPrivate:
    """A private tournament is not there for anybody but the club's own people."""

    @pytest.fixture
    def hidden(self, addresses, club):
        club.tournaments.update(visibility="private")
        return addresses

    @pytest.mark.parametrize("name", [n for n in READ if "slug" in PARTS[n] and n not in CLUBS])
    def test_reading(self, name, hidden, people):
        found = {
            who
            for who, client in people.items()
            if client.get(address(name, hidden)).status_code != 404
        }
        assert found == {"scorer", "director", "owner", "host"} - (
            {"scorer"} if name == "draft" else set()
        )

    @pytest.mark.parametrize("name", [n for n in ACT if "slug" in PARTS[n] and n not in CLUBS])
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
    page = anybody.get(reverse("tournament", args=[tournament.slug]))
    assert b'name="robots" content="noindex"' in page.content
    assert b"Serata" not in anybody.get("/").content


def test_a_draft_shows_on_no_public_page(addresses, people, club):
    tournament = club.tournaments.get()
    for where in ("tournament", "players"):
        page = people["anybody"].get(reverse(where, args=[tournament.slug])).content.decode()
        assert "rounds/2/" not in page
    for tail in ("", "tables/1/", "draft/", "tables/1/hands/1/"):
        assert (
            people["scorer"].get(f"/tournaments/{tournament.slug}/rounds/2/{tail}").status_code
            == 404
        )
