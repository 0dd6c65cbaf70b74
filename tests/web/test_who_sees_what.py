"""Every address of a tournament, on the pages and in the API, as each kind of person is answered by its visibility.

Outside the club a tournament that one may not see is answered as one that does not exist, to the byte, and no list,
number or search differs by it.
"""

import re
from itertools import chain, product

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.halls import a_club, a_member, a_round, a_tournament, a_user, play_out
from tests.parameters import slowly
from tests.web.conftest import an_evening, client_of
from tests.web.filled_addresses import PARTS, address
from tournaments.actions.standings import standings
from tournaments.api.urls import version_1
from tournaments.models import CodeTries, Tournament
from tournaments.models.tournament import KEY_MARK
from tournaments.web.urls import urlpatterns

pytestmark = pytest.mark.django_db
NOWHERE = "nirgends"
OUTSIDE = ("anybody", "elsewhere")
PAGES = [each.name for each in urlpatterns if str(each.pattern).startswith(("tournaments/", "^tournaments/"))]
OF_API = [each for each in version_1 if str(each.pattern).startswith("tournaments/<")]


@pytest.fixture(scope="module")
def addresses(module_db):
    addresses = an_evening(a_club("Circolo del Re", a_user("olga")))
    a_member(a_club("Amici delle Carte", a_user("ada")), "dino", "director")
    return addresses


@pytest.fixture(scope="module")
def sessions(addresses):
    club = Tournament.objects.get().club
    users = (a_user("dino"), a_member(club, "sergio", "scorer"), a_member(club, "dora", "director"))
    found = (client_of(user).cookies[settings.SESSION_COOKIE_NAME].value for user in users)
    return dict(zip(("elsewhere", "scorer", "director"), found, strict=True))


@pytest.fixture
def people(sessions, db):
    cache.clear()
    people = {"anybody": Client(), **{who: Client() for who in sessions}}
    for who, session in sessions.items():
        people[who].cookies[settings.SESSION_COOKIE_NAME] = session
    return people


def api_address(pattern, known):
    known = {**known, "slug": known["tournament"], "number": 1, "seat": 0, "version": 1, "pk": known["pk"]["entry"]}
    return reverse(f"api:{pattern.name}", kwargs={part: known[part] for part in pattern.pattern.converters})


def everywhere(known, slug):
    """Each address of the tournament under this slug, with the methods that are tried there."""
    pages = ((address(name, known), ("get", "post")) for name in PAGES)
    for where, methods in chain(
        pages, ((api_address(pattern, known), tuple(pattern.callback.actions)) for pattern in OF_API)
    ):
        yield (
            where.replace(f"/{known['tournament']}/", f"/{slug}/", 1).replace(f"/{known['tournament']}.", f"/{slug}."),
            methods,
        )


def answered(client, where, method, slug):
    """Return the response without the slug."""
    CodeTries.objects.all().delete()
    body = {} if method in ("get", "head") else {"data": "{}", "content_type": "application/json"}
    answer = getattr(client, method)(where, **body)
    content = re.sub(r'(csrfmiddlewaretoken" value=)"\w+"', r"\1", answer.getvalue().decode(errors="replace"))
    return answer.status_code, answer.get("Location", "").replace(slug, "SLUG"), content.replace(slug, "SLUG")


def test_every_address_of_a_tournament_is_walked(addresses):
    assert all("slug" in PARTS[name] for name in PAGES)
    assert len(PAGES) > 70
    assert len(OF_API) > 50


