"""Supervises programs: starts, restarts, watches and ends them together."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType

from django.db import connections

from config.kernel import end_with_parent
from config.logs import rotate_events
from tournaments.actions.readiness import shortcomings

TICK = 0.05
PAUSE = 3.0  # seconds between two checks of readiness
GRACE = 10.0  # seconds in which a request or a task may finish
BETWEEN_STARTS = 2.0  # seconds: what has answered is back at once, what cannot start leaves the others some room


class Program:
    """One program in a process group of its own, restarted when it ends by itself."""

    def __init__(self, name: str, command: list[str], environment: Mapping[str, str]) -> None:
        """Start it."""
        self.name = name
        self._command = command
        self._environment = environment
        self._start()

    def _start(self) -> None:
        self._started_at = time.monotonic()
        self._has_ended = False
        self._process = subprocess.Popen(  # noqa: S603 - our own command line
            self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=partial(end_with_parent, os.getpid()),  # noqa: PLW1509 - we have one thread
        )

    @property
    def running(self) -> bool:
        """Whether its first process is alive."""
        return self._process.poll() is None

    def tend(self) -> None:
        """Restart it when it has ended, unless it was started only a moment ago."""
        if self.running:
            return
        if not self._has_ended:
            self._has_ended = True
            self.kill()  # what it has left behind would hold on to its port
            self._report_exit()
        if time.monotonic() - self._started_at >= BETWEEN_STARTS:
            self._start()

    def _report_exit(self) -> None:
        status = self._process.returncode
        why = f"was killed by {signal.Signals(-status).name}" if status < 0 else "ended"
        with suppress(OSError):  # standard error may be a file on a full disk
            print(f"The {self.name} {why}; it is started again.", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Ask it to finish what it does and end."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it and all that it has started, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Supervisor:
    """Starts programs, keeps them running, and ends them when a signal asks for it."""

    def __init__(self) -> None:
        """Install the signal handlers."""
        self._programs: list[Program] = []
        self._signals = 0
        self._ending = threading.Event()
        heeded = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
        if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:  # nohup: outlive the terminal
            heeded.remove(signal.SIGHUP)
        for number in heeded:
            signal.signal(number, self._heed)

    def _heed(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1
        self._ending.set()

    def start(self, name: str, command: list[str], environment: Mapping[str, str]) -> Program:
        """Start one more program."""
        self._programs.append(Program(name, command, environment))
        return self._programs[-1]

    def stop_requested(self) -> bool:
        """Pause for a moment; answer whether a signal has asked for the end."""
        return self._ending.wait(TICK)

    def keep_running(self, meanwhile: Callable[[], None]) -> None:
        """Restart whatever dies, until a signal asks for the end; do something more meanwhile."""
        while not self.stop_requested():
            for program in self._programs:
                program.tend()
            meanwhile()

    def end(self) -> None:
        """End every program: gently, then, after a grace or at a second signal, at once."""
        before, deadline = self._signals, time.monotonic() + GRACE
        for program in self._programs:
            program.end()
        while any(program.running for program in self._programs):
            if time.monotonic() > deadline or self._signals > before:
                break
            time.sleep(TICK)
        for program in self._programs:
            program.kill()


class Watch:
    """Checks readiness every few seconds and prints what has changed.

    A fault is printed only when it is found twice: a clock that was set looks like a missing heartbeat for a moment.
    """

    def __init__(self, events: Path) -> None:
        """Check once, so that what is wrong at the start is printed at once."""
        self._events = events
        self._last_faults = _find_faults()
        self._reported: set[str] = set()
        self._next = time.monotonic()

    def report(self) -> None:
        """Print what has changed, if the next check is due."""
        if time.monotonic() < self._next:
            return
        faults = _find_faults()
        rotate_events(self._events)
        for line in sorted((faults & self._last_faults) - self._reported):
            print(line, file=sys.stderr, flush=True)
        if self._reported and not faults:
            print("Tavolo does all its work again.", file=sys.stderr, flush=True)
        self._reported = faults & (self._reported | self._last_faults)
        self._last_faults = faults
        self._next = time.monotonic() + PAUSE


def _find_faults() -> set[str]:
    faults = {problem.text() for problem in shortcomings()}
    close_database()
    return faults


def close_database() -> None:
    """Close every connection and end the pool's threads: programs are forked from here."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if hasattr(connection, "close_pool"):
            connection.close_pool()
