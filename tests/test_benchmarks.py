"""Figures of the benchmarks and their tables."""

import ast
import json
import subprocess
import sys

import pytest

from benchmarks import report
from benchmarks.__main__ import CHAPTERS
from benchmarks.measuring import COLLECTED, Figure, add_figure
from benchmarks.report import Chapter
from tests.processes import HOME, environment

WITHIN_MINUTES = ("race", "refresh", "scoring")
"""One of each kind of benchmark: of an installation, in one process, and of the rules alone."""
LIVE = {"name": "live/", "unit": "req/s", "baseline": 20_000, "of": "a bare hello", "ratio_at_least": 0.6}


def test_a_figure_holds_when_all_that_is_asked_is_reached():
    assert Figure(value=12_000, **LIVE).holds
    assert not Figure(value=11_999, **LIVE).holds
    assert Figure(name="a hand", value=8, unit="ms", at_most=8).holds
    assert not Figure(name="a hand", value=8.1, unit="ms", at_most=8).holds
    assert Figure(name="memory", value=430, unit="MB").holds


def test_a_line_says_what_was_asked_and_missed():
    line = Figure(value=5_000, size=200, **LIVE).line()
    assert " ".join(line.split()) == (
        "live/, 200 entries 5,000 req/s 0.25 × a bare hello (20,000) [ratio at least 0.60: MISSED]"
    )


def test_figures_are_collected_where_the_command_asks_for_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(COLLECTED, str(tmp_path / "figures"))
    told = [add_figure("p99", 1.25, "s", at_most=1.5), add_figure("no answer", 0, "")]
    lines = (tmp_path / "figures").read_text().splitlines()
    assert [Figure(**json.loads(line)) for line in lines] == told
    assert capsys.readouterr().out.count("\n") == 2


@pytest.fixture
def measured(tmp_path, monkeypatch):
    tables = tmp_path / "measured.md"
    tables.write_text("old\n")
    monkeypatch.setattr(report, "TABLES", tables)
    return tables


def test_tables_are_written(measured):
    report.write_figures([Chapter("reads", "Reads", [Figure(value=11_000, size=200, **LIVE)])], {"reads": "Reads"})
    asked = "**ratio at least 0.60: not reached**"
    assert "old" not in measured.read_text()
    assert f"| live/ | 200 | 11,000 req/s | a bare hello: 20,000 req/s | 0.55 | {asked} |" in measured.read_text()


def test_other_tables_are_kept_and_another_machine_is_named(measured, monkeypatch):
    def chapter(name, value):
        return Chapter(name, name.title(), [Figure(name=name, value=value, unit="ms")])

    titles = {"reads": "Reads", "writes": "Writes"}
    for chapters in [chapter("writes", 3)], [chapter("reads", 1)], [chapter("writes", 4)]:
        report.write_figures(chapters, titles)
    rows = [line for line in measured.read_text().splitlines() if line.startswith(("##", "| reads", "| writes"))]
    assert rows == ["## Reads", "| reads |  | 1 ms |  |  |  |", "## Writes", "| writes |  | 4 ms |  |  |  |"]
    monkeypatch.setattr(report, "machine", lambda: "another one")
    report.write_figures([chapter("reads", 2)], titles)
    (named,) = (line for line in measured.read_text().splitlines() if "another one" in line)
    assert named.startswith("`python -m benchmarks reads`, measured on ")
    assert "| writes |  | 4 ms |  |  |  |" in measured.read_text()
    report.write_figures([chapter("reads", 2), chapter("writes", 5)], titles)
    assert "\nanother one\n" in measured.read_text()


def test_the_tables_name_no_machine():
    told = report.machine()
    assert "cores of" in told
    assert "/" not in told
    assert report.platform.node() not in told


def test_each_benchmark_that_the_command_runs_has_a_main():
    for name in CHAPTERS:
        module = HOME / "benchmarks" / f"{name}.py"
        source = module if module.exists() else HOME / "benchmarks" / name / "__main__.py"
        functions = [each.name for each in ast.parse(source.read_text()).body if isinstance(each, ast.FunctionDef)]
        assert "main" in functions


@pytest.mark.slow
def test_the_command_collects_what_a_benchmark_tells():
    command = [sys.executable, "-m", "benchmarks", "scoring", "--quick"]
    told = subprocess.run(command, cwd=HOME, env=environment(), check=True, capture_output=True, text=True).stdout
    assert "== scoring" in told
    assert "3 figures in" in told


@pytest.mark.alone
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", WITHIN_MINUTES)
def test_a_benchmark_runs_quickly(name, prepared, postgres_data):
    command = [sys.executable, "-m", "benchmarks", name, "--quick"]
    migrated = environment(BENCHMARKS_DATA=str(prepared), BENCHMARKS_POSTGRES=str(postgres_data))
    told = subprocess.run(command, cwd=HOME, env=migrated, check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_command_knows_its_benchmarks():
    command = [sys.executable, "-m", "benchmarks", "nothing"]
    refused = subprocess.run(command, cwd=HOME, env=environment(), check=False, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "no benchmark is called nothing" in refused.stderr
