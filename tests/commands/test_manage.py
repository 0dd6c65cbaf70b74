"""`manage.py` on a machine that has Python and nothing else."""

import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import manage
from tests.processes import HOME, environment

PYTHON = Path(getattr(sys, "_base_executable", sys.executable)).resolve()


@pytest.fixture
def clone(tmp_path):
    """The files under version control, as they are, and none of the others."""
    folder = tmp_path / "clone"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, check=True, capture_output=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(HOME / name, folder / name)
    return folder


def bare(clone, **variables):
    """An environment with a python3 and a shell, without uv or an active virtual environment."""
    programs = clone.parent / "bin"
    programs.mkdir(exist_ok=True)
    if not (programs / "python3").exists():
        (programs / "python3").symlink_to(PYTHON)
    kept = environment(PATH=f"{programs}:/usr/bin:/bin", **variables)
    return {name: kept[name] for name in kept if name not in {"MANAGE_NO_BOOTSTRAP", "VIRTUAL_ENV"}}


def run(clone, *arguments, **variables):
    return subprocess.run(
        ["python3", "manage.py", *arguments],
        cwd=clone,
        env=bare(clone, **variables),
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize(
    ("pins", "held"),
    [
        ("pytest=={pytest}\n", True),
        ("pytest==0.1\n", False),
        ("no-such-package==1.0\n", False),
        ("no-such-package==1.0 ; sys_platform == 'win32'\n", True),
        ("pytest==0.1 ; python_version < '3'\npytest=={pytest} ; python_version > '3'\n", True),
        ("pytest==0.1 ; python_version > '3'\n", False),
    ],
)
def test_an_environment_is_used_as_it_is_when_it_satisfies_the_lock(tmp_path, pins, held):
    lock = tmp_path / "requirements.lock"
    lock.write_text(pins.format(pytest=pytest.__version__))
    assert manage.satisfies(lock) is held


def test_without_internet_it_says_in_one_line_how_to_go_on(clone, tmp_path):
    done = run(clone, "check", TAVOLO_WHEELS=str(tmp_path))
    assert done.returncode == 1
    first, last = done.stderr.splitlines()
    assert first == f"Setting up {clone}/.venv, once: this takes up to a minute."
    assert last.startswith(f"manage.py: could not set up {clone}/.venv (no internet: see")


def test_a_folder_that_cannot_be_written_is_told_in_one_line(clone):
    (clone / ".venv.lock").mkdir()
    done = run(clone, "check")
    assert done.returncode == 1
    assert done.stderr == (
        f"manage.py: could not set up {clone}/.venv: [Errno 21] Is a directory: '{clone}/.venv.lock'\n"
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_commands_of_the_readme_work_in_an_empty_clone(clone):
    commands = re.findall(r"^python3 manage\.py (\w+)$", (clone / "README.md").read_text(), re.M)
    assert commands == ["serve", "test"]
    first_page(clone)
    tested = run(clone, "test", "tests/scoring", "-n", "1")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert re.search(r"^\d+ passed", tested.stdout, re.MULTILINE)
    again = first_page(clone)
    assert "Setting up" not in again


def first_page(clone):
    """Serve until the first page has answered; what was written to standard error."""
    command = ["python3", "manage.py", "serve", "--port", "0"]
    with (clone.parent / "stderr").open("w+") as stderr:
        serving = subprocess.Popen(
            command, cwd=clone, env=bare(clone), stdout=subprocess.PIPE, stderr=stderr, text=True
        )
        ready = serving.stdout.readline()
        address = ready.removeprefix("Tavolo is ready at ").strip()
        with urllib.request.urlopen(address) as answer:
            assert b"</html>" in answer.read()
        serving.terminate()
        assert serving.wait(30) == 0
        serving.stdout.close()
        stderr.seek(0)
        return stderr.read()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_first_starts_at_once_build_once_and_an_update_builds_again(clone):
    starts = [
        subprocess.Popen(
            ["python3", "manage.py", "check"],
            cwd=clone,
            env=bare(clone),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = "".join(start.communicate()[1] for start in starts)
    assert [start.returncode for start in starts] == [0, 0]
    assert said == f"Setting up {clone}/.venv, once: this takes up to a minute.\n"
    with (clone / "requirements.lock").open("a") as lock:
        lock.write("# an update\n")
    assert run(clone, "check").stderr == said
    assert run(clone, "check").stderr == ""
