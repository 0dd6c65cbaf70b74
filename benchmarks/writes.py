"""The cost of recording and confirming a hand, by API and page, at a table and at the desk: processor time and queries.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.writes
Each request goes through the whole WSGI application on a new SQLite database; halls of all sizes take turns. The
figures are processor times of the fastest of many requests. The baseline is /healthz, the smallest response of the
application. The last figures compare the largest hall with the smallest. They also compare a hall with stages, teams
and prizes with a hall without.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from benchmarks.big_evenings import database
from benchmarks.measuring import QUICK, add_figure
from benchmarks.ways_to_write import WAYS, Table, call

SIZES = (16, 100) if QUICK else (16, 100, 1_000, 10_000)
STAGED = 100
TABLES, HANDS = 4, 8  # for each way to write
LIMITS = {"record": (8, 10), "confirm": (6, 8)}  # milliseconds, queries
RATIO = 1.1
STEERING = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


class Costs:
    """The processor time and the number of queries of each request, by kind."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.queries: dict[str, set[int]] = defaultdict(set)

    def measure(self, what: str, ask: Callable[..., tuple[int, bytes]], *place: Any) -> None:
        """Send a request and record its cost; fail if the response is not a success."""
        from django.db import connection

        asked: list[str] = []

        def note(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
            asked.append(sql)
            return execute(sql, *more)

        with connection.execute_wrapper(note):
            start = time.process_time()
            status, content = ask(*place)
            self.seconds[what].append(time.process_time() - start)
        assert status in (200, 201, 302), (what, status, content)
        self.queries[what].add(sum(not sql.startswith(STEERING) for sql in asked))


def tables_of(size: int, desk: Mapping[str, str], *, staged: bool = False) -> dict[str, list[Table]]:
    """Return the tables of new tournaments of this size, for each way to record a hand.

    If `staged`, the tournaments have stages, teams and prizes.
    """
    from django.utils.crypto import get_random_string

    from tests.halls import a_club, a_round, a_tournament, a_user
    from tournaments.actions.at_table import keys, seats, table_sessions
    from tournaments.models import Club

    club = Club.objects.first() or a_club(owner=a_user("dora"))
    found: dict[str, list[Table]] = defaultdict(list)
    tournaments = [a_tournament(club, players=size, table={"hands": HANDS}) for _way in (WAYS if size < 100 else "1")]
    if staged:
        from tests.actions.test_stages_cost import with_everything

        tournaments = [*map(with_everything, tournaments)]
    for tournament in tournaments:
        a_round(tournament, tables=[range(start, start + 4) for start in range(0, size, 4)])
    for place, way in enumerate(WAYS):
        tournament = tournaments[place % len(tournaments)]
        first = 1 + TABLES * (place if len(tournaments) == 1 else 0)
        for card in keys.cards(tournament, range(first, first + TABLES)):
            phones = []
            for seat in (0, 1):
                device = get_random_string(32)
                opened = table_sessions.open_by_secret(card.secret, device=device)
                seats.claim_seat(opened.session, seat)
                phones.append((opened.secret, device))
            found[way].append(Table(tournament.slug, card.number, phones, desk))
    return found


def a_desk() -> dict[str, str]:
    """Return the token and the session of a director."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from tests.halls import a_club, a_user
    from tournaments.actions.setup import signing_in
    from tournaments.models import Scope

    user = a_user("dora")
    a_club(owner=user)
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.create()
    _token, secret = signing_in.create_token(user=user, name="benchmark", scope=Scope.RESULTS)
    return {"token": f"Token {secret}", "session": str(session.session_key)}


def play(table: Table, way: str, hand: int, costs: Costs) -> None:
    """Record a hand and confirm it. The desk records odd hands; it confirms even hands, which a phone sends."""
    if way.startswith("phone"):
        costs.measure(f"record, {way}", table.record, way, hand)
        costs.measure(f"confirm, {way}", table.confirm, way, hand)
    elif hand % 2:
        costs.measure(f"record, {way}", table.record, way, hand)
    else:
        table.record("phone's API", hand)
        costs.measure(f"confirm, {way}", table.confirm, way, hand)


def play_all(halls: Mapping[int, Mapping[str, list[Table]]]) -> dict[int, Costs]:
    """Play all hands of the tables; the halls take turns, so that other work slows all of them equally."""
    every = {size: Costs() for size in halls}
    for way, place, hand in product(WAYS, range(TABLES), range(1, HANDS + 1)):
        for size, tables in halls.items():
            play(tables[way][place], way, hand, every[size])
    return every


def main() -> None:
    """Print each figure for each hall, and the ratio of the largest hall to the smallest."""
    with database():
        from tournaments.serving.supervisor.data_folder import gather_static_files

        gather_static_files()
        desk = a_desk()
        play_all({SIZES[0]: tables_of(SIZES[0], desk)})  # fills everything that is created only once
        report(play_all({size: tables_of(size, desk) for size in SIZES}))
        without, staged = (tables_of(STAGED, desk, staged=staged) for staged in (False, True))
        report_staged(*play_all({0: without, 1: staged}).values())


def report_staged(without: Costs, staged: Costs) -> None:
    """Print the ratio of a hall with stages, teams and prizes to a hall without."""
    for what, seconds in staged.seconds.items():
        mine, baseline = 1000 * min(seconds), 1000 * min(without.seconds[what])
        name = f"{what}, with stages, teams and prizes"
        add_figure(name, mine, "ms CPU", size=STAGED, baseline=baseline, of="without", ratio_at_most=RATIO)
        add_figure(name, max(staged.queries[what]), "queries", size=STAGED, at_most=max(without.queries[what]))


def report(every: Mapping[int, Costs]) -> None:
    """Print the figures beside the cost of /healthz."""
    nothing = Costs()
    for _time in range(200):
        nothing.measure("nothing", call, "GET", "/healthz", b"")
    least = 1000 * min(nothing.seconds["nothing"])
    quickest = {size: {what: 1000 * min(all_) for what, all_ in costs.seconds.items()} for size, costs in every.items()}
    for size, costs in every.items():
        for what, milliseconds in quickest[size].items():
            most, queries = LIMITS[what.split(",")[0]]
            add_figure(what, milliseconds, "ms CPU", size=size, baseline=least, of="/healthz", at_most=most)
            add_figure(what, max(costs.queries[what]), "queries", size=size, at_most=queries)
    first, last = quickest[SIZES[0]], quickest[SIZES[-1]]
    for what, milliseconds in last.items():
        small = f"{SIZES[0]} entries"
        add_figure(what, milliseconds, "ms CPU", size=SIZES[-1], baseline=first[what], of=small, ratio_at_most=RATIO)


if __name__ == "__main__":
    main()
