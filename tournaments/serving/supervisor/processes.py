"""Starts programs: by a fork that shares loaded modules, or by a command where forking is not safe."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from typing import NoReturn, Protocol

from django.conf import settings
from django.core.management import CommandError, call_command

from ..system_calls import end_with_parent, name_process, return_memory

FORKS = sys.platform == "linux"  # elsewhere not everything that is loaded outlives a fork
MANAGE = str(settings.BASE_DIR / "manage.py")
PAGES = ("config.urls", "tournaments.serving.supervisor.web_server")
WEB = ("config.rsgi",)  # which reads the static files
OTHERS = (
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.concurrency.thread",
    "tournaments.serving.periodic",
    "tournaments.tasks",
)
ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


class Process(Protocol):
    """A started process, with the interface of `subprocess.Popen`."""

    pid: int

    @property
    def returncode(self) -> int | None:
        """The exit status, negative after a signal; None until `poll` or `wait` noticed the end."""

    def poll(self) -> int | None:
        """Return the exit status, or None while the process runs."""

    def wait(self) -> int | None:
        """Wait for its end."""

    def send_signal(self, number: int) -> None:
        """Send it a signal."""


class Fork:
    """A forked `manage.py run` in its own process group; it ends with its parent."""

    def __init__(self, arguments: Sequence[str], without: Sequence[int]) -> None:
        """Fork without these open files; on return the child leads its group and handles signals."""
        heard, told = os.pipe()
        with held_back(ENDING):
            be = partial(_be, arguments, os.getpid(), [*without, heard], told)
            self._process = multiprocessing.get_context("fork").Process(target=be)
            self._process.start()
        os.close(told)
        os.read(heard, 1)
        os.close(heard)
        assert self._process.pid  # noqa: S101 - it has been started
        self.pid: int = self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status; None while the process runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return the exit status, or None while the process runs."""
        return self._process.exitcode

    def wait(self) -> int | None:
        """Wait for its end."""
        self._process.join()
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def _be(arguments: Sequence[str], parent: int, without: Sequence[int], told: int) -> None:
    """Run the program in the child; `ps -e` and `top` show its name."""
    os.setsid()
    end_with_parent(parent)
    signal.set_wakeup_fd(-1)
    for number in {*ENDING, signal.SIGCHLD}:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    name_process(f"tavolo-{arguments[0]}")
    for file in without:
        os.close(file)
    os.close(told)  # by which the parent knows
    sys.argv = [MANAGE, "run", *arguments]  # with which Celery starts itself again at a SIGHUP
    call_command("run", *arguments)


class Errand:
    """Work done in a child process to keep its memory out of this one; done at once where forking is not safe."""

    def __init__(self, work: Callable[[], object]) -> None:
        """Begin it."""
        if not FORKS:
            work()
            return
        context = multiprocessing.get_context("fork")
        self._heard, told = context.Pipe(duplex=False)
        self._process = context.Process(target=partial(_tell_refusal, work, told))
        self._process.start()
        told.close()

    def finish(self) -> None:
        """Wait for the end of the work; raises CommandError if it failed."""
        if not FORKS:
            return
        with suppress(EOFError):
            refusal: CommandError = self._heard.recv()
            raise refusal
        self._process.join()
        if self._process.exitcode:
            raise CommandError("The data could not be prepared.")


def _tell_refusal(work: Callable[[], object], told: Connection) -> None:
    try:
        work()
    except CommandError as refusal:
        told.send(refusal)


@contextmanager
def held_back(signals: set[signal.Signals]) -> Iterator[None]:
    """Block these signals until the end of the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start(arguments: Sequence[str], without: Sequence[int] = ()) -> Process:
    """Start `manage.py run` with these arguments, and without these open files."""
    if FORKS:
        return Fork(arguments, without)
    command = [sys.executable, MANAGE, "run", *arguments, f"--parent={os.getpid()}"]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - our own


def load(modules: Sequence[str]) -> None:
    """Import what forked programs need, and exclude it from garbage collection so that they share its memory."""
    if FORKS:
        for module in modules:
            import_module(module)
        return_memory()
        gc.freeze()


def begin_anew(command: Sequence[str], lock: int, environment: Mapping[str, str]) -> NoReturn:
    """Replace this process by another `manage.py` command in the same environment.

    It holds the lock, and signals wait until it heeds them.
    """
    os.set_inheritable(lock, True)  # noqa: FBT003 - os knows it by place only
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    os.execve(sys.executable, [sys.executable, MANAGE, *command], environment)  # noqa: S606 - our own
