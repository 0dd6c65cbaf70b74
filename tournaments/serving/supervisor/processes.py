"""Starting programs: by a fork, which shares loaded modules, or by a command where forking is not safe."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from typing import NoReturn, Protocol

from django.conf import settings
from django.core.management import CommandError, call_command

from ..system_calls import end_with_parent, name_process, return_memory

FORKS = sys.platform == "linux"  # on other systems, loaded libraries may not survive a fork
MANAGE = str(settings.BASE_DIR / "manage.py")
PAGES = ("config.urls", "tournaments.serving.supervisor.web_server")
WEB = ("config.rsgi",)  # it lists the static files, so they must have been collected
OTHERS = (
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.concurrency.thread",
    "tournaments.serving.periodic",
    "tournaments.tasks",
)
ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


class Process(Protocol):
    """A process that was started, with the methods of `subprocess.Popen`."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit status, negative after a signal; None while the process runs."""

    def wait(self) -> object:
        """Wait for the end of the process."""

    def send_signal(self, number: int) -> None:
        """Send the process a signal."""


class Fork:
    """A forked command of `manage.py` in a process group of its own, which ends with its parent."""

    def __init__(self, command: Sequence[str], without: Sequence[int]) -> None:
        """Fork, and wait until the child leads its process group and handles signals.

        The child closes the open files in `without`.
        """
        read_end, write_end = os.pipe()
        be = partial(_run_in_child, command, os.getpid(), [*without, read_end], write_end)
        self._process = multiprocessing.get_context("fork").Process(target=be)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(write_end)
        os.read(read_end, 1)
        os.close(read_end)
        assert self._process.pid  # noqa: S101 - it has been started
        self.pid: int = self._process.pid

    def poll(self) -> int | None:
        """Return the exit status, or None while the process runs."""
        return self._process.exitcode

    def wait(self) -> None:
        """Wait for the end of the process."""
        self._process.join()

    def send_signal(self, number: int) -> None:
        """Send a signal unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def _run_in_child(command: Sequence[str], parent: int, without: Sequence[int], write_end: int) -> None:
    """Run the command in the child. `ps -e` and `top` show its name, and a CommandError is printed in one line."""
    os.setsid()
    end_with_parent(parent)
    signal.set_wakeup_fd(-1)
    for number in {*ENDING, signal.SIGCHLD}:
        if signal.getsignal(number) != signal.SIG_IGN:  # keep what nohup has set
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    name_process(f"tavolo-{command[command[0] == 'run']}")
    for file in without:
        os.close(file)
    os.close(write_end)  # this tells the parent that signals are handled
    sys.argv = [MANAGE, *command]  # at a SIGHUP, Celery starts itself again with these arguments
    try:
        call_command(*command)
    except CommandError as refusal:
        sys.exit(str(refusal))


class ForkedTask:
    """Work in a child process, so that its memory is returned afterwards; in this process where forking is not safe."""

    def __init__(self, work: Callable[[], object]) -> None:
        """Start the work."""
        if not FORKS:
            work()
            return
        context = multiprocessing.get_context("fork")
        self._receiver, sender = context.Pipe(duplex=False)
        self._process = context.Process(target=partial(_send_refusal, work, sender))
        self._process.start()
        sender.close()

    def finish(self) -> None:
        """Wait until the work ends. Raises CommandError if it failed."""
        if not FORKS:
            return
        with suppress(EOFError):
            refusal: CommandError = self._receiver.recv()
            raise refusal
        self._process.join()
        if self._process.exitcode:
            raise CommandError("The data could not be prepared.")


def _send_refusal(work: Callable[[], object], sender: Connection) -> None:
    try:
        work()
    except CommandError as refusal:
        sender.send(refusal)


def start(command: Sequence[str], without: Sequence[int] = ()) -> Process:
    """Start a command of `manage.py` that does not inherit the open files in `without`."""
    if FORKS:
        return Fork(command, without)
    parent = [f"--parent={os.getpid()}"] if command[0] == "run" else []
    words = [sys.executable, MANAGE, *command, *parent]
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - our own


def load(modules: Sequence[str]) -> None:
    """Import modules, and exclude them from garbage collection, so that forked programs share their memory."""
    if FORKS:
        for module in modules:
            import_module(module)
        return_memory()
        gc.freeze()


def replace_process(command: Sequence[str], lock: int, environment: Mapping[str, str]) -> NoReturn:
    """Replace this process by another command of `manage.py` with this environment.

    The command inherits the lock. Signals stay blocked until the command handles them.
    """
    os.set_inheritable(lock, True)  # noqa: FBT003 - os knows it by place only
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    os.execve(sys.executable, [sys.executable, MANAGE, *command], environment)  # noqa: S606 - our own
