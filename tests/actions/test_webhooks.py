"""Programs of a club are informed of public events: signed, repeated for a day, and never at a private address."""

import hashlib
import hmac
import json
import socket
from base64 import b64decode, b64encode
from contextlib import ExitStack
from datetime import datetime, timedelta
from threading import Thread
from time import monotonic, sleep, time

import pytest
from django.utils import timezone

from tests.clock import stand_still
from tests.halls import a_club, a_round, a_tournament, director_of, play_out
from tournaments.actions import outgoing, sweep
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import tournaments
from tournaments.actions.setup.archiving import archive_tournament, unarchive_tournament
from tournaments.actions.standings import standings
from tournaments.actions.webhooks import delivering, signing, webhooks
from tournaments.models import Webhook, WebhookDelivery, WebhookEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    return a_club()


@pytest.fixture
def made(club, receiver):
    """A webhook to this test's program, with its secret, whose first message has been delivered."""
    webhook, secret = webhooks.create_webhook(club, address=receiver.endpoint("news"), events=WebhookEvent.values)
    delivering.deliver_webhook(webhook.pk)
    return webhook, secret


def informed(receiver):
    """The messages received since the last call, without those of other webhooks."""
    messages = [json.loads(body) for _path, _headers, body in receiver.taken]
    receiver.taken.clear()
    return [(message["type"], {k: v for k, v in message["data"].items() if k == "round"}) for message in messages]


def play_round(tournament, webhook):
    """Play a round to its end, publish its standings and deliver all messages."""
    round_ = a_round(tournament)
    play_out(round_)
    sweep.refresh_stale_standings()
    rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    delivering.deliver_webhook(webhook.pk)


def test_a_program_verifies_and_reads_a_message(made, receiver, club, settings):
    webhook, secret = made
    tournament = a_tournament(club, visibility="public")
    round_ = a_round(tournament)
    receiver.taken.clear()
    WebhookDelivery.objects.exclude(event="round.published").delete()
    assert (sweep.may_find_work(), sweep.requeue_webhooks(timezone.now())) == (True, [webhook.pk])
    assert [delivering.deliver_webhook(webhook.pk) for _again in range(2)] == [True, False]
    ((path, headers, body),) = receiver.taken
    key = b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert (path, headers["webhook-signature"], len(key)) == ("/news", f"v1,{expected}", 32)
    assert abs(int(headers["webhook-timestamp"]) - time()) < 60
    message, site = json.loads(body), settings.TAVOLO_URL
    assert timezone.now() - datetime.fromisoformat(message.pop("timestamp")) < timedelta(minutes=1)
    about = {"slug": "serata", "name": "Serata", "url": f"{site}/tournaments/serata/"}
    about["api"] = f"{site}/api/v1/tournaments/serata/"
    data = {"club": club.slug, "tournament": about, "round": round_.number}
    assert message == {"type": "round.published", "data": data}


