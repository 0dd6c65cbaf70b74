"""How benchmarks tell their figures, and what becomes of them."""

import ast
import json
import shutil
import subprocess
import sys

import pytest

from benchmarks import performance_page
from benchmarks.__main__ import CHAPTERS
from benchmarks.measuring import COLLECTED, Figure, add_figure
from benchmarks.performance_page import Chapter
from tests.processes import HOME, environment

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


def test_the_page_keeps_what_stands_around_the_tables(tmp_path, monkeypatch):
    page = tmp_path / "performance.md"
    page.write_text(f"before\n{performance_page.BEGIN}\nold\n{performance_page.END}\nafter\n")
    monkeypatch.setattr(performance_page, "PAGE", page)
    performance_page.write_page([Chapter("reads", "Reads", [Figure(value=11_000, size=200, **LIVE)])], ["Reads"])
    told = page.read_text()
    assert told.startswith("before\n")
    assert told.endswith("after\n")
    assert "old" not in told
    assert (
        "| live/ | 200 | 11,000 req/s | a bare hello: 20,000 req/s | 0.55 | **ratio at least 0.60: not reached** |"
        in told
    )


def test_the_page_keeps_the_other_chapters_of_this_machine(tmp_path, monkeypatch):
    def chapter(name, value):
        return Chapter(name, name.title(), [Figure(name=name, value=value, unit="ms")])

    page = tmp_path / "performance.md"
    page.write_text(f"before\n{performance_page.BEGIN}\n{performance_page.END}\nafter\n")
    monkeypatch.setattr(performance_page, "PAGE", page)
    for chapters in [chapter("writes", 3)], [chapter("reads", 1)], [chapter("writes", 4)]:
        performance_page.write_page(chapters, ["Reads", "Writes"])
    rows = [line for line in page.read_text().splitlines() if line.startswith(("###", "| reads", "| writes"))]
    assert rows == ["### Reads", "| reads |  | 1 ms |  |  |  |", "### Writes", "| writes |  | 4 ms |  |  |  |"]
    monkeypatch.setattr(performance_page, "machine", lambda: "another one")
    performance_page.write_page([chapter("reads", 2)], ["Reads", "Writes"])
    assert "Writes" not in page.read_text()


def test_the_page_names_no_machine():
    told = performance_page.machine()
    assert "cores of" in told
    assert "/" not in told
    assert performance_page.platform.node() not in told


def test_each_benchmark_that_the_command_runs_has_a_main():
    for name in CHAPTERS:
        module = HOME / "benchmarks" / f"{name}.py"
        source = module if module.exists() else HOME / "benchmarks" / name / "__main__.py"
        functions = [each.name for each in ast.parse(source.read_text()).body if isinstance(each, ast.FunctionDef)]
        assert "main" in functions


def test_the_command_collects_what_a_benchmark_tells():
    command = [sys.executable, "-m", "benchmarks", "scoring", "--quick"]
    told = subprocess.run(command, cwd=HOME, env=environment(), check=True, capture_output=True, text=True).stdout
    assert "== scoring" in told
    assert "3 figures in" in told


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", CHAPTERS)
def test_each_benchmark_runs(name):
    if name == "public_reads" and not shutil.which("wrk"):
        pytest.skip("no wrk on PATH")
    command = [sys.executable, "-m", "benchmarks", name, "--quick"]
    told = subprocess.run(command, cwd=HOME, env=environment(), check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_command_knows_its_benchmarks():
    command = [sys.executable, "-m", "benchmarks", "nothing"]
    refused = subprocess.run(command, cwd=HOME, env=environment(), check=False, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "no benchmark is called nothing" in refused.stderr