@pytest.mark.slow
@pytest.mark.parametrize(
    ("who", "visibility"),
    [
        *product(OUTSIDE[:1], ["private", "link"]),
        *slowly(*product(OUTSIDE[1:], ["private", "link"]), *product(OUTSIDE, ["wrong link"])),
    ],
)
def test_outside_it_is_answered_as_one_that_does_not_exist(who, visibility, people, addresses):
    Tournament.objects.update(visibility=visibility.split()[-1])
    slug, nowhere = addresses["tournament"], NOWHERE
    if visibility == "wrong link":
        slug, nowhere = (f"{name}{KEY_MARK}{'x' * 22}" for name in (slug, nowhere))
    for (where, methods), (there, _methods) in zip(
        everywhere(addresses, slug), everywhere(addresses, nowhere), strict=True
    ):
        for method in methods:
            here = answered(people[who], where, method, slug)
            assert here == answered(people[who], there, method, nowhere), (method, where)
            assert here[0] >= 300, (method, where)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["scorer", *slowly("director")])
def test_the_clubs_people_see_it_as_one_that_is_public(who, people, addresses):
    slug = addresses["tournament"]

    def statuses():
        return {where: answered(people[who], where, "get", slug)[0] for where, _methods in everywhere(addresses, slug)}

    public = statuses()
    Tournament.objects.update(visibility="private")
    assert statuses() == public


@pytest.mark.slow
@pytest.mark.parametrize("who", [OUTSIDE[0], *slowly(*OUTSIDE[1:])])
def test_by_the_link_it_is_read_as_one_that_is_public(who, people, addresses):
    slug = addresses["tournament"]
    public = {where: answered(people[who], where, "get", slug)[0] for where, _methods in everywhere(addresses, slug)}
    Tournament.objects.update(visibility="link")
    linked = Tournament.objects.get().address
    by_link = [answered(people[who], where, "get", linked)[0] for where, _methods in everywhere(addresses, linked)]
    differ = [where for (where, before), now in zip(public.items(), by_link, strict=True) if before != now]
    assert differ == []


def lists(club, player):
    yield from ("/", "/rules/", "/privacy/", f"/clubs/{club.slug}/", f"/players/{player.pk}/")
    yield from (f"/clubs/{club.slug}/calendar.ics", f"/players/{player.pk}/calendar.ics")
    yield from (f"/clubs/{club.slug}/champions.csv", f"/players/{player.pk}.csv")
    yield from (f"/embed/clubs/{club.slug}/", f"/clubs/{club.slug}/poster.png", f"/players/{player.pk}/poster.png")
    yield from (f"/api/v1/clubs/{club.slug}/", "/api/v1/clubs/", f"/api/v1/clubs/{club.slug}/players/{player.pk}/")
    yield from (
        f"/api/v1/tournaments/{query}" for query in ("", "?search=Nascosta", f"?club={club.slug}", "?page_size=1")
    )


@pytest.mark.slow
@pytest.mark.parametrize("visibility", ["private", "link"])
@pytest.mark.parametrize("who", OUTSIDE)
def test_no_list_number_or_search_differs_by_it(who, visibility, people, addresses):
    club = Tournament.objects.get().club
    player = Tournament.objects.get().entries.first().players.get()
    before = {where: answered(people[who], where, "get", "-") for where in lists(club, player)}
    hidden = a_tournament(club, name="Nascosta", visibility=visibility)
    play_out(a_round(hidden))
    standings.refresh(hidden.pk)
    assert hidden.entries.filter(players=player).exists()
    for where, answer in before.items():
        assert answered(people[who], where, "get", "-") == answer, where
    assert "Nascosta" in answered(people["scorer"], "/", "get", "-")[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    "query", ["?q=%00", "?page=-1", "?before=" + "9" * 300, "?q=" + "%E2%80%AE" * 500, "?a[]=1&a[]=2", "?part=dead"]
)
def test_absurd_queries_get_a_page(query, people, addresses):
    slug = addresses["tournament"]
    for where in (
        "/",
        f"/tournaments/{slug}/",
        f"/tournaments/{slug}/ledger/",
        f"/tournaments/{slug}/rounds/1/",
        f"/tournaments/{slug}/players/",
    ):
        assert people["anybody"].get(where + query).status_code < 500


def test_a_page_that_is_not_there_is_kind_and_leads_on(people):
    page = people["anybody"].get("/tournaments/nirgends/").content.decode()
    assert 'class="button" href="/"' in page
