"""The messages of the import commands when an import is refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.utils.translation import gettext

from tournaments.actions.core.refusals import Conflict, Invalid, Problem


@contextmanager
def refusals_printed(place: Callable[[Problem], str]) -> Iterator[None]:
    """Turn the refusal of an import into CommandError, with every fault and its place, or how to import again.

    `place` returns the place of a problem in the file, or "" for the whole file.
    """
    try:
        yield
    except Conflict as refused:
        reasons = " ".join(problem.text(gettext) for problem in refused.problems)
        raise CommandError(f"{reasons} Import it once more with --again.") from refused
    except Invalid as refused:
        faults = "\n".join(f"  {place(problem) or 'file'}: {problem.text(gettext)}" for problem in refused.problems)
        raise CommandError(f"Nothing was imported. Correct this first:\n{faults}") from refused
