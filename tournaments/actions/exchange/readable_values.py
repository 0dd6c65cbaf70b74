"""Values of a document that pages read by a shape of their own: prizes, teams, closings and reports of draws."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.problems import Problem, Step
from tournaments.models import Round
from tournaments.ranking.prizes import read_prizes
from tournaments.ranking.teams import read_teams

from ..hands.closing import is_stored_closing
from ..rounds.draws.jobs import refusal_problems
from ..rounds.draws.records import wire_request
from ..rounds.draws.report_text import report_sentences

Document = Mapping[str, Any]
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
DECLARED: Mapping[str, Callable[[object], object]] = {"prizes": read_prizes, "teams": read_teams}
OF_DRAW = ("number", "method", "seed", "draw_inputs", "report", "drawn", "refusal")


def unreadable_values(document: Document) -> Iterator[Problem]:
    """Yield a problem for each value that no page could show, at its place."""
    for name, read in DECLARED.items():
        declared = read(document["tournament"][name])
        if isinstance(declared, list):
            yield from (problem.under("tournament", name) for problem in declared)
    for section in ("rounds", "tables"):
        for at, row in enumerate(document[section]):
            if not is_stored_closing(row["closing"]):
                yield _unreadable(section, at, "closing")
    for at, row in enumerate(document["rounds"]):
        yield from (_unreadable("rounds", at, column) for column in _unreadable_columns(row))


def _unreadable(*place: Step) -> Problem:
    return Problem("wrong_format", _("This is not written in the right way."), pointer=place)


def _unreadable_columns(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the columns of a round's draw that cannot be read."""
    round_ = Round(**{name: row[name] for name in OF_DRAW})
    readers: Mapping[str, Callable[[], object]] = {
        "report": lambda: report_sentences(round_, {}),
        "draw_inputs": lambda: round_.draw_inputs and wire_request(round_.draw_inputs),
        "refusal": lambda: refusal_problems(round_),
    }
    for column, read in readers.items():
        try:
            read()
        except UNREADABLE:
            yield column
