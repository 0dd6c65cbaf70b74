"""Followers of tournaments/{slug}/events/ with a running Tavolo: each gets the events of its tournament only."""

import json
import os
import signal
import time
import urllib.error
import urllib.request

import psutil
import pytest

from tests.event_streams import Follower
from tests.fixtures.nginx import nginx
from tests.fixtures.serving import until
from tests.slow_clients import HEAD, clients

pytestmark = pytest.mark.timeout(180)
MADE = """
from tests.halls import a_club, a_round, a_tournament, a_user
club = a_club({name!r}, owner=a_user({name!r}))
tournament = a_tournament(club, name={name!r}, visibility={visibility!r})
a_round(tournament)
print(tournament.address)
"""
FOUND = """
from tests.halls import a_table, a_user, by, director_of, play
from tournaments.actions.setup import signing_in, tournaments
from tournaments.models import Membership, Scope, Tournament
tournament = Tournament.objects.get(slug={slug!r})
"""
BEGINNING = ["tournament_created", "entries_registered", "round_published"]


class Evening:
    """A tournament of a running Tavolo: `events` is the address of its stream."""

    def __init__(self, served, name, visibility="public"):
        self.served, self.slug = served, name.lower()
        address = served.run(MADE.format(name=name, visibility=visibility))
        self.events = f"{served.address}/api/v1/tournaments/{address}/events/"

    def run(self, script):
        return self.served.run(FOUND.format(slug=self.slug) + script)

    def play(self, hand):
        self.run(f"play(a_table(tournament.rounds.get()), {hand})")


def test_every_follower_gets_each_event_and_its_standings(served):
    evening = Evening(served, "Seguita")
    whole, late = (Follower(f"{evening.events}{query}", comes_back=True) for query in ("?after=0", ""))
    assert whole.stream.headers["Content-Type"] == "text/event-stream"
    until(lambda: whole.kinds == BEGINNING)
    evening.play(1)
    until(lambda: whole.kinds == [*BEGINNING, "hand_recorded"] and late.kinds == ["hand_recorded"])
    assert late.seen[-1][1]["kind"] in ("hand_recorded", "standings_published")
    revision = next(event["revision"] for number, event in late.seen if number)
    told = until(lambda: [e for number, e in late.seen if number is None and e["revision"] >= revision])
    with urllib.request.urlopen(told[0]["read"], timeout=20) as answer:
        assert json.load(answer)["revision"] >= revision
    evening.play(2)
    until(lambda: late.kinds == ["hand_recorded"] * 2)
    back = Follower(evening.events, comes_back=True, Last_Event_ID=str(late.numbers[0]))
    until(lambda: back.numbers == late.numbers[1:])
    ahead = Follower(f"{evening.events}?after=900", comes_back=True)
    until(lambda: ahead.last == str(late.numbers[-1]))
    for query in ("?after=x", "?after=1&x=1"):
        with pytest.raises(urllib.error.HTTPError, match="400"):
            Follower(evening.events + query)


def test_who_loses_access_gets_nothing_more(served):
    evening = Evening(served, "Riservata", "private")
    secret = evening.run(
        "user = a_user('mara')\n"
        "Membership.objects.create(club=tournament.club, user=user, role='scorer')\n"
        "print(signing_in.create_token(user=user, name='test', scope=Scope('read'))[1])"
    )
    with pytest.raises(urllib.error.HTTPError, match="404"):
        Follower(evening.events)
    member = Follower(evening.events, comes_back=True, Authorization=f"Bearer {secret}")
    evening.play(1)
    until(lambda: member.kinds == ["hand_recorded"])
    evening.run("Membership.objects.filter(user__username='mara').delete()")
    evening.play(2)
    until(lambda: member.ended)
    assert member.kinds == ["hand_recorded"]


@pytest.mark.parametrize(
    ("name", "visibility", "change"),
    [
        ("Chiusa", "public", "tournaments.update_tournament(tournament, {'visibility': 'private'}, by=by)"),
        ("Collegata", "link", "tournaments.renew_link(tournament, by=by)"),
    ],
)
def test_a_change_of_access_ends_every_stream(served, name, visibility, change):
    evening = Evening(served, name, visibility)
    follower = Follower(evening.events, comes_back=True)
    evening.play(1)
    until(lambda: follower.kinds == ["hand_recorded"])
    evening.run(f"by = director_of(tournament); {change}")
    until(lambda: follower.ended)
    assert follower.kinds == ["hand_recorded"]
    with pytest.raises(urllib.error.HTTPError, match="404"):
        Follower(evening.events)


