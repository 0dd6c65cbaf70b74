"""The cost of an idle `manage.py serve`: processor time and memory of each of its processes.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.idle [SECONDS]
The baselines are a sleeping Python, and a minimal application of the same web server. Then public pages are read in all
languages and themes until the caches of both web processes are full; memory is measured at once and a minute later.
RSS counts shared memory in each process, PSS counts it once in total. Tavolo's limits are for PSS.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psutil

from benchmarks.http_client import Pool
from benchmarks.measuring import QUICK, SIZES, add_figure, make_evening, report, serving
from benchmarks.public_reads import hello
from tests.fixtures.serving import Served, until

SECONDS = 5.0 if QUICK else 300.0
PLENTY = 2.0 if QUICK else 20.0
"""Seconds after which the programs have certainly started."""
AT_REST = 2.0 if QUICK else 50.0
"""Seconds after which the memory used by a storm has been released (`tournaments/serving/recycling.py`)."""
HALLS, TABLES, TURNS = ((40,), 10, 1) if QUICK else ((200, 400), 50, 2)
LANGUAGES, THEMES = ("en", "it", "es", "pt", "nl"), ("light", "dark", "")


@dataclass(frozen=True, slots=True)
class Usage:
    """The processor time of a process so far, the number of its wake-ups, and its memory in bytes."""

    seconds: float
    switches: int
    pss: int
    rss: int


def main() -> None:
    """Print the figures, the baselines first."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else SECONDS
    with serving() as served, ExitStack() as baselines:
        until(served.heard)
        families = {
            "baseline: Python that sleeps": baselines.enter_context(sleeper()),
            "baseline: hello": baselines.enter_context(hello_family()),
            **programs(served),
        }
        time.sleep(PLENTY)
        before = usages(families)
        time.sleep(seconds)
        after = usages(families)
        by_size = {size: memory_once_read(served, size) for size in SIZES}
        full = memory_with_full_caches(served)
        time.sleep(AT_REST)
        at_rest = memory(served)
    report(f"idle for {seconds:.0f} s, all others together last", f"{'of a core':>10} {'wakes/s':>8} PSS MB RSS MB")
    total = [0.0] * 4
    for name, usage in after.items():
        spent, switches = usage.seconds - before[name].seconds, usage.switches - before[name].switches
        figures = [spent / seconds, switches / seconds, usage.pss / 1e6, usage.rss / 1e6]
        if not name.startswith("baseline"):
            total = [sum(pair) for pair in zip(total, figures, strict=True)]
        report(name, line(*figures))
    report("serve", line(*total))
    add_figure("idle: share of a core", 100 * total[0], "%", at_most=0.5)
    add_figure("idle: memory, what is shared counted once", total[2], "MB", at_most=350, **beside(after, "pss"))
    for size, megabytes in by_size.items():
        add_figure("memory, an evening's standings read", megabytes, "MB", size=size, **beside(after, "pss"))
    add_figure("memory, the caches of answers full", full, "MB", **beside(after, "pss"))
    add_figure("idle: memory a minute after that", at_rest, "MB", at_most=350, **beside(after, "pss"))
    add_figure("idle: memory, counted for each process", total[3], "MB", **beside(after, "rss"))


def beside(used: Mapping[str, Usage], kind: str) -> dict[str, object]:
    """Return the baseline of a memory figure as arguments of `add_figure`."""
    return {"baseline": getattr(used["baseline: hello"], kind) / 1e6, "of": "a bare hello"}


def memory_once_read(served: Served, players: int) -> float:
    """Return the megabytes of all programs after the pages of an evening with so many players were read."""
    slug = make_evening(served, players)
    paths = [f"/tournaments/{slug}/", *(f"/api/v1/tournaments/{slug}/{place}/" for place in ("standings", "live"))]
    asyncio.run(read_all(served.address, paths, languages=("en",), themes=("",)))
    return memory(served)


def memory_with_full_caches(served: Served) -> float:
    """Return the megabytes of all programs after more pages were read than the caches can hold."""
    paths = []
    for players in HALLS:
        place = f"/tournaments/{make_evening(served, players)}/"
        paths += [place, f"{place}rounds/1/", *(f"{place}rounds/1/tables/{n}/" for n in range(1, TABLES + 1))]
    asyncio.run(read_all(served.address, paths))
    return memory(served)


def memory(served: Served) -> float:
    """Return the memory of all programs, in megabytes."""
    return sum(each.pss for each in usages(programs(served)).values()) / 1e6


async def read_all(
    address: str, paths: list[str], *, languages: Iterable[str] = LANGUAGES, themes: Iterable[str] = THEMES
) -> None:
    """Read each page in every language and theme, over connections to both web processes."""
    pool = Pool(address, 16)

    async def read(path: str, headers: str) -> None:
        connection = await pool.take()
        assert (await connection.ask("GET", path, headers)).status == 200
        pool.give_back(connection)

    for _turn in range(TURNS):
        forms = [f"Accept-Language: {code}\r\nCookie: theme={theme}\r\n" for code in languages for theme in themes]
        await asyncio.gather(*(read(path, form) for path in paths for form in forms))
    pool.close()


def line(share: float, wakes: float, pss: float, rss: float) -> str:
    """Return the figures as one line."""
    return f"{share:>10.3%} {wakes:>8.1f} {pss:>6.1f} {rss:>6.1f}"


def programs(served: Served) -> dict[str, list[psutil.Process]]:
    """Return the processes of each program by name; forked processes have separate names."""
    supervisor = psutil.Process(served.process.pid)
    families = {"supervisor": [supervisor]}
    for name in ("web server", "worker", "beat"):
        if program := served.program(name):
            families[name] = [program]
            families[f"{name}'s processes"] = program.children(recursive=True)
    return {name: processes for name, processes in families.items() if processes}


def usages(families: Mapping[str, list[psutil.Process]]) -> dict[str, Usage]:
    """Return the usage of each group of processes so far."""
    return {name: usage(processes) for name, processes in families.items()}


def usage(processes: list[psutil.Process]) -> Usage:
    """Return the total usage of these processes so far."""
    times = [process.cpu_times() for process in processes]
    memory = [process.memory_full_info() for process in processes]
    return Usage(
        seconds=sum(each.user + each.system for each in times),
        switches=sum(switches_of(process) for process in processes),
        pss=sum(each.pss for each in memory),
        rss=sum(each.rss for each in memory),
    )


def switches_of(process: psutil.Process) -> int:
    """Return how often the threads of a process have given up the processor."""
    return sum(psutil.Process(thread.id).num_ctx_switches().voluntary for thread in process.threads())


@contextmanager
def sleeper() -> Iterator[list[psutil.Process]]:
    """Run a Python process that only sleeps, during the block; yield it."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1e6)"]) as process:
        yield [psutil.Process(process.pid)]
        process.kill()


@contextmanager
def hello_family() -> Iterator[list[psutil.Process]]:
    """Run a minimal application on the same web server with as many processes as Tavolo; yield them."""
    ours = psutil.Process()
    before = set(ours.children())
    with hello():
        (server,) = [child for child in ours.children() if child not in before]
        yield [server, *server.children(recursive=True)]


if __name__ == "__main__":
    main()
