"""Installations to measure: `serve` with SQLite, and separate programs with PostgreSQL and Redis."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import psutil

from benchmarks.measuring import data_folder
from tests.fixtures.postgres_server import TEMPLATE, running_postgres
from tests.fixtures.redis_server import RedisServer, free_port
from tests.fixtures.serving import PREPARE, Console, Served, until
from tests.processes import HOME, environment, manage

WORKERS = 2
POSTGRES = os.environ.get("BENCHMARKS_POSTGRES")
"""The data folder of a PostgreSQL with a migrated database, which is copied; without it, one is migrated."""
SECRET_KEY = "of the benchmarks, and of nothing else: " + "0" * 40


class Installation:
    """A running installation: its address, a way to run code on its data, and each program's first process."""

    def __init__(self, address: str, console: Console, programs: Mapping[str, int], supervisor: int = 0) -> None:
        self.address, self._console = address, console
        self._programs = {name: psutil.Process(pid) for name, pid in programs.items()}
        self._supervisor = psutil.Process(supervisor) if supervisor else None

    def run(self, script: str) -> str:
        """Run a few lines of Python on the data of the installation; return their output."""
        return str(self._console.run(script))

    def manage(self, *command: str) -> str:
        """Run a command on the data of the installation; return its output."""
        return self.run(f"from django.core.management import call_command; call_command(*{command!r})")

    def cpu_seconds(self) -> dict[str, float]:
        """Return the processor time of each program and its child processes so far."""
        return {name: sum(map(_cpu_seconds, family)) for name, family in self._families()}

    def memory(self) -> dict[str, float]:
        """Return the memory of each program in megabytes; shared memory counts once (PSS)."""
        return {name: sum(map(_megabytes, family)) for name, family in self._families()}

    def _families(self) -> Iterator[tuple[str, list[psutil.Process]]]:
        if self._supervisor:
            yield "serve", [self._supervisor]
        for name, program in self._programs.items():
            yield name, [program, *program.children(recursive=True)]


def _cpu_seconds(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        return float(sum(process.cpu_times()[:4]))  # with the child processes that have ended
    return 0.0


def _megabytes(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        return float(process.memory_full_info().pss) / 2**20
    return 0.0


def serving_on(served: Served) -> Installation:
    """Return the installation that `serve` runs."""
    served.console = served.console or Console(served.variables)
    names = {"web": "web server", "worker": "worker", "beat": "beat"}
    programs = {name: until(partial(served.program, known)).pid for name, known in names.items()}
    return Installation(served.address, served.console, programs, served.process.pid)


@contextmanager
def on_sqlite() -> Iterator[Installation]:
    """Run `manage.py serve` on a separate data folder during the block."""
    with data_folder() as folder, closing(Served(folder)) as served:
        until(served.heard)
        yield serving_on(served)


@contextmanager
def on_postgresql() -> Iterator[Installation]:
    """Run PostgreSQL, Redis, two web processes, two workers and a beat during the block."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        postgres = stack.enter_context(running_postgres(begin_with=POSTGRES))
        redis = RedisServer(folder)
        redis.start()
        stack.callback(redis.stop)
        variables = {
            "TAVOLO_DATA_DIR": str(folder / "data"),
            "DATABASE_URL": postgres.create("storm", template=TEMPLATE if POSTGRES else "template0"),
            "REDIS_URL": redis.address,
        }
        done = manage("shell", "--no-imports", "-c", PREPARE, **variables)
        assert done.returncode == 0, done.stderr
        others = {"postgres": postgres.pid, "redis": redis.process.pid}
        yield stack.enter_context(by_themselves(variables, others))


@contextmanager
def by_themselves(variables: Mapping[str, str], others: Mapping[str, int]) -> Iterator[Installation]:
    """Run the web server, two workers and a beat with these variables; `others` are further programs to measure."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    variables = {"TAVOLO_URL": address, "TAVOLO_SECRET_KEY": SECRET_KEY, **variables}
    commands = {"web": ["web", "--port", str(port), "--processes=2"], "beat": ["beat"]}
    commands |= {f"worker {number}": ["worker"] for number in range(1, WORKERS + 1)}
    with ExitStack() as stack:
        programs = {name: stack.enter_context(_running(command, variables)) for name, command in commands.items()}
        until(lambda: _is_ready(address))
        console = stack.enter_context(closing(Console(variables)))
        yield Installation(address, console, {**programs, **others})


@contextmanager
def _running(command: list[str], variables: Mapping[str, str]) -> Iterator[int]:
    command = [sys.executable, "manage.py", "run", *command]
    process = subprocess.Popen(command, cwd=HOME, env=environment(**variables), stdout=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


def _is_ready(address: str) -> bool:
    with suppress(OSError), urlopen(f"{address}/readyz", timeout=10) as answer:
        return answer.status == 200
    return False
