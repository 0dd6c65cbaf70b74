"""A table of a hall, and phones that open its page."""

from django.test import Client
from django.urls import reverse

from tests.again import again
from tournaments.actions.at_table import keys, seats

LEVEL, OTHER = (10, 10, 10, 10), (37, 1, 1, 1)


def path(table, name="at-table", *more):
    return reverse(name, args=[table.round.tournament.slug, *more])


def card(table):
    return keys.cards(table.round.tournament, [table.number])[0]


def a_phone(table, seat=None):
    """A browser of its own that scanned the table's card, and sat down."""

    def scan():
        phone = Client()
        phone.post(path(table, "open-table"), {"secret": card(table).secret})
        if seat is not None:
            phone.post(path(table, "claim-seat"), {"seat": seat})
        return phone

    return phone_again(f"phone {seat}", scan, table)


def phone_again(step, make, table):
    """The browser that this makes."""
    phone = Client()
    phone.cookies = again(step, lambda: make().cookies, table)
    return phone


def tally(points=LEVEL, **more):
    return {f"line-{side}-points": value for side, value in enumerate(points)} | more


def enter(phone, table, points=LEVEL, hand=1, **more):
    return phone.post(path(table, "table-hand", hand), tally(points, **more), follow=True)


def answer(phone, table, hand=1, version=1, accept="yes", **more):
    fields = {"version": version, "accept": accept, **more}
    return phone.post(path(table, "answer-hand", hand), fields, follow=True)


def name_of(table, seat):
    return seats.entry_at(table, seat).name


def pin_of(table, seat):
    return keys.pin(seats.entry_at(table, seat))


def wrong_pin(table, seat):
    return f"{(int(pin_of(table, seat)) + 1) % 10000:04}"


def send(phone, table, key, points=LEVEL, hand=1, **more):
    """Send a tally as the phone's journal does."""
    return phone.post(
        path(table, "table-hand", hand),
        tally(points, round="1", table="1", **more),
        headers={"Idempotency-Key": key, "Accept": "application/json"},
    )


def say(phone, table, key, accept="yes", **more):
    """Send an answer as the phone's journal does."""
    return phone.post(
        path(table, "answer-hand", 1),
        {"version": 1, "accept": accept, "round": "1", "table": "1", **more},
        headers={"Idempotency-Key": key, "Accept": "application/json"},
    )