def test_the_signature_of_the_specification():
    key = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    body = b'{"test": 2432232314}'
    made = signing.signature(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.slow
def test_what_is_public_is_sent_and_nothing_else(made, receiver, club):
    webhook, _secret = made
    assert informed(receiver) == [("webhook.created", {})]
    tournament = a_tournament(club, visibility="private", rounds=3)
    play_round(tournament, webhook)
    assert informed(receiver) == []
    director = director_of(tournament)
    tournaments.update_tournament(tournament, {"visibility": "public"}, by=director)
    tournament.refresh_from_db()
    play_round(tournament, webhook)
    standing = ("standings.published", {"round": 2})
    assert informed(receiver) == [("tournament.announced", {}), ("round.published", {"round": 2}), standing]
    standings.hide_standings(tournament, by=director)
    play_round(tournament, webhook)
    assert informed(receiver) == [("round.published", {"round": 3})]
    standings.show_standings(tournament, by=director)
    tournaments.update_tournament(tournament, {"visibility": "link"}, by=director)
    assert delivering.deliver_webhook(webhook.pk) is False
    tournaments.update_tournament(tournament, {"visibility": "public"}, by=director)
    delivering.deliver_webhook(webhook.pk)
    final = json.loads(receiver.taken[0][2])["data"]
    assert (final["round"], final["changed"], final["final"]) == (3, [3], True)


def test_standings_are_final_once_a_tournament_is_archived_between_rounds(made, receiver, club):
    webhook, _secret = made
    tournament = a_tournament(club, rounds=3)
    play_round(tournament, webhook)
    receiver.taken.clear()
    round_ = a_round(tournament)
    archive_tournament(tournament, by=director_of(tournament))
    unarchive_tournament(tournament, "running", by=director_of(tournament))
    play_out(round_)
    rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    archive_tournament(tournament, by=director_of(tournament))
    archive_tournament(tournament, by=director_of(tournament))
    delivering.deliver_webhook(webhook.pk)
    told = [json.loads(body)["data"] for _path, _headers, body in receiver.taken]
    assert [(each["round"], each.get("final")) for each in told] == [(2, None), (2, False), (2, True)]


def test_standings_are_not_final_while_an_archived_tournament_plays_a_round(made, receiver, club):
    webhook, _secret = made
    tournament, director = a_tournament(club, rounds=2), director_of(club.tournaments.get())
    play_round(tournament, webhook)
    receiver.taken.clear()
    a_round(tournament)
    archive_tournament(tournament, by=director)
    standings.hide_standings(tournament, after_round=0, by=director)
    standings.show_standings(tournament, by=director)
    delivering.deliver_webhook(webhook.pk)
    told = [json.loads(body)["data"] for _path, _headers, body in receiver.taken]
    assert [(each["round"], each.get("final")) for each in told] == [(2, None), (1, False)]


class TestTries:
    """Retries and the end of a message that is not accepted."""

    @pytest.fixture
    def waiting(self, made, receiver):
        """A webhook with one message due."""
        webhook, _secret = made
        receiver.taken.clear()
        webhooks.send_again(WebhookDelivery.objects.get())
        return webhook

    def pause(self, webhook):
        """Try; return the pause until the next try, and make that try due."""
        before = timezone.now()
        delivering.deliver_webhook(webhook.pk)
        row = WebhookDelivery.objects.get()
        WebhookDelivery.objects.exclude(due_at=None).update(due_at=timezone.now())
        return row.due_at and round((row.due_at - before).total_seconds())

    def test_it_is_repeated_over_a_day_and_then_the_webhook_is_off(self, waiting, receiver, club, monkeypatch):
        stand_still(monkeypatch)
        receiver.answers["/news"] = [(500, {}), (302, {"Location": receiver.endpoint("elsewhere")}), *[(404, {})] * 7]
        pauses = [self.pause(waiting) for _try in range(8)]
        assert pauses == [5, 60, 300, 1800, 7200, 14400, 25200, 39600]
        Webhook.objects.update(failing_since=timezone.now() - timedelta(days=1))
        assert self.pause(waiting) is None
        assert {path for path, *_rest in receiver.taken} == {"/news"}  # a redirect is not followed
        assert len({headers["webhook-id"] for _path, headers, _body in receiver.taken}) == 1
        row = WebhookDelivery.objects.get()
        assert (row.state, row.answers[-8]["status"], row.answers[-1]["status"]) == ("failed", 302, 404)
        assert [notice.params["address"] for notice in webhooks.stopped_webhooks(club)] == [receiver.endpoint("news")]
        a_tournament(club, visibility="public")
        assert WebhookDelivery.objects.count() == 1
        with pytest.raises(Conflict):
            webhooks.send_again(row)
        webhooks.change_webhook(waiting, is_on=True)
        webhooks.send_again(row)
        assert (self.pause(waiting), webhooks.stopped_webhooks(club)) == (None, [])
        assert WebhookDelivery.objects.get().state == "delivered"
        assert (sweep.forget_deliveries(timezone.now()), len(receiver.taken)) == (0, 10)
        assert sweep.forget_deliveries(timezone.now() + timedelta(days=31)) == 1

    def test_a_program_asks_for_more_time_or_for_the_end(self, waiting, receiver):
        receiver.answers["/news"] = [(503, {"Retry-After": "120"}), (410, {})]
        assert [self.pause(waiting), self.pause(waiting)] == [120, None]
        assert Webhook.objects.get().stopped_at is not None

    def test_a_webhook_that_is_switched_off_during_a_try_is_not_called_failing(
        self, waiting, receiver, club, monkeypatch
    ):
        post = delivering._post

        def switched_off_meanwhile(delivery):
            webhooks.change_webhook(waiting, is_on=False)
            return post(delivery)

        receiver.answers["/news"] = [(500, {})]
        monkeypatch.setattr(delivering, "_post", switched_off_meanwhile)
        delivering.deliver_webhook(waiting.pk)
        assert webhooks.stopped_webhooks(club) == []

    def test_a_program_that_does_not_answer_delays_nobody(self, waiting, receiver, club, monkeypatch):
        monkeypatch.setattr(delivering, "PATIENCE", 0.3)
        a_tournament(club, visibility="public")
        receiver.open.clear()
        began = monotonic()
        delivering.deliver_webhook(waiting.pk)
        assert (monotonic() - began < 30, len(receiver.taken)) == (True, 1)
        assert delivering.deliver_webhook(waiting.pk) is False  # the other message waits too
        tries = [row.answers[-1]["fault"] for row in WebhookDelivery.objects.order_by("pk") if row.tries]
        assert tries == ["no_answer"]

    def test_an_answer_that_never_ends_is_cut_off(self, waiting, settings, monkeypatch):
        monkeypatch.setattr(delivering, "PATIENCE", 0.4)
        with socket.create_server(("127.0.0.1", 0)) as server:
            Thread(target=drip, args=(server,), daemon=True).start()
            host = f"127.0.0.1:{server.getsockname()[1]}"
            settings.WEBHOOK_PRIVATE_HOSTS = [host]
            webhooks.change_webhook(waiting, address=f"http://{host}/news")
            began = monotonic()
            delivering.deliver_webhook(waiting.pk)
        assert monotonic() - began < 30
        assert WebhookDelivery.objects.get().answers[-1]["fault"] == "no_answer"

    def test_a_host_of_many_silent_addresses_holds_up_nobody(self):
        with socket.create_server(("127.0.0.1", 0), backlog=0) as silent, ExitStack() as waiting:
            for _one in range(2):  # what comes after them is not even accepted
                waiting.enter_context(dialling(silent.getsockname()))
            began = monotonic()
            with pytest.raises(TimeoutError):
                outgoing.connect_to_any([silent.getsockname()] * 200, 0.2)
        assert 0.3 < monotonic() - began < 30

    def test_a_host_that_is_no_longer_allowed(self, waiting, receiver, settings):
        settings.WEBHOOK_PRIVATE_HOSTS = []
        self.pause(waiting)
        Webhook.objects.update(address=f"https://localhost:{receiver.port}/news")
        self.pause(waiting)
        faults = [each["fault"] for each in WebhookDelivery.objects.get().answers[-2:]]
        assert (faults, receiver.taken) == (["private_address"] * 2, [])


def dialling(address):
    """A connection that is under way."""
    connection = socket.socket()
    connection.setblocking(False)
    connection.connect_ex(address)
    return connection


def drip(server):
    """Answer one header byte at a time, for ever."""
    connection, _address = server.accept()
    try:
        connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while True:
            connection.sendall(b"x")
            sleep(0.05)
    except OSError:
        connection.close()


class TestAddresses:
    @pytest.mark.parametrize(
        ("address", "code"),
        [
            ("https://localhost/x", "private_address"),
            ("https://127.0.0.1/x", "private_address"),
            ("https://2130706433/x", "private_address"),
            ("https://169.254.169.254/latest/meta-data/", "private_address"),
            ("http://example.org/x", "not_an_address"),
            ("https://user:word@example.org/x", "not_an_address"),
            ("https://example.org/#x", "not_an_address"),
            ("https://example.org:99999/x", "not_an_address"),
            ("https://[::1]/x", "not_an_address"),
            ("https://example.org/" + "x" * 500, "not_an_address"),
            ("", "not_an_address"),
        ],
    )
    def test_an_address_inside_is_refused_with_every_other_fault(self, club, address, code):
        with pytest.raises(Invalid) as refused:
            webhooks.create_webhook(club, address=address, events=["round.closed"])
        assert [(p.pointer, p.code) for p in refused.value.problems] == [
            (("address",), code),
            (("events",), "not_a_choice"),
        ]
        assert Webhook.objects.count() == 0

    def test_a_host_whose_name_cannot_be_looked_up_is_unknown_at_each_try(self, club):
        webhook, _secret = webhooks.create_webhook(
            club, address=f"https://{'a' * 64}.example/", events=["round.published"]
        )
        delivering.deliver_webhook(webhook.pk)
        assert [answer["fault"] for answer in WebhookDelivery.objects.get().answers] == ["unknown_host"]

    def test_public_addresses(self):
        inside = ["10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::7f00:1"]
        inside += [
            "::1",
            "::",
            "fe80::1%eth0",
            "fd00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "::7f00:1",
        ]
        outside = ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
        assert [ip for ip in [*inside, *outside] if outgoing.is_public(ip)] == outside
