"""Phones are told where their players sit: by a real service over TLS, once for a round, whatever it answers."""

import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from time import monotonic

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.halls import a_club, a_round, a_tournament, director_of
from tests.push import Browser
from tests.table_sessions import a_phone
from tournaments.actions import rounds, shown_names, sweep
from tournaments.actions.draws.mending import mend_round
from tournaments.actions.draws.proposals import Wishes
from tournaments.actions.push import services, subscriptions, telling
from tournaments.actions.reseating import reseat
from tournaments.models import PushSubscription, Round, Seat, ShownAs

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(trusted_push_service):
    """The only push service there is."""
    return trusted_push_service


@pytest.fixture
def tournament(db):
    return a_tournament(a_club(), name="Serata d’autunno", rounds=4)


def ask(table, seat, endpoint, language="en"):
    """A phone that sits down, and asks; its browser."""
    browser = Browser(endpoint)
    sent = browser.subscription
    session = a_phone(table, seat, device=endpoint).session
    subscriptions.subscribe(session, subscriptions.Sent(sent["endpoint"], **sent["keys"], language=language))
    return browser


def everybody_asks(round_, service, language="en"):
    """Every seat of a round asks; the browsers by the path at the service."""
    asked = {}
    for seat in Seat.objects.filter(round=round_).select_related("table__round__tournament", "entry"):
        path = f"/{seat.entry_id}"
        browser = ask(seat.table, seat.number, f"https://{service.name}{path}", language)
        asked[path] = browser
    return asked


def next_round(tournament, publish=True):
    rounds.close_round(tournament.rounds.last(), by=director_of(tournament), anyway=True)
    return a_round(tournament, publish=publish, seed=8)


def read(service, browsers):
    return {path: json.loads(browsers[path].read(body)) for path, _headers, body in service.taken}


def fall_due():
    PushSubscription.objects.update(due_at=timezone.now())


def table_of(round_, entry):
    return Seat.objects.get(round=round_, entry=entry).table.number


