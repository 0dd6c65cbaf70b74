"""The PIN on a player's slip: five wrong PINs disable it."""

import pytest

from tests.concurrency import at_once
from tests.halls import a_table, director_of
from tests.table_sessions import a_phone, enter, say
from tournaments.actions.at_table import keys, seats
from tournaments.actions.core.refusals import AccessDenied
from tournaments.models import Entry, HelpCall


def wrong(pin):
    return f"{(int(pin) + 1) % 10000:04}"


def told(action, *args, **kwargs):
    try:
        action(*args, **kwargs)
    except AccessDenied as refused:
        return refused.problems[0].code
    return "done"


@pytest.mark.django_db
class TestFiveTries:
    def test_are_the_same_for_all_that_a_pin_opens(self):
        table = a_table()
        north = a_phone(table, 0)
        a_phone(table, 2)
        enter(north)
        entry = seats.entry_at(table, 2)
        guess = wrong(keys.pin(entry))
        said = [
            told(seats.claim_seat, north.session, 2, given_pin=guess),
            told(seats.release_by_pin, north.session, 2, given_pin=guess),
            told(say, type(north)(north.session, 2), pin=guess),
            told(enter, type(north)(north.session, 2), pin=guess),
            told(seats.claim_seat, north.session, 2, given_pin=guess),
        ]
        assert said == ["wrong_pin"] * 4 + ["too_many_tries"]
        right = keys.pin(entry)
        assert told(seats.claim_seat, north.session, 2, given_pin=right) == "too_many_tries"
        assert list(HelpCall.objects.values_list("reason", "seat")) == [("pin", 2)]

    def test_begin_anew_with_a_right_one_and_with_a_new_one(self):
        table = a_table()
        north = a_phone(table, 0)
        a_phone(table, 2)
        entry = seats.entry_at(table, 2)
        guess, right = wrong(keys.pin(entry)), keys.pin(entry)
        for _try in range(4):
            told(seats.release_by_pin, north.session, 2, given_pin=guess)
        assert told(seats.release_by_pin, north.session, 2, given_pin=right) == "done"
        assert Entry.objects.get(pk=entry.pk).pin_failures == 0
        for _try in range(5):
            told(seats.release_by_pin, north.session, 2, given_pin=guess)
        renewed = keys.pin(keys.renew_pin(entry, by=director_of(entry.tournament)))
        assert told(seats.release_by_pin, north.session, 2, given_pin=renewed) == "done"


@pytest.mark.slow
@pytest.mark.postgres
def test_five_simultaneous_pin_guesses_are_checked(postgres):
    table = a_table()
    north = a_phone(table, 0)
    a_phone(table, 2)
    entry = seats.entry_at(table, 2)
    guess = wrong(keys.pin(entry))
    said = at_once([lambda: told(seats.release_by_pin, north.session, 2, given_pin=guess)] * 10)
    assert set(said) == {"wrong_pin", "too_many_tries"}
    assert Entry.objects.get(pk=entry.pk).pin_failures == 5
    assert HelpCall.objects.get().reason == "pin"
