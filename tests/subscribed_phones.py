"""Phones that subscribe to push messages, and rounds about which they get one."""

from django.utils import timezone

from tests.halls import a_round, director_of
from tests.push import Browser
from tests.table_sessions import a_phone
from tournaments.actions.push import subscriptions
from tournaments.actions.rounds import rounds
from tournaments.models import PushSubscription, Seat


def ask(table, seat, endpoint, language="en"):
    """A phone takes a seat and sends its request; return its browser."""
    browser = Browser(endpoint)
    sent = browser.subscription
    session = a_phone(table, seat, device=endpoint).session
    subscriptions.subscribe(
        session, subscriptions.BrowserSubscription(sent["endpoint"], **sent["keys"], language=language)
    )
    return browser


def everybody_asks(round_, service, language="en"):
    """Every seat of a round sends its request; return the browsers by the path at the service."""
    asked = {}
    for seat in Seat.objects.filter(round=round_).select_related("table__round__tournament", "entry"):
        path = f"/{seat.entry_id}"
        browser = ask(seat.table, seat.number, f"https://{service.name}{path}", language)
        asked[path] = browser
    return asked


def next_round(tournament, publish=True):
    rounds.close_round(tournament.rounds.last(), by=director_of(tournament), anyway=True)
    return a_round(tournament, publish=publish, seed=8)


def fall_due():
    PushSubscription.objects.update(due_at=timezone.now())
