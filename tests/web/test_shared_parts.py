"""The cached public part of a page for signed-in users who see the same as everybody."""

import re

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions import sweep
from tournaments.actions.standings import standings
from tournaments.http import PART, PART_WANTED
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGE, ROUND, LIVE = "/tournaments/serata/", "/tournaments/serata/rounds/1/", "?part=live"
READY_MADE = b'<section id="live">Ready made</section>'


@fixture_again
def evening(club):
    tournament = a_tournament(club, name="Serata")
    play_out(a_round(tournament), [8, 11, 2, 19])
    sweep.refresh_stale_standings()
    return tournament


@pytest.fixture
def hidden(evening):
    return standings.hide_standings(evening, by=director_of(evening), after_round=0)


def offered(client, path=PAGE, part=READY_MADE, **more):
    return client.get(path, **{PART: part}, **more)


def takes(answer):
    return READY_MADE in answer.content


def plain(answer):
    """Return a page without the parts that differ in every response."""
    page = re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", answer.content.decode())
    return page.split()


@pytest.mark.parametrize("language", ["en", "it", "es", "pt", "nl"])
@pytest.mark.parametrize("path", [PAGE, f"{PAGE}standings/1/", ROUND])
@pytest.mark.parametrize("is_hidden", [False, True])
def test_the_page_is_the_same_as_without_it(evening, anybody, stranger, path, language, is_hidden):
    if is_hidden:
        standings.hide_standings(evening, by=director_of(evening), after_round=1)
    wish = {"headers": {"accept-language": language}}
    part = anybody.get(path + LIVE, **wish).content
    assert plain(offered(stranger, path, part, **wish)) == plain(stranger.get(path, **wish))
    assert plain(offered(stranger, path + LIVE, part, **wish)) == part.decode().split()


@pytest.mark.parametrize("path", [PAGE, f"{PAGE}standings/1/"])
def test_the_clubs_people_take_it_while_nothing_is_hidden(evening, anybody, scorer, director, host, path):
    part = anybody.get(path + LIVE).content
    for one in (scorer, director, host):
        assert takes(offered(one, path))
        assert plain(offered(one, path, part)) == plain(one.get(path))


def test_who_sees_what_is_hidden_never_takes_it(hidden, stranger, scorer, director, host):
    assert takes(offered(stranger))
    for one in (scorer, director, host):
        answer = offered(one)
        assert not takes(answer)
        assert PART_WANTED not in answer.wsgi_request.META


def test_a_round_has_more_for_the_clubs_people(evening, stranger, scorer, director):
    assert takes(offered(stranger, ROUND))
    assert not takes(offered(scorer, ROUND))
    assert not takes(offered(director, ROUND))


def test_page_without_standings_offers_the_shared_part(club, director, stranger):
    a_tournament(club, name="Serata")
    assert takes(offered(stranger))
    assert not takes(offered(director))


def test_shared_part_is_requested_only_for_public_pages(evening, stranger, client):
    asked = offered(stranger, part=None)
    assert asked.wsgi_request.META[PART_WANTED]
    assert plain(asked) == plain(stranger.get(PAGE))
    Tournament.objects.update(visibility="private")
    client.force_login(evening.club.memberships.get().user)
    assert PART_WANTED not in offered(client, part=None).wsgi_request.META


def test_shared_part_saves_queries(evening, stranger, director, django_assert_num_queries):
    with django_assert_num_queries(4):  # the session, its user, the tournament, a role in its club
        offered(stranger)
    with django_assert_num_queries(5):  # and whether there are standings
        offered(director)
    with django_assert_num_queries(6):
        stranger.get(PAGE)
