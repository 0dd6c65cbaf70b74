"""The speed of `live/` while sixteen clients guess passwords at once, under `manage.py serve`.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.sign_in
When all sixteen have a response, all try again. The baseline is the speed of the same reader without these clients.
"""

import statistics
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from http.cookiejar import CookieJar
from multiprocessing import Barrier, Process, Queue

from benchmarks.measuring import QUICK, add_figure, make_evening, report, seconds_of, serving

GUESSERS = 16
ROUNDS = 100
READS = 50 if QUICK else 150


def guess(address: str, name: str, start: Barrier, statuses: Queue) -> None:
    """Try repeatedly to sign in with a wrong password and a new name, each time together with the other clients."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar := CookieJar()))
    opener.open(f"{address}/sign-in/").read()
    token = next(cookie.value for cookie in jar)
    for number in range(ROUNDS):
        fields = {"username": f"{name}-{number}", "password": "x", "csrfmiddlewaretoken": token}
        start.wait()
        try:
            statuses.put(opener.open(f"{address}/sign-in/", urllib.parse.urlencode(fields).encode()).status)
        except urllib.error.HTTPError as refused:
            statuses.put(refused.code)


def main() -> None:
    """Print the figures, the baseline first."""
    with serving() as served:
        live = f"/api/v1/tournaments/{make_evening(served, 8)}/live/"

        def read() -> list[float]:
            return statistics.quantiles(seconds_of(lambda: served.get(live), runs=READS, pause=0.02), n=100)

        read()
        alone = read()
        start, statuses = Barrier(GUESSERS), Queue()
        guessers = [
            Process(target=guess, args=(served.address, f"name-{number}", start, statuses), daemon=True)
            for number in range(GUESSERS)
        ]
        for each in guessers:
            each.start()
        time.sleep(2)
        beside = read()
        for each in guessers:
            each.kill()
        report("what they were answered", str(dict(Counter(statuses.get() for _ in range(statuses.qsize())))))
        for percent in (50, 90, 99):
            milliseconds, baseline = (1000 * centiles[percent - 1] for centiles in (beside, alone))
            name = f"live/ beside {GUESSERS} who guess at once, p{percent}"
            add_figure(name, milliseconds, "ms", baseline=baseline, of="alone")


if __name__ == "__main__":
    main()
