"""How fast `live/` answers while sixteen guess passwords at once, under `manage.py serve`.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.sign_in
The sixteen try again when all were answered. The baseline is the same reader alone.
"""

import statistics
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from http.cookiejar import CookieJar
from multiprocessing import Barrier, Process, Queue
from pathlib import Path

from tests.fixtures.serving import Served

GUESSERS = 16
ROUNDS = 100
READS = 150
EVENING = """
from tests.halls import a_club, a_round, a_tournament, a_user
tournament = a_tournament(a_club(owner=a_user("dora")), name="Serata", visibility="public")
a_round(tournament)
"""


def seconds_to_read(served: Served) -> list[float]:
    """How long each of the reads took, one after the other with a pause between."""
    took = []
    for _read in range(READS):
        start = time.monotonic()
        served.get("/api/v1/tournaments/serata/live/")
        took.append(time.monotonic() - start)
        time.sleep(0.02)
    return took


def guess(address: str, name: str, start: Barrier, seen: Queue) -> None:
    """Sign in with a wrong password when all the others do, again and again, under new names."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar := CookieJar()))
    opener.open(f"{address}/sign-in/").read()
    token = next(cookie.value for cookie in jar)
    for number in range(ROUNDS):
        fields = {"username": f"{name}-{number}", "password": "x", "csrfmiddlewaretoken": token}
        start.wait()
        try:
            body = urllib.parse.urlencode(fields).encode()
            seen.put(opener.open(f"{address}/sign-in/", body).status)
        except urllib.error.HTTPError as refused:
            seen.put(refused.code)


def report(name: str, seconds: list[float]) -> None:
    """Print one line of figures, in milliseconds."""
    centiles = statistics.quantiles(seconds, n=100)
    figures = ", ".join(f"p{n} {1000 * centiles[n - 1]:.1f}" for n in (50, 90, 99))
    print(f"{name:<40} {figures} ms")


def main() -> None:
    """Print the figures, the baseline first."""
    with tempfile.TemporaryDirectory() as temporary:
        served = Served(Path(temporary) / "data")
        served.run(EVENING)
        seconds_to_read(served)
        report("baseline: live/ alone", seconds_to_read(served))
        start, seen = Barrier(GUESSERS), Queue()
        guessers = [
            Process(target=guess, args=(served.address, f"name-{number}", start, seen), daemon=True)
            for number in range(GUESSERS)
        ]
        for each in guessers:
            each.start()
        time.sleep(2)
        report(f"beside {GUESSERS} who guess at once", seconds_to_read(served))
        for each in guessers:
            each.kill()
        told = Counter(seen.get() for _answer in range(seen.qsize()))
        print(f"{'what they were answered':<40} {dict(told)}")
        report("baseline again", seconds_to_read(served))
        served.stop()


if __name__ == "__main__":
    main()
