"""Structured values in a document that pages must be able to read: prizes, teams, closings and reports of draws."""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.problems import Problem, Step
from tournaments.models import Round
from tournaments.ranking.prizes import read_prizes
from tournaments.ranking.teams import read_teams

from ..hands.closing import is_stored_closing
from ..people.newcomers import NEWCOMERS
from ..rounds.draws.jobs import refusal_problems
from ..rounds.draws.records import wire_request
from ..rounds.draws.report_text import report_sentences

Document = Mapping[str, Any]
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
DECLARED: Mapping[str, Callable[[object], object]] = {"prizes": read_prizes, "teams": read_teams}
OF_DRAW = ("number", "method", "seed", "draw_inputs", "report", "ahead", "drawn", "refusal")


def unreadable_values(document: Document) -> Iterator[Problem]:
    """Yield a problem, with its place, for each value that pages could not show."""
    for name, read in DECLARED.items():
        declared = read(document["tournament"][name])
        if isinstance(declared, list):
            yield from (problem.under("tournament", name) for problem in declared)
    for section in ("rounds", "tables"):
        for at, row in enumerate(document[section]):
            if not is_stored_closing(row["closing"]):
                yield _unreadable(section, at, "closing")
    entries = {entry["id"] for entry in document["entries"]}
    for at, row in enumerate(document["rounds"]):
        yield from (_unreadable("rounds", at, column) for column in _unreadable_columns(row, entries))
    for at, link in enumerate(document["ledger"]):
        named = link.get("facts", {}).get(NEWCOMERS, [])
        if not isinstance(named, list) or any(type(each) is not int for each in named):
            yield _unreadable("ledger", at, "facts")


def _unreadable(*place: Step) -> Problem:
    return Problem("wrong_format", _("This does not have the right format."), pointer=place)


def _unreadable_columns(row: Mapping[str, Any], entries: Collection[int]) -> Iterator[str]:
    """Yield the names of those columns about a round's draw that cannot be read."""
    round_ = Round(**{name: row[name] for name in OF_DRAW})
    readers: Mapping[str, Callable[[], object]] = {
        "report": lambda: report_sentences(round_, {}),
        "draw_inputs": lambda: round_.draw_inputs and wire_request(round_.draw_inputs),
        "refusal": lambda: refusal_problems(round_),
        "ahead": lambda: [_read_seating(each, entries) for each in round_.ahead],
        "drawn": lambda: _read_drawn(round_, entries),
    }
    for column, read in readers.items():
        try:
            read()
        except UNREADABLE:
            yield column


def _read_drawn(round_: Round, entries: Collection[int]) -> None:
    """Read what is stored about a draw as pages do: the tables before changes by hand, and the scores of a repair.

    Any exception means that the value cannot be shown.
    """
    if round_.drawn is None:
        return
    _read_seating(round_.drawn, entries)
    report_sentences(Round(number=round_.number, method=round_.method, report=round_.drawn["report"]), {})
    for score in round_.drawn.get("scores", {}).values():
        Fraction(score)


def _read_seating(drawn: Mapping[str, Any], entries: Collection[int]) -> list[int]:
    """Return the ids of the entries seated by a draw or sitting out. Raises LookupError for an unknown entry."""
    placed = [*chain.from_iterable(drawn["tables"]), *drawn["sit_out"]]
    if unknown := [entry for entry in placed if type(entry) is not int or entry not in entries]:
        raise LookupError(unknown)
    return placed
