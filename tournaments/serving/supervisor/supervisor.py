"""Supervising programs: starting, restarting, watching, and ending them together."""

import math
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

from django.conf import settings
from django.db import close_old_connections, connections

from tournaments.actions.installation import find_faults

from .processes import ENDING, Process

TICK = 0.05  # seconds between two checks for the first page, or for the end of all programs
GRACE = 10.0  # seconds that a request or a task has to finish
MAX_BYTES = 10 << 20  # the size at which the event file is renamed
BETWEEN_STARTS = 2.0  # seconds; a program that ran longer starts again at once, one that cannot start has to wait


class Program:
    """A program in a process group of its own, which is started again if it ends by itself."""

    def __init__(self, name: str, launch: Callable[[], Process]) -> None:
        """Start the program; `launch` starts its first process, which leads the process group."""
        self.name = name
        self._launch = launch
        self._start()

    def _start(self) -> None:
        close_database()
        self._started_at = time.monotonic()
        self._has_ended = False
        self._process = self._launch()

    @property
    def running(self) -> bool:
        """Whether the first process is alive."""
        return self._process.poll() is None

    def restart_if_ended(self) -> float:
        """Start the program again if it has ended, after a pause.

        Return the seconds until the start; `math.inf` if the program runs.
        """
        if self.running:
            return math.inf
        if not self._has_ended:
            self._has_ended = True
            self.kill()  # children that it left would keep the port
            self._report_exit()
        wait = self._started_at + BETWEEN_STARTS - time.monotonic()
        if wait <= 0:
            self._start()
        return wait if wait > 0 else math.inf

    def _report_exit(self) -> None:
        status = self._process.poll() or 0
        why = f"was killed by {signal.Signals(-status).name}" if status < 0 else "ended"
        with suppress(OSError):  # standard error may go to a file on a full disk
            print(f"The {self.name} {why}; it is started again.", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Send SIGTERM, after which the program finishes its work and ends."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the whole process group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Supervisor:
    """Starts programs, starts them again if they end, and ends all of them at a signal."""

    def __init__(self) -> None:
        """Install the signal handlers."""
        self._programs: list[Program] = []
        self._signals = 0
        self._woken, waker = os.pipe()  # in a signal handler a pipe is safe and an Event is not
        os.set_blocking(self._woken, False)
        os.set_blocking(waker, False)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        handled = {*ENDING}
        if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:  # set by nohup
            handled.remove(signal.SIGHUP)
        for number in handled:
            signal.signal(number, self._handle_signals)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)  # only wakes the supervisor
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)  # signals may be waiting

    def _handle_signals(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1

    def start(self, name: str, launch: Callable[[], Process]) -> Program:
        """Start another program."""
        self._programs.append(Program(name, launch))
        return self._programs[-1]

    def stop_requested(self, within: float = TICK) -> bool:
        """Wait for so many seconds, or until a program ends; return whether a signal to end has come."""
        if not self._signals:
            select.select([self._woken], [], [], max(0.0, within))
        with suppress(BlockingIOError):  # no signal came in this time
            os.read(self._woken, select.PIPE_BUF)
        return self._signals > 0

    def keep_running(self, *meanwhile: Callable[[], float]) -> None:
        """Restart programs that end, until a signal comes.

        Each function in `meanwhile` is called at intervals; it returns the seconds until its next call.
        """
        pause = 0.0
        while not self.stop_requested(within=pause):
            pause = min([*(call() for call in meanwhile), *(program.restart_if_ended() for program in self._programs)])

    def end(self) -> None:
        """End every program by SIGTERM; kill those that still run after the grace period, or at a second signal."""
        before, deadline = self._signals, time.monotonic() + GRACE
        for program in self._programs:
            program.end()
        while any(program.running for program in self._programs):
            if time.monotonic() > deadline or self._signals > before:
                break
            time.sleep(TICK)
        for program in self._programs:
            program.kill()


class ReadinessMonitor:
    """Checks readiness every few seconds, and prints changes.

    A fault is printed only if two checks find it: after the clock was set, a heartbeat seems to be missing for a
    moment.
    """

    def __init__(self, events: Path) -> None:
        """Make the first check now, so that faults at the start are printed at once."""
        self._events = events
        self._last_faults = _find_faults()
        self._reported: set[str] = set()
        self._next = time.monotonic()

    def report(self) -> float:
        """Check readiness if a check is due, and print changes; return the seconds until the next check."""
        if time.monotonic() < self._next:
            return self._next - time.monotonic()
        faults = _find_faults()
        rotate_events(self._events)
        for line in sorted((faults & self._last_faults) - self._reported):
            print(line, file=sys.stderr, flush=True)
        if self._reported and not faults:
            print("Tavolo does all its work again.", file=sys.stderr, flush=True)
        self._reported = faults & (self._reported | self._last_faults)
        self._last_faults = faults
        self._next = time.monotonic() + settings.WATCH_EVERY
        return settings.WATCH_EVERY


def rotate_events(file: Path) -> None:
    """Rename a log file if it is large; it replaces the file that was renamed before."""
    with suppress(OSError):
        if file.stat().st_size > MAX_BYTES:
            file.replace(file.with_name(f"{file.stem}.1{file.suffix}"))


def _find_faults() -> set[str]:
    faults = {problem.text() for problem in find_faults()}
    close_old_connections()
    return faults


def close_database() -> None:
    """Close all connections and end the threads of the pool. Call it before a fork."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if hasattr(connection, "close_pool"):
            connection.close_pool()
