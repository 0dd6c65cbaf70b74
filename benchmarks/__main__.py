"""Run all benchmarks, each in its own process, and collect their figures.

Run from the root of the repository, in the environment of the tests:
python -m benchmarks [names] [--quick] [--write] [--check]
With --write, the tables in benchmarks/measured.md are replaced; tables of other benchmarks remain there. With --quick,
each benchmark takes only a few seconds. With --check, only the checks of benchmarks/guard.py run.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from benchmarks.measuring import COLLECTED, Figure
from benchmarks.report import HOME, Chapter, write_figures

CHAPTERS = {
    "public_reads": "Public reads from the cache",
    "api": "Requests to the API",
    "writes": "Recording and confirming a hand",
    "race": "Concurrent writes: two phones at each of 256 tables",
    "pages": "Rendering pages after a change",
    "desk": "The director's desk of a full hall",
    "freshness": "Delay from a hand to the public standings",
    "push": "Server-sent events and webhooks",
    "storm": "A whole evening at full speed",
    "hall_of_phones": "Phones beside silent connections",
    "flood": "Memory under requests to unknown addresses",
    "sign_in": "Live pages beside password guessing",
    "refresh": "Refreshing standings after a hand",
    "seasons": "The standing of a season",
    "scoring": "Scoring",
    "ranking": "Ranking",
    "pairing_swiss": "Draws by standing",
    "repairs": "Repairing a published round",
    "lists": "Importing a list of players",
    "exchange": "Exporting and importing a tournament",
    "paper": "Printing",
    "start": "Starting",
    "idle": "Idle processor time and memory",
}
"""The modules that `python -m benchmarks` runs, in order, with the titles of their tables in measured.md."""
ARGUMENTS = {"idle": ["30"]}
"""Arguments that shorten benchmarks which take minutes by default."""


def main() -> None:
    """Run the named benchmarks, or all of them. Exit with 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(CHAPTERS))
    parser.add_argument("--quick", action="store_true", help="small sizes and few runs")
    parser.add_argument("--write", action="store_true", help="write the tables to benchmarks/measured.md")
    parser.add_argument("--check", action="store_true", help="compare with expected.toml, as CI does")
    options = parser.parse_args()
    if options.check:
        sys.exit(subprocess.run([sys.executable, "-m", "benchmarks.guard"], cwd=HOME, check=False).returncode)
    if unknown := set(options.names) - CHAPTERS.keys():
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}")
    chapters = [run(name, quick=options.quick) for name in options.names or CHAPTERS]
    print_summary(chapters)
    if options.write:
        write_figures(chapters, CHAPTERS)
    sys.exit(any(chapter.failed for chapter in chapters))


def run(name: str, *, quick: bool) -> Chapter:
    """Run one benchmark, print its output at once, and return its figures."""
    print(f"\n== {name}", flush=True)
    start = time.monotonic()
    with NamedTemporaryFile("r", suffix=".jsonl") as collected:
        variables = os.environ | {COLLECTED: collected.name, "MANAGE_NO_BOOTSTRAP": "1"}
        variables |= {"BENCHMARKS_QUICK": "1"} if quick else {}
        command = [sys.executable, "-m", f"benchmarks.{name}", *([] if quick else ARGUMENTS.get(name, []))]
        done = subprocess.run(command, cwd=HOME, env=variables, check=False)
        figures = [Figure(**json.loads(line)) for line in Path(collected.name).read_text().splitlines()]
    seconds = time.monotonic() - start
    print(f"-- {name}: {seconds:.0f} s{', FAILED' if done.returncode else ''}", flush=True)
    return Chapter(name, CHAPTERS[name], figures, seconds, failed=bool(done.returncode))


def print_summary(chapters: Sequence[Chapter]) -> None:
    """Print the figures that missed their limits, and the total time."""
    figures = [figure for chapter in chapters for figure in chapter.figures]
    print(f"\n{len(figures)} figures in {sum(chapter.seconds for chapter in chapters):.0f} s")
    for figure in figures:
        if not figure.holds:
            print(f"not reached: {figure.line()}")
    for chapter in chapters:
        if chapter.failed:
            print(f"failed: {chapter.name}")


if __name__ == "__main__":
    main()
