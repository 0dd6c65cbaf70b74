"""Push messages with each phone's table: over TLS, once for a round, for every response."""

import json
from base64 import urlsafe_b64decode
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.halls import a_club, a_round, a_tournament, director_of
from tests.subscribed_phones import ask, everybody_asks, next_round
from tournaments.actions import sweep
from tournaments.actions.people import shown_names
from tournaments.actions.push import sending
from tournaments.actions.round_repair.proposals import RepairOptions
from tournaments.actions.round_repair.repairs import repair_round
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.reseating import reseat
from tournaments.models import PushSubscription, Round, Seat, ShownAs

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(trusted_push_service):
    """The only push service there is."""
    return trusted_push_service


@pytest.fixture
def tournament(db):
    return a_tournament(a_club(), name="Serata d’autunno", rounds=4)


def read(service, browsers):
    return {path: json.loads(browsers[path].read(body)) for path, _headers, body in service.taken}


def table_of(round_, entry):
    return Seat.objects.get(round=round_, entry=entry).table.number


@pytest.mark.slow
def test_log_names_tournament_and_round_with_the_outcomes(service, tournament, caplog):
    service.answers["/a-phone"] = [(503, {})]
    table = a_round(tournament).tables.get(number=1)
    ask(table, 0, service.endpoint())
    ask(table, 1, f"https://{service.name}/another")
    next_round(tournament)
    caplog.set_level("INFO", logger="tournaments")
    sending.notify_phones(tournament.pk)
    (logged,) = [record.msg for record in caplog.records if record.msg.get("event") == "phones_notified"]
    named = ("tournament", "round", "notified", "later")
    assert [logged[name] for name in named] == [tournament.slug, 2, 1, 1]


