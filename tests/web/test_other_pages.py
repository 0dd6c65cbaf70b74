"""Home, sign-in, preferences, rules, and error pages."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.halls import a_club, a_round, a_tournament, a_user
from tests.web.pages import text
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db


class TestHome:
    def test_an_empty_house_says_so_and_leads_on(self, anybody):
        page = text(anybody.get("/"))
        assert "Nothing is being played yet" in page
        assert "Read the rules in the meantime" in page

    def test_the_host_of_one_is_led_to_found_a_club(self, host):
        assert "Create a club" in text(host.get("/"))

    def test_an_owner_to_create_a_tournament(self, club, owner):
        page = owner.get("/").content.decode()
        assert reverse("create-tournament", args=[club.slug]) in page

    def test_what_is_on_what_comes_what_was(self, club, anybody):
        for name, status in (("Ora", "running"), ("Dopo", "planned"), ("Prima", "finished")):
            made = a_tournament(club, players=0, name=name)
            Tournament.objects.filter(pk=made.pk).update(status=status)
        page = text(anybody.get("/"))
        order = [page.index(word) for word in ("In play", "Ora", "To come", "Dopo", "Played", "Prima")]
        assert order == sorted(order)

    def test_how_far_a_tournament_is(self, club, anybody):
        a_round(a_tournament(club, rounds=3))
        assert "Round 1 of 3" in text(anybody.get("/"))

    def test_it_costs_the_same_with_many_tournaments(self, club, anybody):
        counts = []
        for _more in range(2):
            for _evening in range(3):
                a_round(a_tournament(club))
            with CaptureQueriesContext(connection) as queries:
                anybody.get("/")
            counts.append(len(queries))
        assert counts == [4, 4]


class TestSignIn:
    def user(self):
        user = a_user("olga")
        user.set_password("denari-coppe-9")
        user.save()

    def test_it_leads_back_to_where_one_came_from(self, anybody):
        self.user()
        data = {"username": "olga", "password": "denari-coppe-9", "next": "/rules/"}
        assert anybody.post(reverse("sign-in"), data).url == "/rules/"

    def test_but_to_nowhere_else(self, anybody):
        self.user()
        data = {"username": "olga", "password": "denari-coppe-9", "next": "https://evil.example/"}
        assert anybody.post(reverse("sign-in"), data).url == "/"

    def test_guessing_is_slowed_down_on_a_page_of_its_own(self, anybody):
        self.user()
        wrong = {"username": "olga", "password": "x"}
        answers = [anybody.post(reverse("sign-in"), wrong) for _try in range(9)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert "Too many tries" in text(answers[-1])
        right = {"username": "olga", "password": "denari-coppe-9"}
        assert anybody.post(reverse("sign-in"), right).status_code == 429

    def test_others_in_the_same_hall_are_not(self, anybody):
        self.user()
        for _try in range(9):
            anybody.post(reverse("sign-in"), {"username": "ugo", "password": "x"})
        right = {"username": "olga", "password": "denari-coppe-9"}
        assert anybody.post(reverse("sign-in"), right).status_code == 302

    def test_a_password_is_changed(self, anybody):
        self.user()
        anybody.post(reverse("sign-in"), {"username": "olga", "password": "denari-coppe-9"})
        new = "spade-bastoni-7"
        data = {"old_password": "denari-coppe-9", "new_password1": new, "new_password2": new}
        assert anybody.post(reverse("password"), data).url == reverse("account")
        assert anybody.get(reverse("account")).status_code == 200
        assert User.objects.get(username="olga").check_password(new)


class TestPreferences:
    where = "/preferences/"

    def test_a_language_is_kept(self, anybody):
        anybody.post(self.where, {"language": "it"})
        assert anybody.get("/")["Content-Language"] == "it"

    def test_a_theme_is_kept_until_the_device_is_to_choose(self, anybody):
        anybody.post(self.where, {"theme": "dark"})
        assert '<html lang="en" data-theme="dark">' in anybody.get("/").content.decode()
        anybody.post(self.where, {"theme": "device"})
        assert '<html lang="en">' in anybody.get("/").content.decode()

    def test_one_stays_where_one_was(self, anybody):
        assert anybody.post(self.where, {"theme": "dark", "next": "/rules/?x=1"}).url == "/rules/?x=1"

    @pytest.mark.parametrize(
        "next_",
        [
            "https://evil.example/",
            "//evil.example",
            "javascript:alert(1)",
            "",
            "\\\\evil",
            "rules",
            "game",
            "a:b",
            "1e999",
        ],
    )
    def test_and_is_never_led_away(self, next_, anybody):
        assert anybody.post(self.where, {"theme": "dark", "next": next_}).url == "/"

    @pytest.mark.parametrize("value", ["xx", "", "<script>", "x" * 10_000])
    def test_what_nobody_offers_is_not_kept(self, value, anybody):
        response = anybody.post(self.where, {"language": value, "theme": value})
        assert response.status_code == 302
        assert response.cookies == {}

    def test_a_page_for_everybody_sets_no_cookie(self, anybody, club):
        a_tournament(club, name="Serata")
        for where in ("/", "/rules/", "/tournaments/serata/"):
            assert anybody.get(where).cookies == {}


class TestWhereNothingFits:
    def test_not_here(self, anybody):
        response = anybody.get("/nothing/")
        assert response.status_code == 404
        assert "See what is being played" in text(response)

    def test_not_yours_leads_to_the_sign_in_and_back(self, club, anybody):
        where = reverse("members", args=[club.slug])
        response = anybody.get(where)
        assert response.status_code == 403
        assert f"{reverse('sign-in')}?next={where}" in response.content.decode()

    def test_a_button_pressed_by_nobody_leads_to_its_page(self, club, anybody):
        page, button = f"/clubs/{club.slug}/", reverse("withdraw-invitation", args=[club.slug, 1])
        response = anybody.post(button, headers={"Referer": f"http://testserver{page}?year=1"})
        assert f"{reverse('sign-in')}?next={page}%3Fyear%3D1" in response.content.decode()
        response = anybody.post(button, headers={"Referer": f"http://elsewhere{page}"})
        assert f"{reverse('sign-in')}?next={button}" in response.content.decode()
        response = anybody.post(button, headers={"Referer": "http://testserver//elsewhere/"})
        assert f"{reverse('sign-in')}?next=/%252Felsewhere/" in response.content.decode()

    def test_the_address_of_a_button_says_so(self, club, owner):
        response = owner.get(reverse("withdraw-invitation", args=[club.slug, 1]))
        assert (response.status_code, response["Allow"]) == (405, "POST")
        assert "Nothing was changed. Go back to the page where the button is, and press it there." in text(response)

    def test_not_yours_tells_who_one_is(self, club, stranger):
        response = stranger.get(reverse("members", args=[club.slug]))
        assert "You are signed in as stefania. Your role does not allow this;" in text(response)

    def test_an_old_form(self, club):
        client = Client(enforce_csrf_checks=True)
        client.force_login(club.memberships.get().user)
        page = f"http://testserver/clubs/{club.slug}/"
        response = client.post(reverse("members", args=[club.slug]), {"role": "scorer"}, headers={"Referer": page})
        assert response.status_code == 403
        assert "The page was out of date" in text(response)
        assert f'<a class="button" href="/clubs/{club.slug}/">' in response.content.decode()

    @pytest.mark.urls("tests.web.broken_urls")
    def test_our_own_mistake(self):
        response = Client(raise_request_exception=False).get("/breaks/")
        assert response.status_code == 500
        assert "Something went wrong on our side" in text(response)
        assert "on purpose" not in text(response)

    @pytest.mark.urls("tests.web.broken_urls")
    @pytest.mark.parametrize(
        ("address", "status", "says", "code"),
        [
            ("/is-gone/", 404, "somebody has removed it", "gone"),
            ("/is-overtaken/", 409, "check it and try again", "changed_meanwhile"),
        ],
    )
    def test_somebody_was_faster(self, address, status, says, code, db):
        page = Client().get(address)
        assert (page.status_code, says in text(page)) == (status, True)
        script = Client().get(address, headers={"Accept": "application/json"})
        assert (script.status_code, script.json()["codes"]) == (status, [code])


def test_a_club_costs_the_same_with_many_tournaments(anybody):
    club = a_club("Circolo", a_user("olga"))
    for _evening in range(3):
        a_round(a_tournament(club))
    with CaptureQueriesContext(connection) as queries:
        anybody.get(reverse("club", args=[club.slug]))
    assert len(queries) == 7
