"""Push subscriptions of a waiting phone: the offer, the browser's prompt, and the notification."""

import json
import shutil

import pytest

from tests.e2e.phone import Phone, a_table
from tests.e2e.reader import BUSY
from tests.fixtures.serving import Served, until
from tests.push import CONTACT, Browser
from tournaments.actions.push import encryption

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
CLOSE = """
from tests.halls import director_of
from tournaments.actions.rounds import rounds
from tournaments.models import Table
round_ = Table.objects.get(pk={}).round
rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
"""
PUBLISH = """
from tests.halls import a_round
from tournaments.models import Tournament
a_round(Tournament.objects.get(), seed=8)
"""
SUBSCRIBES = """
const made = {{ toJSON: () => ({subscription}), unsubscribe: async () => sessionStorage.removeItem("made") }};
PushManager.prototype.subscribe = async () => (sessionStorage.setItem("made", 1), made);
PushManager.prototype.getSubscription = async () => (sessionStorage.getItem("made") ? made : null);
"""
ON = {"TAVOLO_PUSH_KEY": encryption.make_key(), "TAVOLO_PUSH_CONTACT": CONTACT}
REGISTRATIONS = 1_000
"""More than all tests before these can have left in the browser that they share."""
OFFER, TOLD = "Notify me of my next table", "This phone tells you your next table."
MESSAGE = {
    "title": "You are at table 7",
    "body": "Anna · Round 2 · Serata",
    "lang": "en",
    "tag": "tavolo-1",
    "url": "/t/serata",
}
SHOWN = """
const done = arguments[arguments.length - 1];
navigator.serviceWorker.ready.then((all) => all.getNotifications()).then((shown) =>
    done(shown.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, url: data }))));
"""


@pytest.fixture(scope="module")
def telling(tmp_path_factory, prepared):
    """Return a Tavolo that sends push messages."""
    data_dir = shutil.copytree(prepared, tmp_path_factory.mktemp("telling") / "data")
    running = Served(data_dir, **ON)
    yield running
    running.close()


def waiting(browser, served):
    """A phone whose round has just been closed."""
    table = a_table(served, rounds=3)
    phone = Phone(browser, served.address, table, 0)
    served.run(CLOSE.format(table["table"]))
    phone.taken_up_until(lambda: "Round 1 is closed" in phone.headings())
    return phone


def loaded(phone):
    return phone.ask("return performance.getEntriesByType('resource').map((one) => one.name)")


def test_nothing_is_offered_where_it_is_off(new_browser, served):
    phone = waiting(new_browser(), served)
    assert OFFER not in phone.says()
    assert [name for name in loaded(phone) if "push" in name] == []


@pytest.fixture
def phone(new_browser, telling):
    phone = waiting(new_browser(), telling)
    phone.wait_for(OFFER)
    return phone


def permit(phone, setting):
    where = {"permission": {"name": "notifications"}, "setting": setting, "origin": phone.address}
    phone.browser.execute_cdp_cmd("Browser.setPermission", where)


def test_push_offer_asks_for_permission_only_after_a_tap(phone):
    assert phone.ask("return Notification.permission") in ("default", "denied")
    assert len([name for name in loaded(phone) if "/table/push." in name]) == 1


def test_what_comes_is_shown_and_the_same_again_takes_its_place(phone):
    permit(phone, "granted")
    another = {**MESSAGE, "title": "You are at table 2", "body": "Anna · Round 3 · Serata"}
    for message in (MESSAGE, MESSAGE, another):
        deliver(phone, message)
        phone.wait(lambda: phone.browser.execute_async_script(SHOWN) == [message])  # noqa: B023


def deliver(phone, message):
    """Let the browser give its worker a message as if its push service had delivered it."""
    phone.browser.execute_cdp_cmd("ServiceWorker.enable", {})
    for registration in range(REGISTRATIONS):  # whichever of them is this worker's
        came = {"origin": phone.address, "registrationId": str(registration), "data": json.dumps(message)}
        phone.browser.execute_cdp_cmd("ServiceWorker.deliverPushMessage", came)


def test_from_a_tap_to_the_notification(new_browser, serve, push_service):
    """The whole way is tested except for the browser's push service, which needs the internet and is replaced."""
    own = Browser(push_service.endpoint())
    browser = new_browser()
    script = {"source": SUBSCRIBES.format(subscription=json.dumps(own.subscription))}
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
    served = serve(**ON, TAVOLO_PUSH_SERVICES=push_service.name, SSL_CERT_FILE=str(push_service.authority))
    phone = waiting(browser, served)
    permit(phone, "granted")
    phone.wait_for(OFFER)
    phone.tap("[data-push] button")
    phone.wait_for(TOLD)
    assert OFFER not in phone.says()
    browser.refresh()
    phone.wait_for(TOLD)
    served.run(PUBLISH)
    until(lambda: push_service.taken)
    ((_path, _headers, body),) = push_service.taken
    message = json.loads(own.read(body))
    deliver(phone, message)
    phone.wait(lambda: [shown["title"] for shown in browser.execute_async_script(SHOWN)] == [message["title"]])
    phone.hears(message["title"].removeprefix("You are at t"))
    phone.ask(BUSY)
    phone.tap("[data-push] form:not([hidden]) button")
    phone.wait_for("No connection: nothing was sent")
    phone.ask("window.fetch = asks")
    phone.tap("[data-push] form:not([hidden]) button")
    phone.wait_for(OFFER)
    assert served.run("from tournaments.models import PushSubscription as P; print(P.objects.count())") == "0"


def test_what_the_browsers_service_does_not_do_is_told_kindly(phone):
    permit(phone, "granted")
    phone.tap("[data-push] button")
    phone.wait_for("The push service of this browser does not respond.", 30)
    assert OFFER in phone.says()


def test_who_says_no_is_told_where_that_is_changed(phone):
    permit(phone, "denied")
    phone.tap("[data-push] button")
    phone.wait_for("This phone does not allow notifications from this page.")
