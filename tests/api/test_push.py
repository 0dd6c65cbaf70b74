"""Push subscriptions of phones: roles, refusals and deletion."""

import pytest

from tests.halls import director_of
from tests.push import SERVICE, Browser, switch_on
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds, substitutes
from tournaments.actions.setup import archiving
from tournaments.models import PushSubscription, Tournament
from tournaments.models.push_subscription import LONGEST_ENDPOINT

from .caller import codes, faults
from .table import TABLE, pin

pytestmark = pytest.mark.django_db
PUSH = "table-sessions/current/push/"


@pytest.fixture
def on(settings):
    return switch_on(settings)


def stored():
    return list(PushSubscription.objects.values_list("entry__name", "endpoint", "language", "notified_round"))


def close(tournament):
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)


def name_at(seat):
    return Tournament.objects.get(slug="serata").rounds.get().tables.get(number=1).seats.get(number=seat).entry.name


class TestAsking:
    def test_it_is_off_until_there_is_a_key(self, phone):
        north = phone(0)
        assert north.get(PUSH).json() == {"offered": False, "key": "", "subscribed": False}
        assert codes(north.put(PUSH, Browser().subscription), 409) == ["push_off"]
        assert stored() == []

    def test_a_phone_with_a_seat_asks_and_asks_no_more(self, phone, on):
        north, key = phone(0), phone(0).get(PUSH).json()["key"]
        answer = north.put(PUSH, Browser().subscription, headers={"Accept-Language": "it"})
        assert (answer.status_code, answer.json()) == (200, {"offered": True, "key": key, "subscribed": True})
        assert (stored(), len(key)) == ([(name_at(0), SERVICE + "a-phone", "it", 1)], 87)
        assert [north.delete(PUSH).status_code for _twice in range(2)] == [204, 204]
        assert (north.get(PUSH).json()["subscribed"], stored()) == (False, [])

    def test_it_asks_once_its_round_is_over_too(self, phone, on, tournament):
        north = phone(0)
        close(tournament)
        assert north.put(PUSH, {**Browser().subscription, "language": "nl"}).json()["subscribed"] is True
        assert stored() == [(name_at(0), SERVICE + "a-phone", "nl", 1)]
        assert (north.get(PUSH).status_code, north.delete(PUSH).status_code) == (200, 204)

    def test_one_for_each_phone_and_the_last_that_it_sent(self, phone, on):
        north, east = phone(0), phone(1)
        for path in ("one", "two"):
            north.put(PUSH, Browser(SERVICE + path).subscription)
        assert [endpoint for _name, endpoint, _language, _told in stored()] == [SERVICE + "two"]
        east.put(PUSH, Browser(SERVICE + "two").subscription)  # the same browser, known by nothing else any more
        assert [name for name, *_rest in stored()] == [name_at(1)]

    def test_entry_keeps_four_subscriptions(self, phone, on):
        for number in range(6):
            another = phone(device=f"phone {number}")
            another.post(f"{TABLE}seats/0/claim/", {"pin": pin(0)})
            assert another.put(PUSH, Browser(f"{SERVICE}{number}").subscription).status_code == 200
        assert [endpoint[-1] for _name, endpoint, *_rest in stored()] == ["2", "3", "4", "5"]

    def test_subscription_follows_the_claimed_entry(self, phone, on):
        north = phone(0)
        north.put(PUSH, Browser().subscription)
        assert north.delete(TABLE + "seats/0/claim/", data={"pin": pin(0)}).status_code == 204
        assert north.post(TABLE + "seats/2/claim/").status_code == 200
        assert [name for name, *_rest in stored()] == [name_at(2)]


