"""Rate limits for signing in."""

import pytest

from tests.concurrency import at_once
from tournaments.actions.setup import signing_in
from tournaments.actions.setup.signing_in import ADDRESS_TRIES, NAME_TRIES, WINDOW, count_try, limits
from tournaments.models import SignInTries

HALL = "192.168.1.7"


def here(name="dora", address=HALL, browser=""):
    return limits(name, address=address, browser=browser)


@pytest.mark.postgres
def test_tries_at_once_do_not_pass_the_limit_together(postgres):
    answers = at_once([lambda: count_try(here())] * 32)
    assert sorted(answers)[:NAME_TRIES] == [0] * NAME_TRIES
    assert all(answer > 0 for answer in sorted(answers)[NAME_TRIES:])


def test_a_name_waits_only_where_it_was_tried(db):
    for _try in range(NAME_TRIES):
        assert count_try(here()) == 0
    assert 0 < count_try(here()) <= WINDOW.total_seconds()
    assert signing_in.seconds_to_wait(here()) > 0
    assert count_try(here(address="192.168.1.8")) == 0
    assert count_try(here("dino")) == 0


@pytest.mark.slow
def test_an_address_waits_for_all_names_after_many_more(db):
    for number in range(ADDRESS_TRIES):
        assert count_try(here(f"name {number}")) == 0
    assert count_try(here("dora")) > 0
    assert count_try(here("dora", browser="dora came in by it")) == 0


def test_a_network_of_ipv6_is_one_address(db):
    assert here(address="2001:db8::1") == here(address="2001:db8::2:3")
    assert here(address="2001:db8::1") != here(address="2001:db8:0:1::1")


def test_successful_sign_in_forgives_its_tries(db):
    for _director in range(3):
        for _try in range(NAME_TRIES - 1):
            count_try(here())
        assert count_try(here()) == 0
        signing_in.forgive_try(here())
    assert list(SignInTries.objects.values_list("tries", flat=True)) == [3 * (NAME_TRIES - 1)]


def test_tries_are_deleted_after_the_window(db):
    for _try in range(NAME_TRIES):
        count_try(here())
    for each in SignInTries.objects.all():
        SignInTries.objects.filter(pk=each.pk).update(since=each.since - WINDOW)
    assert count_try(here("dino")) == 0
    assert SignInTries.objects.count() == 2
    assert count_try(here()) == 0
