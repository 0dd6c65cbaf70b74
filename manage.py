#!/usr/bin/env python3
"""Tavolo's command line; on first use it sets up .venv from a lock and starts again inside it."""

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path

HOME = Path(__file__).resolve().parent
VENV, PYTHON = HOME / ".venv", HOME / ".venv/bin/python"


def enter_environment(lock: Path) -> None:
    """Return when this interpreter holds what the lock names, else start again in one that does."""
    if sys.version_info < (3, 11) or sys.platform == "win32":
        sys.exit("manage.py: Tavolo needs Python 3.11 or newer on Linux, macOS or WSL.")
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
    """Tell whether the installed versions are the lock's; a pin with a marker may be absent."""
    installed = {re.sub(r"[-_.]+", "-", d.name).lower(): d.version for d in distributions()}
    pins = re.findall(r"^([\w.-]+)==([^\s;]+) ?(;?)", lock.read_text(), re.MULTILINE)
    present = {name for name, version, _ in pins if installed.get(name) == version}
    return all(name in present or (marker and name not in installed) for name, _, marker in pins)


def build(lock: Path) -> None:
    """Bring .venv to what the lock names; its marker says which Python and locks it is made of."""
    locks = HOME / "requirements.lock", lock
    made_of = [sys.version.split()[0], *(sha256(path.read_bytes()).hexdigest() for path in locks)]
    marker = VENV / "made-of"
    built_of = marker.read_text().split() if marker.exists() and PYTHON.exists() else []
    if made_of[0] in built_of and made_of[-1] in built_of:
        return
    print(f"Setting up {VENV}, once: this takes up to a minute.", file=sys.stderr, flush=True)
    if made_of[0] not in built_of:
        run(sys.executable, "-m", "venv", "--clear", "--without-pip", VENV)
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install"]
    if uv := shutil.which("uv"):
        pip = [uv, "pip", "install", "--compile-bytecode", "--python", PYTHON]
    else:
        run(PYTHON, "-m", "ensurepip")
    wheels = os.environ.get("TAVOLO_WHEELS")
    run(*pip, "--require-hashes", "-r", lock, *(["--no-index", "-f", wheels] if wheels else []))
    marker.write_text(" ".join(made_of))


def run(*command: "str | Path") -> None:
    """Run one step of the setting up; where it fails, end with a line that says how to go on."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
        ways = "no internet: see TAVOLO_WHEELS; no ensurepip: install python3-venv or uv"
        sys.exit(f"manage.py: could not set up {VENV} ({ways}): {reason}")


if __name__ == "__main__":
    testing = sys.argv[1:2] == ["test"]
    if not os.environ.get("MANAGE_NO_BOOTSTRAP"):
        enter_environment(HOME / ("requirements-dev.lock" if testing else "requirements.lock"))
    if testing:
        processes = str((os.cpu_count() or 1) + 1)  # one of them waits for a browser or a server
        sharing = ["-n", processes, "--dist", "worksteal"]
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *sharing, *sys.argv[2:]])
    if sys.argv[1:] in (["count"], ["pair"], ["score"]):  # at once: no settings, no database
        import_module(f"tournaments.management.commands.{sys.argv[1]}").Command().handle()
        sys.exit()
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(sys.argv)
