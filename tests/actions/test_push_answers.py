"""Phones with a due push message, by the response of the push service and its delay."""

from datetime import timedelta
from time import monotonic

import pytest
from django.utils import timezone

from tests.halls import a_club, a_round, a_tournament
from tests.subscribed_phones import ask, everybody_asks, fall_due, next_round
from tournaments.actions import sweep
from tournaments.actions.outgoing import Reply, seconds_in
from tournaments.actions.push import sending, services
from tournaments.models import PushSubscription

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(trusted_push_service):
    """The only push service there is."""
    return trusted_push_service


@pytest.fixture
def tournament(db):
    return a_tournament(a_club(), name="Serata d’autunno", rounds=4)


def is_put_off(tournament_id, seconds):
    """Send to the phones; return whether the only one is due again after so many seconds."""
    wait, before = timedelta(seconds=seconds), timezone.now()
    sending.notify_phones(tournament_id)
    return before + wait <= PushSubscription.objects.get().due_at <= timezone.now() + wait


class TestAnswers:
    @pytest.fixture
    def asked(self, service, tournament):
        """One phone that asked and is due."""
        ask(a_round(tournament).tables.get(number=1), 0, service.endpoint())
        next_round(tournament)
        return PushSubscription.objects.get()

    @pytest.mark.parametrize("status", [404, 410])
    def test_a_phone_that_is_gone_is_forgotten(self, asked, service, status):
        service.answers["/a-phone"] = [(status, {})]
        sending.notify_phones(asked.tournament_id)
        assert PushSubscription.objects.count() == 0

    @pytest.mark.slow
    @pytest.mark.parametrize("status", [429, 500, 503])
    def test_a_busy_service_is_asked_again(self, asked, service, status):
        service.answers["/a-phone"] = [(status, {}), (status, {})]
        for seconds in (5, 10):
            assert is_put_off(asked.tournament_id, seconds)
            assert sending.notify_phones(asked.tournament_id) is False
            fall_due()
        sending.notify_phones(asked.tournament_id)
        fall_due()
        assert (sending.notify_phones(asked.tournament_id), len(service.taken)) == (False, 3)
        stands = PushSubscription.objects.get()
        assert (stands.notified_round, stands.tries) == (2, 0)

    @pytest.mark.parametrize(
        ("after", "seconds"),
        [
            ("120", 120),
            ("99999999999999999999", 86400),
            ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 86400),
            ("Fri, 31 Dec 99999999999 23:59:59 GMT", None),
            ("soon", None),
            ("-5", None),
            ("²", None),
            ("", None),
        ],
    )
    def test_when_it_is_to_be_asked_again(self, after, seconds):
        assert seconds_in(after) == seconds

    def test_it_is_asked_again_when_it_says(self, asked, service):
        service.answers["/a-phone"] = [(503, {"Retry-After": "120"})]
        assert is_put_off(asked.tournament_id, 120)

    @pytest.mark.parametrize("status", [301, 307, 400, 403])
    def test_redirects_are_not_followed_and_what_is_refused_not_repeated(self, asked, service, status):
        service.answers["/a-phone"] = [(status, {"Location": f"https://{service.name}/elsewhere"})]
        sending.notify_phones(asked.tournament_id)
        fall_due()
        assert sending.notify_phones(asked.tournament_id) is False
        assert [path for path, *_rest in service.taken] == ["/a-phone"]

    def test_a_certificate_that_nobody_trusts(self, asked, service, monkeypatch):
        monkeypatch.delenv("SSL_CERT_FILE")
        sending.notify_phones(asked.tournament_id)
        assert (service.taken, PushSubscription.objects.get().notified_round) == ([], 1)

    def test_a_service_that_is_not_named_any_more(self, asked, service, settings):
        settings.PUSH_SERVICES = ["fcm.googleapis.com"]
        sending.notify_phones(asked.tournament_id)
        assert (service.taken, PushSubscription.objects.count()) == ([], 0)

    def test_a_host_that_cannot_be_looked_up_stops_no_other_message(self, tournament, service, settings):
        """A part of its name is too long; the browser of any phone may send it, because the service is named."""
        settings.PUSH_SERVICES = [service.name, "*.push.apple.com"]
        everybody_asks(a_round(tournament), service)
        odd = PushSubscription.objects.first()
        PushSubscription.objects.filter(pk=odd.pk).update(endpoint=f"https://{'a' * 64}.push.apple.com/x")
        next_round(tournament)
        sending.notify_phones(tournament.pk)
        others = PushSubscription.objects.exclude(pk=odd.pk)
        assert (len(service.taken), set(others.values_list("notified_round", flat=True))) == (7, {2})
        assert PushSubscription.objects.get(pk=odd.pk).tries == 1

    def test_newer_subscription_survives_an_older_answer(self, asked, service):
        (taken,) = sending._take(asked.tournament_id)
        PushSubscription.objects.update(taken_by="", due_at=timezone.now())
        sending.record(2, [(taken, Reply(410))], {})
        assert PushSubscription.objects.get().notified_round == 1


class TestTime:
    @pytest.mark.slow
    def test_a_service_that_is_silent_delays_nobody_for_long(self, service, tournament, monkeypatch):
        monkeypatch.setattr(services, "PATIENCE", 0.5)
        everybody_asks(a_round(tournament), service)
        next_round(tournament)
        service.open.clear()
        began = monotonic()
        sending.notify_phones(tournament.pk)
        assert monotonic() - began < 5
        assert set(PushSubscription.objects.values_list("notified_round", "tries")) == {(1, 1)}

    @pytest.mark.slow
    def test_taken_phones_are_not_taken_twice(self, service, tournament):
        everybody_asks(a_round(tournament), service)
        next_round(tournament)
        assert (len(sending._take(tournament.pk)), sending._take(tournament.pk)) == (8, [])
        assert sweep.requeue_phones(timezone.now()) == []
        cut_off = timezone.now() + sending.TAKEN
        assert sweep.requeue_phones(cut_off) == [tournament.pk]
