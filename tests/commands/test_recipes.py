"""clients/recipes/: a running Tavolo informs them, and they write to a Discord and a Telegram chat."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from tests.fixtures.push_service import Receiver
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.processes import HOME

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
MAKE = """
from tests.halls import a_club, a_tournament, a_user
from tournaments.actions.webhooks.webhooks import create_webhook
club = a_club(owner=a_user("dora"))
print(create_webhook(club, address={address!r}, events=["round.published", "standings.published"])[1])
a_tournament(club, visibility="public", rounds=1)
"""
PLAY = """
from tests.halls import a_round, director_of, play_out
from tournaments.actions.rounds import rounds
from tournaments.models import Tournament
round_ = a_round(Tournament.objects.get())
"""
CLOSE = """
play_out(round_, [37, 1, 1, 1])
rounds.close_round(round_, by=director_of(round_.tournament))
"""
RECIPES = HOME / "clients" / "recipes"


@pytest.fixture
def chat():
    """A service of chats."""
    service = Receiver()
    yield service
    service.close()


@pytest.fixture
def run():
    """Start a recipe with arguments and variables; it ends with the test."""
    running = []

    def start(name, *arguments, **variables):
        command = [sys.executable, RECIPES / name, *arguments]
        running.append(subprocess.Popen(command, env={**os.environ, **variables}, stdout=subprocess.PIPE))
        return running[-1]

    yield start
    for program in running:
        program.kill()
        program.communicate()


def announced(chat):
    """The texts that were written to the chats, by path."""
    written = [(path, json.loads(body)) for path, _headers, body in chat.taken]
    return sorted((path, body.get("content") or body["text"]) for path, body in written)


def is_listening(port):
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", b"{}", timeout=20)
    except urllib.error.HTTPError as refusal:
        return refusal.code == 401
    except OSError:
        return False


def test_rounds_and_standings_are_announced(serve, chat, run):
    server, port = serve(TAVOLO_WEBHOOK_PRIVATE_HOSTS="127.0.0.1"), free_port()
    secret = server.run(MAKE.format(address=f"http://127.0.0.1:{port}/"))
    run("discord_webhook.py", TAVOLO_SECRET=secret, DISCORD_WEBHOOK=chat.endpoint("discord"), PORT=str(port))
    until(lambda: is_listening(port))
    telegram = {"TELEGRAM_API": f"http://{chat.name}", "TELEGRAM_TOKEN": "T", "TELEGRAM_CHAT": "-7"}
    follower = run("telegram_events.py", tournament := f"{server.address}/api/v1/tournaments/serata/", **telegram)
    assert follower.stdout.readline() == f"Following {tournament}\n".encode()
    server.run(PLAY)
    until(lambda: len(chat.taken) == 2)
    server.run(PLAY.replace("a_round(Tournament.objects.get())", "Tournament.objects.get().rounds.get()") + CLOSE)
    until(lambda: len(chat.taken) == 4)
    page = f"{server.address}/tournaments/serata/"
    with urllib.request.urlopen(f"{tournament}standings/", timeout=20) as answer:
        rows = json.load(answer)["rows"]
    first = "\n".join(f"{row['place']}. {row['name']}, {row['score']}" for row in rows[:3])
    assert first.startswith("1. Player 00")
    assert announced(chat) == [
        ("/botT/sendMessage", f"Serata: round 1\n{page}rounds/1/"),
        ("/botT/sendMessage", f"Serata: standings\n{first}\n{page}"),
        ("/discord", f"Serata: final standings\n{first}\n{page}"),
        ("/discord", f"Serata: round 1\n{page}rounds/1/"),
    ]
