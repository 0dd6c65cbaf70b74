#!/usr/bin/env python3
"""Tavolo's command line. On first use it installs the packages of a lock file in .venv, and starts again there."""

import gc
import os
import sys
from importlib import import_module
from pathlib import Path

HOME = Path(__file__).resolve().parent
VENV, PYTHON = HOME / ".venv", HOME / ".venv/bin/python"
MARKER = VENV / "made-of"
AT_ONCE = {"count": "scoring.counter", "pair": "tournaments.pairing.wire", "score": "scoring.wire"}


def enter_environment(lock: Path) -> None:
    """Return if this interpreter has the packages of the lock; else start again in an environment that has them."""
    if Path(sys.prefix) == VENV and was_built_with(*contents(lock)):
        return
    if sys.prefix != sys.base_prefix and satisfies(lock):
        return
    try:
        with (HOME / ".venv.lock").open("w") as guard:
            os.lockf(guard.fileno(), os.F_LOCK, 0)
            build(lock)
    except OSError as fault:
        sys.exit(f"manage.py: could not set up {VENV}: {fault}")
    os.execve(PYTHON, [str(PYTHON), *sys.orig_argv[1:]], {**os.environ, "MANAGE_NO_BOOTSTRAP": "1"})


def satisfies(lock: Path) -> bool:
    """Return whether the versions of the lock are installed; a package with a marker may be missing."""
    import re
    from importlib.metadata import distributions

    installed = {re.sub(r"[-_.]+", "-", d.name).lower(): d.version for d in distributions()}
    pins = re.findall(r"^([\w.-]+)==([^\s;]+) ?(;?)", lock.read_text(), re.MULTILINE)
    present = {name for name, version, _ in pins if installed.get(name) == version}
    return all(name in present or (marker and name not in installed) for name, _, marker in pins)


def contents(lock: Path) -> "list[str]":
    """Return the Python version and the digests of requirements.lock and of this lock, in this order."""
    from hashlib import sha256

    locks = HOME / "requirements.lock", lock
    return [sys.version.split()[0], *(sha256(path.read_bytes()).hexdigest() for path in locks)]


def was_built_with(*needed: str) -> bool:
    """Return whether .venv's marker file has the first and the last of these values."""
    built_of = MARKER.read_text().split() if MARKER.exists() and PYTHON.exists() else []
    return needed[0] in built_of and needed[-1] in built_of


def build(lock: Path) -> None:
    """Install the packages of the lock in .venv, unless it has them; the marker file names the Python and the locks."""
    import shutil

    made_of = contents(lock)
    if was_built_with(*made_of):
        return
    print(f"Setting up {VENV}, once: this takes up to a minute.", file=sys.stderr, flush=True)
    if not was_built_with(made_of[0]):
        run(sys.executable, "-m", "venv", "--clear", "--without-pip", VENV)
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install"]
    if uv := shutil.which("uv"):
        pip = [uv, "pip", "install", "--compile-bytecode", "--python", PYTHON]
    else:
        run(PYTHON, "-m", "ensurepip")
    wheels = os.environ.get("TAVOLO_WHEELS")
    run(*pip, "--require-hashes", "-r", lock, *(["--no-index", "-f", wheels] if wheels else []))
    MARKER.write_text(" ".join(made_of))


def run(*command: "str | Path") -> None:
    """Run one step of the setup. If it fails, exit with a line that says what to do."""
    import subprocess

    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
        ways = "no internet: see TAVOLO_WHEELS; no ensurepip: install python3-venv or uv"
        sys.exit(f"manage.py: could not set up {VENV} ({ways}): {reason}")


def run_command(command: "list[str]") -> None:
    """Run a Django command. A reader may close the pipe of its output, as `head` does; this is not an error."""
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(command)
        sys.stdout.flush()
    except BrokenPipeError:
        if is_read():
            raise
        # Python flushes standard output at exit, which must not fail on the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (DatabaseError, OSError) as fault:
        if why := why_not(fault):
            sys.exit(f"manage.py: {why}")
        raise


def why_not(fault: Exception) -> str:
    """Return why the database or its disk cannot be used, and the remedy; `""` for any other fault."""
    from tournaments.outages import is_unprepared, outage

    if is_unprepared(fault):
        return (
            "the database lacks the tables of this version: `manage.py serve` or `manage.py migrate` creates them. "
            "TAVOLO_DATA_DIR or DATABASE_URL may name a different database from the one that you mean."
        )
    why = outage(fault) or ""
    return f"{why} ({fault})" if why and isinstance(fault, OSError) else why


def is_read() -> bool:
    """Return whether the reader of standard output still has the pipe open."""
    import select

    output = select.poll()
    output.register(sys.stdout, 0)
    return not output.poll(0)


if __name__ == "__main__":
    if sys.version_info < (3, 11) or sys.platform == "win32":
        sys.exit("manage.py: Tavolo needs Python 3.11 or newer on Linux, macOS or WSL.")
    if sys.argv[1:] in [[name] for name in AT_ONCE]:  # needs only the standard library: no settings, no database
        import_module(AT_ONCE[sys.argv[1]]).main()
        sys.exit()
    testing = sys.argv[1:2] == ["test"]
    if not os.environ.get("MANAGE_NO_BOOTSTRAP"):
        enter_environment(HOME / ("requirements-dev.lock" if testing else "requirements.lock"))
    if testing:
        processes = str((os.cpu_count() or 1) + 1)  # one process waits for a browser or a server
        sharing = ["-n", processes, "--dist", "worksteal"]
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *sharing, *sys.argv[2:]])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.set_threshold(10_000)  # loaded modules stay: collecting garbage among them takes a third of the start
    if sys.argv[1:2] == ["serve"] and not any(word.startswith("--lock") for word in sys.argv):
        import_module("tournaments.management.commands.serve").Command().run_from_argv(sys.argv)  # needs no models
    run_command(sys.argv)
