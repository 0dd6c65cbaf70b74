"""One thing or a list of them in the same request, every fault at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments.actions.problems import Invalid, Problem

from .fields import Form
from .problems import MAX_ERRORS

MAX_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Batch:
    """What was sent, as a list: the values of what could be read by place, and the faults.

    The pointers of the faults begin with the place.
    """

    is_list: bool
    values: dict[int, dict[str, Any]]
    problems: list[Problem]

    @classmethod
    def read(cls, form: type[Form], data: object) -> Batch:
        """Read one or a list with this form; Invalid for a list that is empty or too long.

        Beyond the faults that are told at once, nothing is read any more.
        """
        things = data if isinstance(data, list) else [data]
        if not 1 <= len(things) <= MAX_AT_ONCE:
            raise Invalid(Problem("wrong_number", _("Send between 1 and %(most)d at once."), {"most": MAX_AT_ONCE}))
        values: dict[int, dict[str, Any]] = {}
        problems: list[Problem] = []
        for place, thing in enumerate(things):
            read, faults = form.check(thing)
            problems += [fault.under(place) for fault in faults]
            if not faults:
                values[place] = read
            if len(problems) > MAX_ERRORS:
                break  # nobody reads more, and reading them costs
        return cls(is_list=isinstance(data, list), values=values, problems=problems)

    def refuse(self, more: Iterable[Problem]) -> None:
        """Raise Invalid with the faults of the batch and these, in the order of the list."""
        problems = sorted([*self.problems, *more], key=lambda problem: int(problem.pointer[0]))
        if problems:
            raise Invalid(problems)

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Refusals in this block point into what was sent: into a list only where there was one."""
        try:
            yield
        except Invalid as refused:
            if self.is_list:
                raise
            raise Invalid([replace(p, pointer=p.pointer[1:]) for p in refused.problems]) from refused

    def answer(self, made: Sequence[Any]) -> Any:
        """What was made, in the same form as what was sent."""
        return made if self.is_list else made[0]