class TestRefusing:
    def test_subscription_needs_a_phone_at_the_table(self, phone, bare, scorer, director, anybody, on, tournament):
        sent = Browser().subscription
        assert codes(phone().put(PUSH, sent), 409) == ["seat_not_claimed"]
        assert codes(bare.put(PUSH, sent), 403) == ["session_needed"]
        assert codes(scorer.put(PUSH, sent), 403) == ["forbidden"]
        assert [codes(act(PUSH), 404) for act in (director.put, director.get, director.delete)] == [["not_found"]] * 3
        assert [codes(anybody.put(PUSH, sent), 401), codes(anybody.delete(PUSH), 401)] == [["not_authenticated"]] * 2
        assert codes(anybody.get(PUSH), 404) == ["not_found"]
        close(tournament)
        assert codes(bare.put(PUSH, sent), 409) == ["no_round_in_play"]
        assert stored() == []

    @pytest.mark.parametrize(
        "endpoint",
        [
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evil.example/fcm.googleapis.com/",
            "https://fcm.googleapis.com@evil.example/x",
            "https://evil.example#@fcm.googleapis.com/x",
            "https://evil.example\\@fcm.googleapis.com/x",
            "https://push.services.mozilla.com/x",  # the service's own pages, not a host below it
            "https://evilpush.apple.com/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://169.254.169.254/latest/meta-data/",
            "https://localhost/x",
            "https://FCM.googleapis.com/x",
            "https://fcm.googleapis.com./x",
            "https://fcm.googleapis.com",
            "https://fcm.googleapis.com/a b",
            "https://fcm.googleapis.com/a\r\nHost: evil.example",
            "https://fcm.googleapis.com/à",
            "file:///etc/passwd",
            "//fcm.googleapis.com/x",
        ],
    )
    def test_an_address_of_nobody_whom_the_settings_name(self, phone, on, endpoint):
        assert faults(phone(0).put(PUSH, Browser(endpoint).subscription)) == [("/endpoint", "not_a_push_service")]
        assert stored() == []

    @pytest.mark.parametrize(
        "endpoint",
        [
            "https://fcm.googleapis.com:443/fcm/send/a:b-c_d",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://web.push.apple.com/QGuQ",
            "https://wns2-par02p.notify.windows.com/w/?token=BQ%2f",
        ],
    )
    def test_the_known_services(self, phone, on, endpoint):
        assert phone(0).put(PUSH, Browser(endpoint).subscription).status_code == 200

    def test_everything_that_is_wrong_at_once(self, phone, on):
        sent = {"endpoint": "https://evil.example/", "keys": {"p256dh": "BAAA", "auth": "short"}}
        wrong = [("/endpoint", "not_a_push_service"), ("/keys/p256dh", "not_a_push_key")]
        assert faults(phone(0).put(PUSH, sent)) == [*wrong, ("/keys/auth", "not_a_push_key")]

    @pytest.mark.parametrize("p256dh", ["", "B" * 87, "=", "B" + "A" * 86, "ä" * 87, "\x00", "BBBB+/=="])
    def test_a_key_that_is_no_point(self, phone, on, p256dh):
        sent = Browser().subscription
        sent["keys"]["p256dh"] = p256dh
        ((pointer, _code),) = faults(phone(0).put(PUSH, sent))
        assert pointer == "/keys/p256dh"

    def test_malformed_subscription_is_refused(self, phone, on):
        north, sent = phone(0), Browser().subscription
        assert faults(north.put(PUSH, {})) == [("/endpoint", "missing_field"), ("/keys", "missing_field")]
        assert faults(north.put(PUSH, {**sent, "keys": "no"})) == [("/keys", "wrong_type")]
        long = {**sent, "endpoint": SERVICE + "x" * LONGEST_ENDPOINT, "language": "la", "expirationTime": None}
        assert faults(north.put(PUSH, long)) == [
            ("/endpoint", "too_long"),
            ("/language", "not_a_choice"),
            ("/expirationTime", "unknown_field"),
        ]


class TestForgetting:
    @pytest.fixture
    def asked(self, phone, on):
        phone(0).put(PUSH, Browser().subscription)
        assert len(stored()) == 1
        return PushSubscription.objects.get().entry

    def test_with_the_last_round(self, asked, tournament):
        Tournament.objects.update(rounds_planned=2)
        close(tournament)
        assert len(stored()) == 1
        rounds.reopen_round(tournament.rounds.get(), by=director_of(tournament))
        Tournament.objects.update(rounds_planned=1)
        close(tournament)
        assert stored() == []

    def test_when_the_tournament_is_put_away(self, asked, tournament):
        archiving.archive_tournament(tournament, by=director_of(tournament))
        assert stored() == []

    def test_when_the_player_is_erased(self, asked, tournament):
        close(tournament)
        erase_player(asked.players.get(), by=director_of(tournament))
        assert stored() == []

    def test_when_somebody_else_plays_on(self, asked, tournament):
        substitutes.substitute(asked, asked.players.get(), Candidate(names=("Zoe",)), by=director_of(tournament))
        assert stored() == []
