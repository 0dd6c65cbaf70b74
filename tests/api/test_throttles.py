"""So many requests a minute, for a token or an address."""

import pytest

from .caller import Caller, codes

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def passed(settings, monkeypatch):
    """Allow few requests, and stop the clock unless a test moves it."""
    settings.API_REQUESTS_PER_MINUTE = {"address": 3, "token": 5}
    seconds = [6_000.0]
    monkeypatch.setattr("tournaments.api.throttles.time.time", lambda: seconds[0])
    return seconds


def ask(caller, times, **more):
    return [caller.get("clubs/", **more).status_code for _ in range(times)]


def test_throttled_request_gets_retry_after(anybody):
    assert ask(anybody, 3) == [200] * 3
    answer = anybody.get("clubs/")
    assert codes(answer, 429) == ["throttled"]
    assert 0 < int(answer["Retry-After"]) <= 60


def test_addresses_and_tokens_are_counted_each_for_itself(anybody, club):
    user = club.memberships.get().user
    assert ask(anybody, 4) == [200, 200, 200, 429]
    first, second = Caller(user), Caller(user)
    assert ask(first, 6) == [200] * 5 + [429]
    assert ask(second, 6) == [200] * 5 + [429]
    elsewhere = Caller()
    for address, left in (("192.0.2.7", 3), ("2001:db8::1", 3), ("2001:db8::2", 0), ("2001:db8:0:1::1", 3)):
        elsewhere.client.defaults["REMOTE_ADDR"] = address
        assert ask(elsewhere, 4) == [200] * left + [429] * (4 - left)


def test_a_token_is_told_what_remains(anybody, club, passed):
    passed[0] += 12.5
    caller = Caller(club.memberships.get().user)
    answers = [caller.get("clubs/") for _ in range(6)]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"requests";q=5;w=60'}
    assert [answer["RateLimit"] for answer in answers] == [f'"requests";r={r};t=48' for r in (4, 3, 2, 1, 0, 0)]
    public = [anybody.get("clubs/") for _ in range(4)]
    assert [answer.get("RateLimit") for answer in public] == [None, None, None, '"requests";r=0;t=48']


def test_exports_and_verifications_have_a_second_limit(tournament, passed, settings):
    settings.API_CHECKS_PER_MINUTE = 2
    caller = Caller(tournament.club.memberships.get().user)
    export, verification = "tournaments/serata/export/", "tournaments/serata/ledger/verification/"
    assert caller("OPTIONS", export).status_code == 204  # does no work, so it is not counted
    answers = [caller.get(path) for path in (export, verification, export)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"requests";q=5;w=60, "checks";q=2;w=60'}
    remaining = [answer["RateLimit"].replace(";t=60", "") for answer in answers]
    assert remaining == [f'"requests";r={r}, "checks";r={left}' for r, left in ((3, 1), (2, 0), (1, 0))]


def test_the_next_minute_begins_anew(anybody, passed):
    assert ask(anybody, 4) == [200, 200, 200, 429]
    passed[0] += 60
    assert ask(anybody, 1) == [200]
