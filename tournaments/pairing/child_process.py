"""Run a draw in a child process, so that it does not hold the interpreter lock of this process.

Messages are pickled, which is safe because both processes run this program. The child needs no settings and no
database.
"""

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Any

from scoring.problems import Refusal
from tournaments.pairing.engine import draw
from tournaments.pairing.values import Draw, DrawRequest, OnProgress

HOME = Path(__file__).parents[2]
PATIENCE = 10
"""The `nice` increment of a draw, so that page requests have priority."""


class ChildKilled(Exception):  # noqa: N818 - what happened
    """Raised if the child process ends without a result."""


def draw_in_child(request: DrawRequest, on_progress: OnProgress | None = None) -> Draw:
    """Return the draw of `engine.draw`, computed in a child process.

    Raises Refusal as `engine.draw` does, and ChildKilled if the child ends without a result. If this process ends, the
    child ends too.
    """
    command = [sys.executable, "-m", "tournaments.pairing.child_process"]
    with (
        suppress(BrokenPipeError),  # raised when writing to a killed child
        subprocess.Popen(command, cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child,  # noqa: S603
    ):
        try:
            return _drawn_by(child, request, on_progress)
        finally:
            child.kill()
    raise ChildKilled


def _drawn_by(child: subprocess.Popen[bytes], request: DrawRequest, on_progress: OnProgress | None) -> Draw:
    assert child.stdin and child.stdout  # noqa: S101, PT018 - both were requested as pipes
    _send(child.stdin, request)
    while isinstance(said := _receive(child.stdout), float):
        if on_progress:
            on_progress(said)
    if isinstance(said, Draw):
        return said
    raise Refusal(said)


def _send(pipe: IO[bytes], message: Any) -> None:
    pickle.dump(message, pipe)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> Any:
    try:
        return pickle.load(pipe)  # noqa: S301 - from this program
    except (EOFError, pickle.UnpicklingError) as end:  # the child ended within a message
        raise ChildKilled from end


def main() -> None:
    """Draw for the request on standard input; write progress and result to standard output."""
    os.nice(PATIENCE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    request = _receive(sys.stdin.buffer)
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        answer: object = draw(request, _Percents(answers))
    except Refusal as refusal:
        answer = list(refusal.problems)
    _send(answers, answer)


class _Percents:
    """Sends the progress of a draw to a pipe, at most once for each per cent."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe, self._reported = pipe, 0

    def __call__(self, part: float) -> None:
        if int(100 * part) > self._reported:
            self._reported = int(100 * part)
            _send(self._pipe, float(part))


def _end_with_parent() -> None:
    """End this process when standard input is closed: on every system this happens when the parent process ends."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    main()
