"""Signing in: rate limits and valid names."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Lock

import pytest
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.halls import a_user
from tests.web.pages import text
from tournaments.actions.setup import clubs, memberships
from tournaments.actions.setup.signing_in import ADDRESS_TRIES, NAME_TRIES, count_try, limits
from tournaments.models import Invitation, Role, User
from tournaments.web.requests.throttles import one_at_a_time

PASSWORD = "denari-coppe-9"
SIGN_IN = "/sign-in/"


@pytest.fixture
def olga(db):
    return User.objects.create_user("Olga", password=PASSWORD)


def sign_in(browser, name="olga", password=PASSWORD):
    return browser.post(SIGN_IN, {"username": name, "password": password})


def guess(times, name="olga"):
    return [sign_in(Client(), name.format(n), "x") for n in range(times)]


def try_names(times):
    """Count that many tries from the same address as the pages do, each for a name of its own."""
    for number in range(times):
        assert count_try(limits(f"somebody {number}", address="127.0.0.1", browser="")) == 0


def test_in_any_capitals(olga):
    assert sign_in(Client(), "oLGA").status_code == 302


def test_blocked_sign_in_says_how_long_to_wait(olga):
    last = guess(NAME_TRIES + 1)[-1]
    assert last.status_code == 429
    assert 590 <= int(last["Retry-After"]) <= 600
    assert "signing in is blocked for 10 minutes" in text(last)


def test_capitals_are_no_other_name_to_guess_at(olga):
    guess(NAME_TRIES)
    assert sign_in(Client(), "OLGA", "x").status_code == 429


def test_blanks_around_a_name_are_no_other_name_to_guess_at(olga):
    guess(NAME_TRIES)
    assert sign_in(Client(), "\u2003 olga ", "x").status_code == 429


def test_wrong_old_passwords_are_counted(olga):
    hers, new = Client(), "bastoni-spade-7"
    sign_in(hers)

    def change(old, again=new):
        sent = {"old_password": old, "new_password1": new, "new_password2": again}
        return hers.post(reverse("password"), sent).status_code

    assert [change("x") for _try in range(NAME_TRIES - 1)] == [200] * (NAME_TRIES - 1)
    assert change(PASSWORD, "mistyped") == 200  # the old one was right: counting begins again
    assert [change("x") for _try in range(NAME_TRIES + 1)] == [200] * NAME_TRIES + [429]
    assert change(PASSWORD) == 429


def test_a_browser_that_was_let_in_before_is_not_locked_out_by_others(olga):
    hers = Client()
    sign_in(hers)
    hers.post(reverse("sign-out"))
    guess(NAME_TRIES)
    assert sign_in(Client()).status_code == 429
    assert sign_in(hers).status_code == 302


def test_known_browser_cannot_guess_other_names(olga):
    a_user("dino")
    hers = Client()
    sign_in(hers)
    hers.post(reverse("sign-out"))
    guess(NAME_TRIES, "dino")
    assert sign_in(hers, "dino", "x").status_code == 429
    for _try in range(NAME_TRIES):
        assert sign_in(hers, "olga", "x").status_code == 200
    assert sign_in(hers).status_code == 429


@pytest.mark.slow
def test_a_hall_of_a_hundred_may_each_mistype_once(olga):
    try_names(90)
    answers = guess(10, "director {}")
    assert {answer.status_code for answer in answers} == {200}
    assert sign_in(Client()).status_code == 302


@pytest.mark.slow
def test_an_address_that_tries_name_after_name_waits(olga):
    try_names(ADDRESS_TRIES - 10)
    answers = guess(11, "name {}")
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert sign_in(Client()).status_code == 429


class TestHashing:
    """Hashing of passwords by one request after the other."""

    running = most = 0

    def view(self, _request):
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        assert self.refused.wait(20)
        with self.lock:
            self.running -= 1
        return HttpResponse()

    def test_one_at_a_time_and_who_would_wait_long_is_told_at_once(self, db):
        self.lock, self.refused, start = Lock(), Event(), Barrier(16)
        taking_turns = one_at_a_time(self.view)

        def send(_number):
            request = RequestFactory().post(SIGN_IN)
            request.user = None
            start.wait()
            answer = taking_turns(request)
            if answer.status_code == 503:
                self.refused.set()
            return answer

        with ThreadPoolExecutor(16) as threads:
            answers = list(threads.map(send, range(16)))
        assert self.most == 1
        assert {answer.status_code for answer in answers} == {200, 503}
        refused = next(answer for answer in answers if answer.status_code == 503)
        assert (refused["Retry-After"], "Nothing was saved" in text(refused)) == ("3", True)


class TestNames:
    def test_the_database_holds_that_names_differ_by_more_than_capitals(self, each_database):
        User.objects.create_user("Zoë")
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create_user("ZOË")

    def test_a_taken_name_is_refused_in_words(self, olga):
        club = clubs.create_club(owner=olga, name="Circolo")
        secret = memberships.invite(club=club, role=Role.SCORER, by=olga)
        data = {"username": "OLGA", "password1": PASSWORD, "password2": PASSWORD}
        page = Client().post(reverse("invitation", args=[secret]), data)
        assert page.status_code == 422
        assert page.context["form"].errors == {
            "username": ["Somebody has this name already; capitals make no difference. Choose another."]
        }
        assert Invitation.objects.get().accepted_at is None


@pytest.mark.parametrize("address", ["/", "/api/v1/clubs/"])
def test_a_cookie_that_cannot_be_a_session_is_none(each_database, address):
    browser = Client(HTTP_COOKIE='sessionid="aaaaaaaa\\000aaaaaaaa"')  # a NUL, as a cookie writes it
    assert browser.get(address).status_code == 200