class TestTelling:
    def test_each_phone_its_own_table_once(self, service, tournament):
        browsers = everybody_asks(a_round(tournament), service, "it")
        second = next_round(tournament)
        assert [telling.tell_phones(tournament.pk) for _again in range(2)] == [True, False]
        told = read(service, browsers)
        assert len(service.taken) == len(told) == 8
        for path, message in told.items():
            entry = tournament.entries.get(pk=path[1:])
            assert message == {
                "title": f"Sei al tavolo {table_of(second, entry)}",
                "body": f"{entry.name} · Turno 2 · Serata d’autunno",
                "lang": "it",
                "tag": f"tavolo-{tournament.pk}",
                "url": f"/t/{tournament.slug}",
            }
        _path, headers, _body = service.taken[0]
        sent = {name: headers[name] for name in ("TTL", "Urgency", "Topic", "Content-Encoding", "Host")}
        assert sent == {
            "TTL": "1800",
            "Urgency": "high",
            "Topic": f"tavolo-{tournament.pk}",
            "Content-Encoding": "aes128gcm",
            "Host": service.name,
        }
        claims = headers["Authorization"].split(".")[1]
        assert json.loads(urlsafe_b64decode(claims + "=="))["aud"] == f"https://{service.name}"

    def test_who_sits_out_and_who_has_left(self, service, settings):
        tournament = a_tournament(a_club(), players=10, rounds=4)
        browsers = everybody_asks(a_round(tournament), service)
        assert len(browsers) == 8
        rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)
        gone = tournament.entries.get(pk=next(iter(browsers))[1:])
        tournament.entries.filter(pk=gone.pk).update(status="withdrawn")
        second = a_round(tournament, seed=8)
        telling.tell_phones(tournament.pk)
        out = {f"/{pk}" for pk in second.sit_outs.values_list("entry", flat=True)}
        told = read(service, browsers)
        assert {path for path, message in told.items() if message["title"] == "You sit out round 2"} == out & {
            *browsers
        }
        assert set(told) == {*browsers} - {f"/{gone.pk}"}

    def test_names_as_everybody_reads_them(self, service, tournament):
        first = a_round(tournament)
        browser = ask(first.tables.get(number=1), 0, service.endpoint())
        entry = PushSubscription.objects.get().entry
        shown_names.show_player_as(entry.players.get(), ShownAs.CODE, "La Volpe", by=director_of(tournament))
        next_round(tournament)
        telling.tell_phones(tournament.pk)
        (message,) = read(service, {"/a-phone": browser}).values()
        assert message["body"].split(" · ")[0] == "La Volpe"

    def test_nothing_of_a_draft_nor_of_a_round_that_is_over_or_long_begun(self, service, tournament):
        everybody_asks(a_round(tournament), service)
        second = next_round(tournament, publish=False)
        assert [telling.tell_phones(tournament.pk), sweep.requeue_phones(timezone.now())] == [False, []]
        rounds.publish_round(second, by=director_of(tournament))
        assert sweep.requeue_phones(timezone.now()) == [tournament.pk]
        Round.objects.filter(pk=second.pk).update(published_at=timezone.now() - timedelta(minutes=31))
        assert telling.tell_phones(tournament.pk) is False
        Round.objects.filter(pk=second.pk).update(published_at=timezone.now())
        rounds.close_round(second, by=director_of(tournament), anyway=True)
        assert telling.tell_phones(tournament.pk) is False
        assert service.taken == []

    def test_who_is_moved_is_told_again_and_nobody_else(self, service, tournament):
        browsers = everybody_asks(a_round(tournament), service)
        second = next_round(tournament)
        telling.tell_phones(tournament.pk)
        service.taken.clear()
        one, two = ([*table.seats.order_by("number").values_list("entry", flat=True)] for table in second.tables.all())
        one[0], two[0] = two[0], one[0]
        reseat(second, [one, two], by=director_of(tournament))
        assert sweep.requeue_phones(timezone.now()) == [tournament.pk]
        assert [telling.tell_phones(tournament.pk) for _again in range(2)] == [True, False]
        told = {path: message["title"] for path, message in read(service, browsers).items()}
        assert told == {f"/{one[0]}": "You are at table 1", f"/{two[0]}": "You are at table 2"}

    def test_who_joins_a_round_that_he_was_not_drawn_into(self, service, tournament):
        browsers = everybody_asks(a_round(tournament), service)
        first = tournament.rounds.get()
        rounds.close_round(first, by=director_of(tournament), anyway=True)
        late = list(tournament.entries.order_by("number")[:4])
        tournament.entries.filter(pk__in=[entry.pk for entry in late]).update(status="paused")
        second = a_round(tournament, seed=8)
        telling.tell_phones(tournament.pk)
        sweep.refresh_stale_standings()
        assert (len(service.taken), sweep.may_find_work(), telling.tell_phones(tournament.pk)) == (4, False, False)
        service.taken.clear()
        tournament.entries.update(status="active")
        joining = frozenset(entry.pk for entry in late)
        mend_round(second, Wishes(joining=joining), by=director_of(tournament))
        assert sweep.requeue_phones(timezone.now()) == [tournament.pk]
        assert [telling.tell_phones(tournament.pk) for _again in range(2)] == [True, False]
        told = {path: message["title"] for path, message in read(service, browsers).items()}
        assert told == {f"/{entry.pk}": f"You are at table {table_of(second, entry)}" for entry in late}

    def test_a_round_that_was_taken_back_and_comes_the_same_is_told_once(self, service, tournament):
        everybody_asks(a_round(tournament), service)
        second = next_round(tournament)
        telling.tell_phones(tournament.pk)
        Round.objects.filter(pk=second.pk).update(state=Round.State.DRAFT)
        rounds.publish_round(second, by=director_of(tournament))
        assert (telling.tell_phones(tournament.pk), len(service.taken)) == (False, 8)

    def test_nobody_once_it_is_switched_off(self, service, tournament, settings):
        everybody_asks(a_round(tournament), service)
        next_round(tournament)
        settings.PUSH_KEY = ""
        assert [telling.tell_phones(tournament.pk), sweep.requeue_phones(timezone.now())] == [False, []]
        assert service.taken == []

    def test_publishing_asks_nothing_for_each_phone(self, service, tournament):
        first = a_round(tournament)
        asked = []
        for phones in (0, 8):
            if phones:
                everybody_asks(tournament.rounds.last(), service)
            with CaptureQueriesContext(connection) as queries:
                rounds.publish_round(next_round(tournament, publish=False), by=director_of(tournament))
            asked.append(sum("push" in query["sql"] for query in queries))
        assert (first.number, asked) == (1, [0, 0])

    def test_the_sweep_looks_at_once_where_somebody_is_due(self, service, tournament):
        everybody_asks(a_round(tournament), service)
        next_round(tournament)
        sweep.refresh_stale_standings()
        assert sweep.may_find_work() is True
        telling.tell_phones(tournament.pk)
        assert sweep.may_find_work() is False


