"""Announce the rounds and standings of a tournament in a Telegram chat: a program that follows the events.

It needs Python 3.11 and no packages. Set TELEGRAM_TOKEN (of the bot) and TELEGRAM_CHAT (the id of the chat), and run it
with the address of the tournament: python telegram_events.py https://tavolo.example.org/api/v1/tournaments/lunedi/
"""

import json
import os
import time
from http.client import HTTPException
from sys import argv
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def read(address, **headers):
    return json.loads(urlopen(Request(address, headers=headers), timeout=30).read())


def events(tournament):
    """Yield each event; when the stream ends, connect again and name the last event's id."""
    headers, pause = {}, 3.0
    while True:
        try:
            with urlopen(Request(f"{tournament}events/", headers=headers), timeout=60) as stream:
                for line in stream:
                    field, _, value = line.decode().strip().partition(": ")
                    if field == "id":
                        headers["Last-Event-ID"] = value
                    elif field == "retry":
                        print("Following", tournament, flush=True)
                        pause = int(value) / 1000
                    elif field == "data":
                        yield json.loads(value)
        except (OSError, HTTPException) as fault:
            if isinstance(fault, HTTPError) and fault.code == 404:
                return  # the tournament is no longer public
        time.sleep(pause)


def text_of(event, tournament):
    title, page = read(tournament)["name"], tournament.replace("/api/v1/", "/")
    if event["kind"] == "round_published":
        return f"{title}: round {event['round']}\n{page}rounds/{event['round']}/"
    rows = read(f"{tournament}standings/?min_revision={event['revision']}", Prefer="wait=5")["rows"][:3]
    return "\n".join([f"{title}: standings", *(f"{row['place']}. {row['name']}, {row['score']}" for row in rows), page])


def write(text):
    content = json.dumps({"chat_id": os.environ["TELEGRAM_CHAT"], "text": text}).encode()
    service = os.environ.get("TELEGRAM_API", "https://api.telegram.org") + f"/bot{os.environ['TELEGRAM_TOKEN']}"
    urlopen(Request(f"{service}/sendMessage", content, {"Content-Type": "application/json"}), timeout=30).close()


for happened in events(argv[1]):
    if happened["kind"] in ("round_published", "round_closed", "standings_shown"):
        try:
            write(text_of(happened, argv[1]))
        except OSError as fault:
            print("Not announced:", fault, flush=True)
