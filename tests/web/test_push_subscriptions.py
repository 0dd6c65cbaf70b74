"""Push messages offered to a waiting phone: nothing until they are switched on."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.halls import director_of
from tests.push import SERVICE, Browser, switch_on
from tests.web.at_table import a_phone, path
from tests.web.pages import text
from tournaments.actions.push import asking
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import archiving
from tournaments.models import PushSubscription, Tournament
from tournaments.web.at_table.table_sessions import KIOSK, make_kiosk

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


@pytest.fixture
def on(settings):
    return switch_on(settings)


def close(table):
    rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)


def sent(endpoint=SERVICE + "a-phone"):
    subscription = Browser(endpoint).subscription
    return {"endpoint": endpoint, **subscription["keys"]}


@pytest.fixture
def phone(table):
    """A phone whose round is over, and not the last."""
    Tournament.objects.update(rounds_planned=3)
    phone = a_phone(table, 1)
    close(table)
    return phone


def tell(phone, table, fields, **headers):
    return phone.post(path(table, "subscribe-phone"), fields, headers=JSON | headers)


def told_of(phone, table):
    """Return whether the page says that it notifies this phone, and the public key; a script shows what is hidden."""
    page = phone.get(path(table)).content.decode()
    (section,) = re.findall(r"<section class=\"note stack\"[^>]*>", page)
    assert (" hidden" in section, "data-subscribed" in section) in ((True, False), (False, True))
    assert re.findall(r"<script[^>]*push[^>]*>", page) == []
    return "data-subscribed" * ("data-subscribed" in section), re.search(r'data-key="([^"]*)"', section)[1]


def worker(phone):
    return phone.get("/t/worker.js").content.decode()


def test_nothing_is_offered_or_loaded_until_it_is_switched_on(table, phone):
    page = phone.get(path(table)).content.decode()
    assert ("data-push" in page, "push.js" in page, 'addEventListener("push"' in worker(phone)) == (False,) * 3
    assert tell(phone, table, sent()).json()["codes"] == ["push_off"]


def test_once_it_is_a_phone_that_waits_may_ask_and_end_it(table, phone, on):
    assert told_of(phone, table) == ("", asking.public_key())
    assert 'addEventListener("push"' in worker(phone)
    assert tell(phone, table, sent()).status_code == 204
    assert PushSubscription.objects.get().language == "en"
    assert told_of(phone, table) == ("data-subscribed", asking.public_key())
    assert phone.post(path(table, "unsubscribe-phone"), headers=JSON).status_code == 204
    assert PushSubscription.objects.count() == 0


def test_without_scripts_it_is_ended_by_a_form(table, phone, on):
    tell(phone, table, sent(), **{"Accept-Language": "pt"})
    assert PushSubscription.objects.get().language == "pt"
    answer = phone.post(path(table, "unsubscribe-phone"))
    assert (answer.status_code, answer["Location"]) == (302, path(table))
    assert PushSubscription.objects.count() == 0


def test_while_it_plays_and_in_the_last_round_nothing_is_offered(table, on):
    Tournament.objects.update(rounds_planned=1)
    north = a_phone(table, 1)
    assert "data-push" not in north.get(path(table)).content.decode()
    close(table)
    assert "data-push" not in north.get(path(table)).content.decode()


def test_who_has_no_seat_is_offered_nothing(table, on):
    Tournament.objects.update(rounds_planned=3)
    nobody = a_phone(table)
    close(table)
    assert "data-push" not in nobody.get(path(table)).content.decode()
    answer = tell(nobody, table, sent())
    assert (answer.status_code, answer.json()["codes"]) == (409, ["seat_not_claimed"])


def test_a_shared_tablet_is_nobodys_phone(table, phone, on):
    kiosk = HttpResponse()
    make_kiosk(kiosk, table.round.tournament, 0)
    phone.cookies[KIOSK] = kiosk.cookies[KIOSK].value
    assert "data-push" not in phone.get(path(table)).content.decode()
    assert tell(phone, table, sent()).status_code == 404
    assert phone.post(path(table, "unsubscribe-phone"), headers=JSON).status_code == 404


def test_push_subscription_needs_a_seat_at_the_table(table, phone, on):
    strangers = Client()
    for name in ("subscribe-phone", "unsubscribe-phone"):
        assert strangers.post(path(table, name), sent(), headers=JSON).json()["codes"] == ["not_at_table"]
        assert strangers.post(path(table, name), sent())["Location"] == path(table)
        assert phone.get(path(table, name)).status_code == 405
    assert PushSubscription.objects.count() == 0


def test_all_faults_of_a_subscription_are_reported_together(table, phone, on):
    answer = tell(phone, table, {"endpoint": "https://127.0.0.1/", "auth": "\x00", "p256dh": "B" * 200_000})
    assert (answer.status_code, answer.json()["codes"]) == (
        422,
        ["not_a_push_service", "not_a_push_key", "not_a_push_key"],
    )
    assert tell(phone, table, {}).status_code == 422
    assert PushSubscription.objects.count() == 0


def test_what_is_stored_says_so_and_names_the_services_once_it_is_switched_on(settings):
    privacy = Client().get("/privacy/")
    assert [word in text(privacy) for word in ("push service", "fcm.googleapis.com")] == [False, False]
    switch_on(settings)
    privacy = text(Client().get("/privacy/"))
    assert "for 30 days at most after the last notification" in privacy
    assert "fcm.googleapis.com , *.push.services.mozilla.com , *.push.apple.com , *.notify.windows.com" in privacy


def test_none_are_offered_once_the_tournament_is_archived(on, table, phone):
    assert 'data-key="' in phone.get(path(table)).content.decode()
    archiving.archive_tournament(table.round.tournament, by=director_of(table.round.tournament))
    assert 'data-key="' not in phone.get(path(table)).content.decode()
