"""Several workers that send push messages at once, and phones that subscribe at once, on real PostgreSQL."""

import pytest
from django.db import connection

from tests.concurrency import at_once, in_background
from tests.fixtures.serving import until
from tests.halls import a_club, a_round, a_tournament, play
from tests.push import Browser
from tests.subscribed_phones import everybody_asks, next_round
from tests.table_sessions import a_phone
from tournaments.actions.push import sending, subscriptions
from tournaments.models import PushSubscription

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def _database(postgres):
    """Each of these on PostgreSQL, with real commits."""


@pytest.mark.slow
def test_workers_at_once_tell_each_phone_once(trusted_push_service):
    tournament = a_tournament(a_club(), players=40, rounds=4)
    everybody_asks(a_round(tournament), trusted_push_service)
    next_round(tournament)
    answers = at_once([lambda: sending.notify_phones(tournament.pk)] * 4)
    assert [answer for answer in answers if not isinstance(answer, bool)] == []
    paths = [path for path, *_rest in trusted_push_service.taken]
    assert (len(paths), len(set(paths))) == (40, 40)
    assert set(PushSubscription.objects.values_list("notified_round", flat=True)) == {2}


def test_simultaneous_subscriptions_of_one_phone_store_one(trusted_push_service):
    session = a_phone(a_round().tables.get(number=1), 0).session

    def ask(number):
        sent = Browser(trusted_push_service.endpoint(str(number))).subscription
        subscriptions.subscribe(
            session, subscriptions.BrowserSubscription(sent["endpoint"], **sent["keys"], language="it")
        )

    assert at_once([lambda number=number: ask(number) for number in range(6)]) == [None] * 6
    assert PushSubscription.objects.count() == 1


@pytest.mark.slow
def test_nothing_is_locked_while_a_service_is_waited_for(trusted_push_service):
    tournament = a_tournament(a_club(), rounds=4)
    everybody_asks(a_round(tournament), trusted_push_service)
    second = next_round(tournament)
    trusted_push_service.open.clear()
    with in_background() as start:
        telling_now = start(sending.notify_phones, tournament.pk)
        until(lambda: len(trusted_push_service.taken) == 8)
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")
            assert cursor.fetchone() == (0,)
        play(second.tables.get(number=1))
        assert not telling_now.done()
        trusted_push_service.open.set()
    assert set(PushSubscription.objects.values_list("notified_round", flat=True)) == {2}
