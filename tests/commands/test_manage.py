"""`manage.py` on a machine that has Python and nothing else."""

import json
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


def test_the_marker_tells_when_the_lock_has_changed(tmp_path, monkeypatch):
    for name in ("HOME", "MARKER", "PYTHON"):
        monkeypatch.setattr(manage, name, tmp_path / name.lower())
    lock = tmp_path / "home" / "requirements.lock"
    lock.parent.mkdir()
    lock.write_text("pytest==1.0\n")
    assert not manage.was_built_with(*manage.contents(lock))
    manage.PYTHON.touch()
    manage.MARKER.write_text(" ".join(manage.contents(lock)))
    assert manage.was_built_with(*manage.contents(lock))
    lock.write_text("pytest==1.1\n")
    assert not manage.was_built_with(*manage.contents(lock))


@pytest.mark.parametrize("command", ["count", "pair", "score"])
def test_score_and_count_need_only_the_standard_library(command):
    asked = [sys.executable, "-S", "manage.py", command]  # without any package
    done = subprocess.run(asked, cwd=HOME, input="{}", capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout)["problems"]


@pytest.mark.slow
def test_without_internet_it_says_in_one_line_how_to_go_on(clone, tmp_path):
    done = run(clone, "check", TAVOLO_WHEELS=str(tmp_path))
    assert done.returncode == 1
    first, last = done.stderr.splitlines()
    assert first == f"Setting up {clone}/.venv, once: this takes up to a minute."
    assert last.startswith(f"manage.py: could not set up {clone}/.venv (no internet: see")


@pytest.mark.slow
def test_unwritable_folder_prints_one_line(clone):
    (clone / ".venv.lock").mkdir()
    done = run(clone, "check")
    assert done.returncode == 1
    assert done.stderr == (
        f"manage.py: could not set up {clone}/.venv: [Errno 21] Is a directory: '{clone}/.venv.lock'\n"
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_commands_of_the_readme_work_in_an_empty_clone(clone):
    """Two first starts at once build the environment once, and an update builds it again."""
    commands = re.findall(r"^python3 manage\.py (\w+)$", (clone / "README.md").read_text(), re.M)
    assert commands == ["serve", "test"]
    setting_up = f"Setting up {clone}/.venv, once: this takes up to a minute.\n"
    other = start(clone, "check", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = first_page(clone) + other.communicate()[1]
    assert (other.returncode, said.count(setting_up)) == (0, 1)
    tested = run(clone, "test", "tests/scoring/test_wire.py", "-n", "1")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert re.search(r"^\d+ passed", tested.stdout, re.MULTILINE)
    again = first_page(clone)
    assert "Setting up" not in again
    with (clone / "requirements.lock").open("a") as lock:
        lock.write("# an update\n")
    assert run(clone, "check").stderr == setting_up
    assert run(clone, "check").stderr == ""


def start(clone, *arguments, **streams):
    return subprocess.Popen(["python3", "manage.py", *arguments], cwd=clone, env=bare(clone), text=True, **streams)


def first_page(clone):
    """Serve until the first page is delivered; return the standard error."""
    with (clone.parent / "stderr").open("w+") as stderr:
        serving = start(clone, "serve", "--port", "0", stdout=subprocess.PIPE, stderr=stderr)
        ready = serving.stdout.readline()
        address = ready.removeprefix("Tavolo is ready at ").strip()
        with urllib.request.urlopen(address) as answer:
            assert b"</html>" in answer.read()
        serving.terminate()
        assert serving.wait(30) == 0
        serving.stdout.close()
        stderr.seek(0)
        return stderr.read()
