"""Regression checks for CI: numbers of queries, and ratios that are the same on any machine.

`python -m benchmarks --check` compares the figures with benchmarks/expected.toml. It exits with 1 if a figure is more
than a tenth worse than expected, or if there is one query more. Work is counted in function calls, which do not depend
on the load of the machine. A processor time is the least of many runs, which alternate with runs of the baseline. A
time that is worse than expected is measured again, because other work on the machine may be the cause.
"""

from __future__ import annotations

import os
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from benchmarks.guarded_hall import Hall, Work
from benchmarks.guarded_reads import calls_from_memory
from benchmarks.measuring import add_figure

EXPECTED = Path(__file__).with_name("expected.toml")
WORSE = 1.1
TURNS, TRIES = 20, 8
SMALL, LARGE, ROWS = 100, 10_000, 200

Figures = Mapping[str, float]


def main() -> None:
    """Print the figures. Exit with 1 if one is worse than expected."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)
    expected = tomllib.loads(EXPECTED.read_text())
    worse = [name for kind, figures in measured(expected) for name in judged(kind, figures, expected[kind])]
    if worse:
        print("worse than expected:", *worse, sep="\n")
    sys.exit(bool(worse))


def measured(expected: Mapping[str, Figures]) -> Iterable[tuple[str, Figures]]:
    """Yield the figures of each kind with the name of the kind."""
    small, rows = Hall(SMALL).works(), Hall(ROWS).reads()
    yield "queries", {name: queries_of(work) for name, work in small.items()}
    calls = {name: calls_of(work) for name, work in {**small, **rows}.items()}
    baseline = calls.pop("a game's description")
    yield "calls", {name: number / baseline for name, number in calls.items()}
    large = Hall(LARGE).works()
    for name in ("record a hand", "confirm a hand"):
        yield (
            "entries",
            until_expected(lambda least, name=name: by_size(name, least, small, large), expected["entries"]),
        )
    yield "hellos", calls_from_memory()


def judged(kind: str, figures: Figures, expected: Figures) -> list[str]:
    """Print the figures; return the names of the figures that are worse than expected."""
    return [
        f"{kind}: {name}"
        for name, value in figures.items()
        if not add_figure(f"{kind}: {name}", value, "", at_most=most(kind, expected[name])).holds
    ]


def most(kind: str, expected: float) -> float:
    """Return the greatest value that is accepted if `expected` is expected."""
    return expected if kind == "queries" else WORSE * expected


def until_expected(measure: Callable[[dict[str, float]], Figures], expected: Figures) -> Figures:
    """Repeat a measurement until all figures are as expected, at most `TRIES` times. Return the last figures."""
    least: dict[str, float] = {}
    for _try in range(TRIES):
        figures = measure(least)
        if all(value <= WORSE * expected[name] for name, value in figures.items()):
            break
    return figures


def by_size(name: str, least: dict[str, float], small: Mapping[str, Work], large: Mapping[str, Work]) -> Figures:
    """Measure each request in a large and a small hall; return the ratio of the least processor times so far."""
    for _turn in range(TURNS):
        for size, works in (("small", small), ("large", large)):
            start = time.process_time()
            works[name]()
            least[size] = min(least.get(size, float("inf")), time.process_time() - start)
    return {name: least["large"] / least["small"]}


def queries_of(work: Work) -> int:
    """Return the number of queries of a request, after an earlier request has filled the caches."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    work()
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


def calls_of(work: Work) -> int:
    """Return the number of function calls of a request with filled caches: the least of three requests."""
    numbers = []
    for _time in range(3):
        called = 0

        def see(_frame: object, event: str, _argument: object) -> None:
            nonlocal called
            called += event in ("call", "c_call")

        sys.setprofile(see)
        try:
            work()
        finally:
            sys.setprofile(None)
        numbers.append(called)
    return min(numbers)


if __name__ == "__main__":
    main()
