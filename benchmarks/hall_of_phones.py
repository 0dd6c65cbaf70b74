"""Waiting times in a hall in which 300 phones open the page of their table within 16 s and follow it.

Run from the root of the repository, in the environment of the tests:
python -m benchmarks.hall_of_phones [--phones 300] [--seconds 30] [--silent 2000]
Like a browser, each phone loads the page and its static files over up to six persistent connections. Then it polls for
news like the script of the page. All this is measured twice. The second time there are also connections that are
silent, send half a request, or are idle. Before each time the baseline is measured: a single phone that opens the page
repeatedly. The load average of the machine is printed too, because other work makes the figures worse.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import time
from contextlib import contextmanager, nullcontext

from benchmarks.measuring import COLLECTED, QUICK, add_figure, make_evening, serving
from benchmarks.phones import PATIENCE, Figures, Phone
from tests.slow_clients import HALF_A_BODY, HALF_A_HEADER, SILENT, asks_for, clients

ARRIVAL = 2.0 if QUICK else 16.0  # seconds within which all phones arrive
PHONES = """
import json
from django.utils.crypto import get_random_string
from tournaments.actions.at_table import keys, seats, table_sessions
phones = []
for card in keys.cards(tournament, range(1, round_.tables.count() + 1)):
    for seat in range(4):
        device = get_random_string(32)
        opened = table_sessions.open_by_secret(card.secret, device=device)
        seats.claim_seat(opened.session, seat)
        phones.append(f"table={opened.secret}; device={device}")
print(json.dumps({"path": f"/t/{tournament.slug}", "phones": phones}))
"""
KINDS = SILENT, HALF_A_HEADER, HALF_A_BODY, asks_for("/healthz")


async def evening(address, path, cookies, *, seconds):
    """Let all phones open the page and follow it until the end; return their figures."""
    figures = Figures()
    end = time.monotonic() + ARRIVAL + seconds

    async def one(number, cookie):
        await asyncio.sleep(ARRIVAL * number / len(cookies))
        phone = Phone(address, cookie, figures)
        await phone.follow(await phone.open(path), end)
        phone.leave()

    await asyncio.gather(*(one(number, cookie) for number, cookie in enumerate(cookies)))
    return figures


async def alone(address, path, cookie):
    """Open the page twenty times on a single phone; return its figures."""
    figures = Figures()
    for _ in range(20):
        phone = Phone(address, cookie, figures)
        news = await phone.open(path)
        await phone.get("news", news)
        phone.leave()
    return figures


def keep_slow(address, number):
    """Hold this many slow connections until this process is killed; open each again before the server closes it."""
    while True:
        with clients(address, number // len(KINDS), *KINDS):
            time.sleep(25)


@contextmanager
def beside(address, number):
    """Run a process that holds this many slow connections, during the block."""
    keeper = multiprocessing.Process(target=keep_slow, args=(address, number), daemon=True)
    keeper.start()
    yield
    keeper.terminate()
    keeper.join()


def add_figures(title, figures, single):
    """Add the waiting times of page and news in the full hall; the baselines are those of the single phone."""
    for kind in ("page", "news"):
        p99, baseline = figures.centile(kind, 99), single.centile(kind, 50)
        add_figure(f"{title}: {kind}, p99", p99, "s", baseline=baseline, of="one phone alone, median")
    add_figure(f"{title}: no answer within {PATIENCE:.0f} s", sum(figures.none.values()), "", at_most=0)


def main():
    """Print the figures, each after its baseline."""
    parser = argparse.ArgumentParser()
    for name, default, quick in (("phones", 300, 40), ("seconds", 30, 8), ("silent", 2000, 200)):
        parser.add_argument(f"--{name}", type=int, default=quick if QUICK else default)
    options = parser.parse_args()
    with serving() as served:
        hall = json.loads(make_evening(served, -(-options.phones // 4) * 4, PHONES))
        cookies = hall["phones"][: options.phones]
        for silent in (options.silent,) if COLLECTED in os.environ else (0, options.silent):
            single = asyncio.run(alone(served.address, hall["path"], cookies[0]))
            single.report("baseline: one phone alone")
            with beside(served.address, silent) if silent else nullcontext():
                figures = asyncio.run(evening(served.address, hall["path"], cookies, seconds=options.seconds))
            title = f"{len(cookies)} phones beside {silent} silent connections"
            figures.report(title)
            add_figures(title, figures, single)


if __name__ == "__main__":
    main()