def come_back(evening, last):
    """A follower after the last one, as soon as anybody answers."""
    while True:
        try:
            return Follower(evening.events, Last_Event_ID=last)
        except OSError:
            time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGHUP], ids=["killed", "replaced"])
def test_nothing_is_missed_and_nothing_comes_twice_after_the_web_server_ended(serve, end):
    evening = Evening(serve(), "Interrotta")
    first = [Follower(f"{evening.events}?after=0") for _each in range(8)]
    evening.play(1)
    until(lambda: all(len(one.numbers) == 4 for one in first))
    os.kill(until(lambda: evening.served.program("web server")).pid, end)
    evening.play(2)
    until(lambda: all(one.ended for one in first))
    again = [come_back(evening, one.last) for one in first]
    until(
        lambda: all(len(before.numbers) + len(after.numbers) == 5 for before, after in zip(first, again, strict=True))
    )
    evening.run("tournaments.update_tournament(tournament, {'rounds': 9}, by=director_of(tournament))")
    until(lambda: all(one.kinds[-1:] == ["tournament_changed"] for one in again))
    numbers = Follower(f"{evening.events}?after=0")
    until(lambda: len(numbers.numbers) == 6)
    for before, after in zip(first, again, strict=True):
        assert before.numbers + after.numbers == numbers.numbers


def connections(served):
    """Return how many clients are connected to the web server."""
    port = int(served.address.rpartition(":")[2])
    return sum(end.laddr.port == port and bool(end.raddr) for end in psutil.net_connections("tcp"))


@pytest.mark.slow
def test_followers_who_are_gone_or_do_not_read_are_dropped(serve):
    evening = Evening(serve(), "Lenta")
    asks = f"GET {evening.events.removeprefix(evening.served.address)} HTTP/1.1\r\n{HEAD}\r\n"
    with clients(evening.served.address, 20, asks) as gone:
        for one in gone:
            read_until(one, b"retry")
    until(lambda: connections(evening.served) == 0)
    with clients(evening.served.address, 20, asks, reads_little=True):
        reader = Follower(evening.events)
        change = "for n in range(400): tournaments.update_tournament(tournament, {'rounds': 2 + n % 2}, by=by)"
        evening.run(f"by = director_of(tournament)\n{change}")
        until(lambda: len(reader.numbers) == 400)
        until(lambda: connections(evening.served) == 1, 120)


def read_until(connection, words):
    """Read until these words have come, in as many pieces as they come."""
    came = b""
    while words not in came:
        piece = connection.recv(4096)
        assert piece, came
        came += piece


@pytest.mark.slow
def test_nginx_passes_each_event_on_as_it_comes(serve, tmp_path):
    evening = Evening(served := serve(), "Inoltrata")
    with nginx(tmp_path, [int(served.address.rpartition(":")[2])]) as address:
        events = evening.events.replace(served.address, address)
        follower = until(lambda: opened(events))
        for hand in (1, 2):
            evening.play(hand)
            until(lambda hand=hand: follower.kinds == ["hand_recorded"] * hand)


def opened(address):
    try:
        return Follower(address)
    except OSError:
        return None


@pytest.mark.slow
def test_followers_on_postgresql(serve, postgres_server, postgres_template, redis_server):
    database = postgres_server.create("followed", template=postgres_template)
    evening = Evening(serve(DATABASE_URL=database, REDIS_URL=redis_server.address), "Grande")
    followers = [Follower(f"{evening.events}?after=0") for _each in range(10)]
    evening.play(1)
    until(lambda: all(one.kinds == [*BEGINNING, "hand_recorded"] for one in followers))
    evening.run("tournaments.update_tournament(tournament, {'visibility': 'private'}, by=director_of(tournament))")
    until(lambda: all(one.ended for one in followers))
    assert {len(one.numbers) for one in followers} == {4}
