"""Announce the rounds and standings of a club in a Discord channel: a program that receives webhooks.

It needs Python 3.11 and no packages. Set TAVOLO_SECRET (the secret of the webhook, whsec_...), DISCORD_WEBHOOK (the
address of a webhook of the channel) and PORT, run it, and enter its public https address as a webhook of the club.
"""

import base64
import hmac
import json
import os
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

announced = []  # ids of messages, because a message may arrive twice


def is_genuine(headers, body):
    key = base64.b64decode(os.environ["TAVOLO_SECRET"].removeprefix("whsec_"))
    at = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id')}.{at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    given = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(expected, each) for each in given) and abs(time.time() - int(at)) < 300


def text_of(event, data):
    if event == "tournament.announced":
        return "New: {name}\n{url}".format(**data["tournament"])
    if event == "round.published":
        return "{name}: round {0}\n{url}rounds/{0}/".format(data["round"], **data["tournament"])
    if event != "standings.published":
        return ""
    address = f"{data['tournament']['api']}standings/?after_round={data['round']}"
    with urllib.request.urlopen(address, timeout=4) as answer:
        rows = json.load(answer)["rows"][:3]
    title = "final standings" if data["final"] else f"standings after round {data['round']}"
    first = "".join(f"{row['place']}. {row['name']}, {row['score']}\n" for row in rows)
    return "{name}: {0}\n{1}{url}".format(title, first, **data["tournament"])


class Webhook(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", "0")), 64_000))
        self.send_response(self.announce(body) if is_genuine(self.headers, body) else 401)
        self.end_headers()

    def announce(self, body):
        message = json.loads(body)
        if self.headers["webhook-id"] not in announced and (text := text_of(message["type"], message["data"])):
            content = json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode()
            headers = {"Content-Type": "application/json", "User-Agent": "Tavolo announcer"}
            urllib.request.urlopen(urllib.request.Request(os.environ["DISCORD_WEBHOOK"], content, headers), timeout=4)
        announced[:] = [*announced[-1000:], self.headers["webhook-id"]]
        return 204  # after a fault there is no response, and Tavolo sends the message again


HTTPServer(("", int(os.environ["PORT"])), Webhook).serve_forever()
