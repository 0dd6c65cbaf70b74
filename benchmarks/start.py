"""How long a club waits for the first page: in an empty clone, and at every later start.

Run from the root of the repository: python3 -m benchmarks.start
The baseline of the first start is what any program pays: an environment and its packages, with pip
and no cache. That of a later start is Django alone: `manage.py check`.
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
STARTS = 5


def run(*command: str | Path, **where: object) -> None:
    """Run a command quietly to its end."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(command, check=True, **quiet, **where)


def first_page(clone: Path, environment: dict[str, str]) -> float:
    """Serve until the first page has been read; answer the seconds that took."""
    start = time.monotonic()
    serving = subprocess.Popen(
        [PYTHON, "manage.py", "serve", "--port", "0"], cwd=clone, env=environment, stdout=subprocess.PIPE, text=True
    )
    address = serving.stdout.readline().removeprefix("Tavolo is ready at ").strip()
    with urllib.request.urlopen(address) as answer:
        answer.read()
    seconds = time.monotonic() - start
    serving.terminate()
    serving.communicate()
    return seconds


def report(name: str, seconds: float) -> None:
    """Print one line of figures."""
    measuring.report(name, f"{seconds:>6.1f} s")


def main() -> None:
    """Print the figures, each baseline first."""
    ours = ("TAVOLO_", "DATABASE_URL", "REDIS_URL", "MANAGE_", "VIRTUAL_ENV", "PYTHONDONT")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"PATH": "/usr/bin:/bin", "PIP_NO_CACHE_DIR": "1"}  # where there is no uv
    with tempfile.TemporaryDirectory() as temporary:
        clone, plain = Path(temporary) / "clone", Path(temporary) / "plain"
        run("git", "clone", "--quiet", Path.cwd(), clone)

        def packages() -> None:
            run(PYTHON, "-m", "venv", plain, env=environment)
            install = ["-m", "pip", "install", "-q", "-r", clone / "requirements.lock"]
            run(plain / "bin" / "python", *install, env=environment)

        def django() -> None:
            run(clone / ".venv/bin/python", "manage.py", "check", cwd=clone, env=environment)

        report("baseline: an environment and its packages", *measuring.seconds_of(packages))
        report("empty clone to the first page", first_page(clone, environment))
        report("baseline: manage.py check, median", statistics.median(measuring.seconds_of(django, runs=STARTS)))
        starts = [first_page(clone, environment) for _ in range(STARTS)]
        report("later start to the first page, median", statistics.median(starts))
        report("later start to the first page, slowest", max(starts))


if __name__ == "__main__":
    main()
