"""The time until the first page is served: in a new clone, and at every later start.

Run from the root of the repository: python3 -m benchmarks.start, with --first for the new clone, which takes minutes.
The baseline of the first start is to create an environment and to install the packages, with pip and without a cache.
The baseline of a later start is to start Django with `manage.py check`.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from benchmarks import measuring

PYTHON = getattr(sys, "_base_executable", sys.executable)
STARTS = 1 if measuring.QUICK else 5


def run(*command: str | Path, **where: object) -> None:
    """Run a command until it ends, and discard its output."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(command, check=True, **quiet, **where)


def first_page(python: str, clone: Path, environment: dict[str, str]) -> float:
    """Start `serve`; return the seconds until the first page has been read."""
    start = time.monotonic()
    serving = subprocess.Popen(
        [python, "manage.py", "serve", "--port", "0"], cwd=clone, env=environment, stdout=subprocess.PIPE, text=True
    )
    address = serving.stdout.readline().removeprefix("Tavolo is ready at ").strip()
    with urllib.request.urlopen(address) as answer:
        answer.read()
    seconds = time.monotonic() - start
    serving.terminate()
    serving.communicate()
    return seconds


def first_start(environment: dict[str, str]) -> None:
    """Add the figures of the start in a new clone, with the baseline."""
    with tempfile.TemporaryDirectory() as temporary:
        clone, plain = Path(temporary) / "clone", Path(temporary) / "plain"
        run("git", "clone", "--quiet", Path.cwd(), clone)

        def packages() -> None:
            run(PYTHON, "-m", "venv", plain, env=environment)
            install = ["-m", "pip", "install", "-q", "-r", clone / "requirements.lock"]
            run(plain / "bin" / "python", *install, env=environment)

        (baseline,) = measuring.seconds_of(packages)
        seconds = first_page(PYTHON, clone, environment)
        of = "an environment and its packages"
        measuring.add_figure("empty clone to the first page", seconds, "s", baseline=baseline, of=of)


def later_starts(environment: dict[str, str]) -> None:
    """Add the figures of starts with an existing data folder, with the baseline."""
    with tempfile.TemporaryDirectory() as folder:
        environment = environment | {"TAVOLO_DATA_DIR": folder, "MANAGE_NO_BOOTSTRAP": "1"}

        def django() -> None:
            run(sys.executable, "manage.py", "check", env=environment)

        baseline = statistics.median(measuring.seconds_of(django, runs=STARTS))
        first_page(sys.executable, Path.cwd(), environment)
        starts = [first_page(sys.executable, Path.cwd(), environment) for _ in range(STARTS)]
        for name, seconds in (("median", statistics.median(starts)), ("slowest", max(starts))):
            of = "manage.py check"
            measuring.add_figure(f"later start to the first page, {name}", seconds, "s", baseline=baseline, of=of)


def main() -> None:
    """Print the figures."""
    ours = ("TAVOLO_", "DATABASE_URL", "REDIS_URL", "MANAGE_", "VIRTUAL_ENV", "PYTHONDONT")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"PATH": "/usr/bin:/bin", "PIP_NO_CACHE_DIR": "1"}  # a PATH without uv, so that pip is used
    if "--first" in sys.argv:
        first_start(environment)
    later_starts(environment)


if __name__ == "__main__":
    main()