class TestTelling:
    def test_phones_that_asked_before_the_clock_was_set_back(self, service, tournament):
        ask(a_round(tournament).tables.get(number=1), 0, service.endpoint())
        PushSubscription.objects.update(due_at=timezone.now() + timedelta(hours=1))
        next_round(tournament)
        assert sweep.may_find_work()
        assert [sending.notify_phones(tournament.pk) for _again in range(2)] == [True, False]
        assert len(service.taken) == 1

    @pytest.mark.slow
    def test_each_phone_its_own_table_once(self, service, tournament):
        browsers = everybody_asks(a_round(tournament), service, "it")
        second = next_round(tournament)
        assert [sending.notify_phones(tournament.pk) for _again in range(2)] == [True, False]
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

    @pytest.mark.slow
    def test_sit_outs_are_notified_and_withdrawn_entries_are_not(self, service, settings):
        tournament = a_tournament(a_club(), players=10, rounds=4)
        browsers = everybody_asks(a_round(tournament), service)
        assert len(browsers) == 8
        rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)
        gone = tournament.entries.get(pk=next(iter(browsers))[1:])
        tournament.entries.filter(pk=gone.pk).update(status="withdrawn", until_round=0)
        second = a_round(tournament, seed=8)
        sending.notify_phones(tournament.pk)
        out = {f"/{pk}" for pk in second.sit_outs.values_list("entry", flat=True)}
        told = read(service, browsers)
        assert {path for path, message in told.items() if message["title"] == "You sit out round 2"} == out & {
            *browsers
        }
        assert set(told) == {*browsers} - {f"/{gone.pk}"}

    @pytest.mark.slow
    def test_names_as_everybody_reads_them(self, service, tournament):
        first = a_round(tournament)
        browser = ask(first.tables.get(number=1), 0, service.endpoint())
        entry = PushSubscription.objects.get().entry
        shown_names.show_player_as(entry.players.get(), ShownAs.CODE, "La Volpe", by=director_of(tournament))
        next_round(tournament)
        sending.notify_phones(tournament.pk)
        (message,) = read(service, {"/a-phone": browser}).values()
        assert message["body"].split(" · ")[0] == "La Volpe"

    @pytest.mark.slow
    def test_nothing_of_a_draft_nor_of_a_round_that_is_over_or_long_begun(self, service, tournament):
        everybody_asks(a_round(tournament), service)
        second = next_round(tournament, publish=False)
        assert [sending.notify_phones(tournament.pk), sweep.requeue_phones(timezone.now())] == [False, []]
        rounds.publish_round(second, by=director_of(tournament))
        assert sweep.requeue_phones(timezone.now()) == [tournament.pk]
        Round.objects.filter(pk=second.pk).update(published_at=timezone.now() - timedelta(minutes=31))
        assert sending.notify_phones(tournament.pk) is False
        Round.objects.filter(pk=second.pk).update(published_at=timezone.now())
        rounds.close_round(second, by=director_of(tournament), anyway=True)
        assert sending.notify_phones(tournament.pk) is False
        assert service.taken == []

    @pytest.mark.slow
    def test_only_moved_entries_are_notified_again(self, service, tournament):
        browsers = everybody_asks(a_round(tournament), service)
        second = next_round(tournament)
        sending.notify_phones(tournament.pk)
        service.taken.clear()
        one, two = ([*table.seats.order_by("number").values_list("entry", flat=True)] for table in second.tables.all())
        one[0], two[0] = two[0], one[0]
        reseat(second, [one, two], by=director_of(tournament))
        assert sweep.requeue_phones(timezone.now()) == [tournament.pk]
        assert [sending.notify_phones(tournament.pk) for _again in range(2)] == [True, False]
        told = {path: message["title"] for path, message in read(service, browsers).items()}
        assert told == {f"/{one[0]}": "You are at table 1", f"/{two[0]}": "You are at table 2"}

    @pytest.mark.slow
    def test_entry_that_joins_a_drawn_round_is_notified(self, service, tournament):
        browsers = everybody_asks(a_round(tournament), service)
        first = tournament.rounds.get()
        rounds.close_round(first, by=director_of(tournament), anyway=True)
        late = list(tournament.entries.order_by("number")[:4])
        tournament.entries.filter(pk__in=[entry.pk for entry in late]).update(status="paused")
        second = a_round(tournament, seed=8)
        sending.notify_phones(tournament.pk)
        sweep.refresh_stale_standings()
        assert (len(service.taken), sweep.may_find_work(), sending.notify_phones(tournament.pk)) == (4, False, False)
        service.taken.clear()
        tournament.entries.update(status="active")
        joining = frozenset(entry.pk for entry in late)
        repair_round(second, RepairOptions(joining=joining), by=director_of(tournament))
        assert sweep.requeue_phones(timezone.now()) == [tournament.pk]
        assert [sending.notify_phones(tournament.pk) for _again in range(2)] == [True, False]
        told = {path: message["title"] for path, message in read(service, browsers).items()}
        assert told == {f"/{entry.pk}": f"You are at table {table_of(second, entry)}" for entry in late}

    @pytest.mark.slow
    def test_republished_unchanged_round_is_notified_once(self, service, tournament):
        everybody_asks(a_round(tournament), service)
        second = next_round(tournament)
        sending.notify_phones(tournament.pk)
        Round.objects.filter(pk=second.pk).update(state=Round.State.DRAFT)
        rounds.publish_round(second, by=director_of(tournament))
        assert (sending.notify_phones(tournament.pk), len(service.taken)) == (False, 8)

    @pytest.mark.slow
    def test_nobody_once_it_is_switched_off(self, service, tournament, settings):
        everybody_asks(a_round(tournament), service)
        next_round(tournament)
        settings.PUSH_KEY = ""
        assert [sending.notify_phones(tournament.pk), sweep.requeue_phones(timezone.now())] == [False, []]
        assert service.taken == []

    @pytest.mark.slow
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

    @pytest.mark.slow
    def test_the_sweep_looks_at_once_where_somebody_is_due(self, service, tournament):
        everybody_asks(a_round(tournament), service)
        next_round(tournament)
        sweep.refresh_stale_standings()
        assert sweep.may_find_work() is True
        sending.notify_phones(tournament.pk)
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
