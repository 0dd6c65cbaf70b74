"""Server-sent events as a client reads them."""

import json
import time
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from threading import Thread
from urllib.error import HTTPError


def blocks(lines):
    """The fields of each block of these lines; comments are left out."""
    fields = {}
    for line in lines:
        text = line.decode().rstrip("\n")
        if not text:
            if fields:
                yield fields
            fields = {}
        elif not text.startswith(":"):
            name, _colon, value = text.partition(": ")
            fields[name] = value


def events(lines):
    """Each event as its id, None without one, and its data."""
    return (
        (int(one["id"]) if "id" in one else None, json.loads(one["data"])) for one in blocks(lines) if "data" in one
    )


class Follower:
    """A client that follows in a separate thread: `seen` events, and `ended` after the end.

    If it `comes_back`, as browsers do, it connects again after the end, and has ended when it is refused: the web
    server ends streams at any time, for example when it replaces an idle process.
    """

    def __init__(self, address, *, comes_back=False, **headers):
        self.seen, self.last, self.ended = [], None, False
        self.address, self.comes_back = address, comes_back
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.stream = self._open()
        self.thread = Thread(target=self._follow, daemon=True)
        self.thread.start()

    def _open(self):
        return urllib.request.urlopen(urllib.request.Request(self.address, headers=self.headers), timeout=120)

    def _follow(self):
        self._read()
        while self.comes_back:
            time.sleep(0.1)
            self.headers["Last-Event-ID"] = self.last
            try:
                self.stream = self._open()
            except HTTPError as refusal:
                self.comes_back = refusal.code == 503
            except OSError:
                continue
            else:
                self._read()
        self.ended = True

    def _read(self):
        with suppress(OSError, HTTPException), self.stream:
            for block in blocks(self.stream):
                self.last = block.get("id", self.last)
                if "data" in block:
                    self.seen.append((int(block["id"]) if "id" in block else None, json.loads(block["data"])))

    @property
    def numbers(self):
        return [number for number, _event in self.seen if number]

    @property
    def kinds(self):
        return [event["kind"] for number, event in self.seen if number]
