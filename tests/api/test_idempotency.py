"""`Idempotency-Key`: asked twice, done once."""

from datetime import timedelta

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from tests.concurrency import at_once, in_background, until_somebody_waits
from tests.fixtures.databases import default_database
from tests.halls import LEVEL, a_round, a_tournament, busca
from tournaments.actions.core import idempotency
from tournaments.models import ApiToken, Entry, IdempotencyKey, Invitation

from .caller import Caller, codes

pytestmark = pytest.mark.django_db
ENTRIES = "tournaments/serata/entries/"
KEY = {"Idempotency-Key": "4b1c-77"}


def test_the_same_request_again_is_answered_as_before(director, tournament):
    first = director.post(ENTRIES, {"name": "Anna"}, headers=KEY)
    again = director.post(ENTRIES, {"name": "Anna"}, headers=KEY)
    assert (again.status_code, again.content) == (first.status_code, first.content) == (201, first.content)
    assert (again["Location"], again["Content-Type"]) == (first["Location"], "application/json")
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
    assert Entry.objects.filter(name="Anna").count() == 1


def test_in_another_order_of_names_it_is_the_same_request(director, tournament):
    director.post(ENTRIES, raw='{"name": "Anna", "seed": 1}', headers=KEY)
    again = director.post(ENTRIES, raw='{"seed":1,"name":"Anna"}', headers=KEY)
    assert "Idempotency-Replayed" in again


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("tournaments/", {"club": "circolo-del-re", "name": "X", "ruleset": "busca-accademia"}),
        ("clubs/circolo-del-re/players/", [{"name": "Anna"}, {"name": "Berto"}]),
        ("tournaments/serata/rounds/", {}),
        ("clubs/", {"name": "Zwei"}),
    ],
)
def test_repeated_key_creates_one_object(owner, tournament, address, data):
    first = owner.post(address, data, headers=KEY)
    again = owner.post(address, data, headers=KEY)
    assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)


def test_another_request_needs_another_key(director, tournament):
    director.post(ENTRIES, {"name": "Anna"}, headers=KEY)
    for address, data in ((ENTRIES, {"name": "Berto"}), (ENTRIES + "?format=json", {"name": "Anna"})):
        answer = director.post(address, data, headers=KEY)
        assert codes(answer, 422) == ["idempotency_key_reused"]
    assert Entry.objects.filter(name="Berto").count() == 0


def test_keys_belong_to_their_user(director, owner, tournament):
    director.post(ENTRIES, {"name": "Anna"}, headers=KEY)
    assert owner.post(ENTRIES, {"name": "Berto"}, headers=KEY).status_code == 201


def test_refused_request_may_be_corrected_with_the_same_key(director, tournament):
    assert director.post(ENTRIES, {"name": ""}, headers=KEY).status_code == 422
    assert IdempotencyKey.objects.count() == 0
    assert director.post(ENTRIES, {"name": "Anna"}, headers=KEY).status_code == 201


def test_idempotency_key_gives_no_permission(director, scorer, anybody, tournament):
    director.post(ENTRIES, {"name": "Anna"}, headers=KEY)
    assert codes(scorer.post(ENTRIES, {"name": "Anna"}, headers=KEY), 403) == ["forbidden"]
    assert codes(anybody.post(ENTRIES, {"name": "Anna"}, headers=KEY), 401) == ["not_authenticated"]


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "é", "\t"])
def test_a_key_is_short_and_plain(director, tournament, key):
    answer = director.post(ENTRIES, {"name": "Anna"}, headers={"Idempotency-Key": key})
    assert codes(answer, 400) == ["bad_idempotency_key"]
    assert answer.json()["errors"][0]["header"] == "Idempotency-Key"


def test_a_secret_is_not_kept_for_it(owner, club):
    for address, data in (
        ("tokens/", {"name": "x", "scope": "read"}),
        ("clubs/circolo-del-re/invitations/", {"role": "scorer"}),
    ):
        key = {"Idempotency-Key": address}
        first = owner.post(address, data, headers=key).json()
        again = owner.post(address, data, headers=key).json()
        assert again == {**first, "secret": None}
        assert first["secret"].encode() not in bytes(IdempotencyKey.objects.last().body)
    assert (ApiToken.objects.count(), Invitation.objects.count()) == (2, 1)


class TestTime:
    def age(self, **by):
        IdempotencyKey.objects.update(answered_at=timezone.now() - timedelta(**by))

    def test_after_a_day_the_key_is_free(self, director, tournament):
        director.post(ENTRIES, {"name": "Anna"}, headers=KEY)
        self.age(hours=25)
        assert director.post(ENTRIES, {"name": "Berto"}, headers=KEY).status_code == 201

    def test_after_a_day_the_key_of_a_hand_is_free(self, scorer, tournament):
        a_round(tournament)
        hands = "tournaments/serata/rounds/1/tables/1/hands/"
        assert [scorer.put(f"{hands}1/", busca(LEVEL), headers=KEY).status_code for _time in "12"] == [201, 201]
        self.age(hours=25)
        assert scorer.put(f"{hands}2/", busca(LEVEL), headers=KEY).status_code == 201
        assert IdempotencyKey.objects.count() == 1


def once(act):
    asked = {"holder": "user 1", "key": "k", "request_digest": "d"}
    return idempotency.answer_once(**asked, act=act)


@pytest.mark.postgres
def test_while_the_first_is_running_the_second_waits_for_its_answer(postgres):
    made = idempotency.StoredResponse(201, b"{}")
    with in_background() as start:

        def slow():
            seconds.append(start(once, lambda: pytest.fail("done twice")))
            until_somebody_waits()
            return made

        seconds = []
        assert once(slow) == (made, False)
        assert seconds[0].result() == (made, True)


@pytest.mark.slow
@pytest.mark.postgres
def test_a_first_that_runs_for_long_is_waited_for_as_briefly_as_any_lock(postgres):
    """The refusal says that the request took too long, not that somebody else did something."""
    hall = a_tournament(players=0)
    user = hall.club.memberships.get().user
    connection.close_pool()
    with psycopg.connect(postgres) as other, default_database(postgres, "-c lock_timeout=100ms"):
        held = f"user {user.pk} {KEY['Idempotency-Key']}"
        other.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [held])
        caller = Caller(user)
        caller.client.raise_request_exception = False
        refused = caller.post(f"tournaments/{hall.slug}/entries/", {"name": "Anna"}, headers=KEY)
    assert codes(refused, 503) == ["busy"]
    assert refused.headers["Retry-After"] == "1"
    assert not Entry.objects.exists()


@pytest.mark.postgres
def test_many_at_once_make_one(postgres):
    hall = a_tournament(players=0)
    user = hall.club.memberships.get().user
    address = f"tournaments/{hall.slug}/entries/"
    callers = [Caller(user) for _ in range(6)]
    answers = at_once([lambda c=c: c.post(address, {"name": "Anna"}, headers=KEY) for c in callers])
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert Entry.objects.count() == 1