def test_a_phone_of_a_tournament_that_nobody_ended_is_forgotten(service, tournament):
    everybody_asks(a_round(tournament), service)
    last = timezone.now()
    kept, *others = PushSubscription.objects.values_list("pk", flat=True)
    PushSubscription.objects.filter(pk=kept).update(due_at=last)
    PushSubscription.objects.filter(pk__in=others).update(due_at=last - timedelta(days=1))
    assert sweep.forget_old_phones(last + timedelta(days=29)) == 0
    assert sweep.forget_old_phones(last + timedelta(days=30)) == 7
    assert PushSubscription.objects.get().pk == kept


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
        telling.tell_phones(asked.tournament_id)
        assert PushSubscription.objects.count() == 0

    @pytest.mark.parametrize("status", [429, 500, 503])
    def test_a_busy_service_is_asked_again(self, asked, service, status):
        service.answers["/a-phone"] = [(status, {}), (status, {})]
        waits = []
        for _try in range(2):
            telling.tell_phones(asked.tournament_id)
            waits.append(round((PushSubscription.objects.get().due_at - timezone.now()).total_seconds()))
            assert telling.tell_phones(asked.tournament_id) is False
            fall_due()
        telling.tell_phones(asked.tournament_id)
        fall_due()
        assert (waits, telling.tell_phones(asked.tournament_id), len(service.taken)) == ([5, 10], False, 3)
        stands = PushSubscription.objects.get()
        assert (stands.told, stands.tries) == (2, 0)

    @pytest.mark.parametrize(
        ("after", "seconds"),
        [
            ("120", 120),
            ("99999999999999999999", 86400),
            ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 86400),
            ("soon", None),
            ("-5", None),
            ("²", None),
            ("", None),
        ],
    )
    def test_when_it_is_to_be_asked_again(self, after, seconds):
        assert services.seconds_in(after) == seconds

    def test_it_is_asked_again_when_it_says(self, asked, service):
        service.answers["/a-phone"] = [(503, {"Retry-After": "120"})]
        telling.tell_phones(asked.tournament_id)
        wait = PushSubscription.objects.get().due_at - timezone.now()
        assert round(wait.total_seconds()) == 120

    @pytest.mark.parametrize("status", [301, 307, 400, 403])
    def test_redirects_are_not_followed_and_what_is_refused_not_repeated(self, asked, service, status):
        service.answers["/a-phone"] = [(status, {"Location": f"https://{service.name}/elsewhere"})]
        telling.tell_phones(asked.tournament_id)
        fall_due()
        assert telling.tell_phones(asked.tournament_id) is False
        assert [path for path, *_rest in service.taken] == ["/a-phone"]

    def test_a_certificate_that_nobody_trusts(self, asked, service, monkeypatch):
        monkeypatch.delenv("SSL_CERT_FILE")
        telling.tell_phones(asked.tournament_id)
        assert (service.taken, PushSubscription.objects.get().told) == ([], 1)

    def test_a_service_that_is_not_named_any_more(self, asked, service, settings):
        settings.PUSH_SERVICES = ["fcm.googleapis.com"]
        telling.tell_phones(asked.tournament_id)
        assert (service.taken, PushSubscription.objects.count()) == ([], 0)

    def test_who_asked_anew_meanwhile_keeps_what_was_said_then(self, asked, service):
        (taken,) = telling._take(asked.tournament_id)
        PushSubscription.objects.update(taken_by="", due_at=timezone.now())
        telling.record(2, [(taken, services.Answer(410))], {})
        assert PushSubscription.objects.get().told == 1


class TestTime:
    def test_a_service_that_is_silent_delays_nobody_for_long(self, service, tournament, monkeypatch):
        monkeypatch.setattr(services, "PATIENCE", 0.5)
        everybody_asks(a_round(tournament), service)
        next_round(tournament)
        service.open.clear()
        began = monotonic()
        telling.tell_phones(tournament.pk)
        assert monotonic() - began < 5
        assert set(PushSubscription.objects.values_list("told", "tries")) == {(1, 1)}

    def test_nobody_else_tells_those_who_are_being_told(self, service, tournament):
        everybody_asks(a_round(tournament), service)
        next_round(tournament)
        assert (len(telling._take(tournament.pk)), telling._take(tournament.pk)) == (8, [])
        assert sweep.requeue_phones(timezone.now()) == []
        cut_off = timezone.now() + telling.TAKEN
        assert sweep.requeue_phones(cut_off) == [tournament.pk]
