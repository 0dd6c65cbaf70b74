"""Phones of a hall that send hands and read standings, and record the responses."""

import http.client
import json
import os
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from urllib.parse import urlsplit

from tests.fixtures.serving import until

TALLY = {"lines": [{"points": 10}] * 4, "seat": 0}
YES = {"seat": 1, "version": 1, "accept": True}
THINKING = 0.1  # seconds between two hands, so that the hall itself does not fill the machine
PATIENCE = 30  # seconds that a phone of these tests waits for an answer
TICK = 0.02  # seconds


def size(name, usual):
    """Return how often, or for how many seconds, a fault is caused: an environment variable, or the usual number."""
    return int(os.environ.get(f"FAULT_{name}", usual))


@dataclass(frozen=True)
class Attempt:
    """A request: when it was sent and answered, by the monotonic clock; status 0 is a broken connection."""

    method: str
    sent: float
    answered: float
    status: int
    codes: tuple[str, ...] = ()
    """Why it was refused; `without Retry-After` where a 503 does not say when to try again."""

    @property
    def took(self):
        return self.answered - self.sent

    @property
    def failed(self):
        return not 200 <= self.status < 400


@dataclass
class Log:
    """All attempts, the hands that were acknowledged, and by how much this machine was late, in seconds."""

    attempts: list[Attempt] = field(default_factory=list)
    acknowledged: list[tuple[int, int]] = field(default_factory=list)
    late: float = 0.0

    def failures(self):
        return [attempt for attempt in self.attempts if attempt.failed]

    def refusals(self):
        """The kinds of failures: status and codes."""
        return {(attempt.status, *attempt.codes) for attempt in self.failures()}

    def slowest(self):
        """Return the longest time that an attempt took, minus the delay of the busy machine."""
        return max(attempt.took for attempt in self.attempts) - self.late

    def written_at(self):
        return sorted(each.answered for each in self.attempts if each.method != "GET" and not each.failed)

    def silence(self):
        """Return the longest time between two acknowledged writes, minus the delay of the busy machine."""
        return max(later - earlier for earlier, later in pairwise(self.written_at())) - self.late

    def silent_after(self, moment):
        """The seconds from this moment to the next acknowledged write, once there is one."""
        return until(lambda: next((at for at in self.written_at() if at >= moment), None)) - moment

    def said(self):
        """Return a line for a reader of the figures."""
        seen = [attempt.status for attempt in self.attempts]
        counts = {status: seen.count(status) for status in sorted(set(seen))}
        return f"{counts}, silence {self.silence():.2f} s, slowest {self.slowest():.2f} s, late {self.late:.2f} s"


class Phones(threading.Thread):
    """Two phones at a table: one enters hand after hand, the other confirms; both repeat requests without a response.

    At every other table they send an idempotency key.
    """

    def __init__(self, address, hall, table, secrets):
        super().__init__(daemon=True)
        self.address, self.hall, self.table, self.secrets = address, hall, table, secrets
        self.log, self.over = Log(), threading.Event()

    def run(self):
        tournament = f"/api/v1/tournaments/{self.hall.slug}"
        while not self.over.is_set():
            hand = self.hall.played[self.table] + 1
            path = f"{tournament}/rounds/1/tables/{self.table}/hands/{hand}/"
            if self.send(0, "PUT", path, TALLY) and self.send(1, "POST", f"{path}confirmations/", YES):
                self.log.acknowledged.append((self.table, hand))
                self.hall.played[self.table] = hand
            self.ask("GET", f"{tournament}/live/", None, {})
            time.sleep(THINKING)

    def send(self, seat, method, path, document):
        headers = {"Authorization": f"Table {self.secrets[seat]}", "Content-Type": "application/json"}
        if self.table % 2:
            headers["Idempotency-Key"] = path.replace("/", ".")
        while not self.over.is_set():
            if not self.ask(method, path, json.dumps(document), headers).failed:
                return True
            time.sleep(0.5)
        return False

    def ask(self, method, path, body, headers):
        sent = time.monotonic()
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            document, status = answer.read(), answer.status
            codes = codes_of(answer, document) if status >= 400 else ()
        except (OSError, http.client.HTTPException):
            status, codes = 0, ()
        finally:
            connection.close()
        self.log.attempts.append(Attempt(method, sent, time.monotonic(), status, codes))
        return self.log.attempts[-1]


def codes_of(answer, document):
    """The codes of a refusal."""
    again = [] if answer.status != 503 or answer.headers["Retry-After"] else ["without Retry-After"]
    if answer.headers.get_content_subtype() != "problem+json":
        return (*again, "without a document")
    return (*again, *(error["code"] for error in json.loads(document)["errors"]))


def watch_the_clock(log, over):
    """Note by how much a short sleep was too long at most."""
    while not over.is_set():
        began = time.monotonic()
        time.sleep(TICK)
        log.late = max(log.late, time.monotonic() - began - TICK)


@contextmanager
def playing(site, hall=None):
    """A hall that plays while the block runs; the log, complete once the block has ended."""
    hall = hall or site.hall
    log = Log()
    phones = [Phones(site.address, hall, table, secrets) for table, secrets in enumerate(hall.secrets, 1)]
    for phone in phones:
        phone.log.attempts = log.attempts  # appending is atomic
        phone.start()
    over = threading.Event()
    threading.Thread(target=watch_the_clock, args=(log, over), daemon=True).start()
    try:
        yield log
    finally:
        over.set()
        for phone in phones:
            phone.over.set()
        for phone in phones:
            phone.join(PATIENCE)
            log.acknowledged += phone.log.acknowledged
