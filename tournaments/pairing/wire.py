"""Draws as JSON: a request in, its tables or its problems out."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.fields import MAX_PROBLEMS
from scoring.json_lines import Answer, answer_line
from scoring.problems import Problem, Refusal
from tournaments.pairing.engine import draw
from tournaments.pairing.reading import read_request
from tournaments.pairing.values import ALL_ROUNDS, Draw, DrawnRound, DrawRequest


def main() -> None:
    """Draw for the JSON request on standard input; write the answer to standard output, notices to standard error."""
    sys.stdout.write(answer_line(sys.stdin.buffer.read(), lambda document: answer(document, _announce)) + "\n")


def _announce(request: DrawRequest) -> None:
    print(f"Drawing {len(request.entrants)} entrants by {request.method} …", file=sys.stderr, flush=True)  # noqa: T201


def answer(document: object, announce: Callable[[DrawRequest], None] | None = None) -> Answer:
    """Return the draw for a JSON document, or its problems.

    The answer has `rounds`, or for a single round `tables`, `numbers` and `sit_out`, and a `report`; or else
    `problems`. No document raises an exception. `announce` is called with a valid request before the draw.
    """
    request = read_request(document)
    if isinstance(request, list):
        return _problems_as_json(request)
    if announce:
        announce(request)
    try:
        drawn = draw(request)
    except Refusal as refusal:
        return _problems_as_json(refusal.problems)
    return _as_json(request, drawn)


def _as_json(request: DrawRequest, drawn: Draw) -> Answer:
    report = {**drawn.report, "seconds": round(drawn.seconds, 3)}
    rounds = [_round_as_json(made) for made in drawn.rounds]
    if request.method in ALL_ROUNDS:
        return {"rounds": rounds, "report": report}
    return {**rounds[0], "report": report}


def _round_as_json(made: DrawnRound) -> dict[str, list[Any]]:
    numbers = list(range(1, len(made.tables) + 1))
    return {"tables": [[*table] for table in made.tables], "numbers": numbers, "sit_out": [*made.sit_out]}


def _problems_as_json(problems: Sequence[Problem]) -> Answer:
    return {"problems": [_problem_as_json(problem) for problem in problems[:MAX_PROBLEMS]]}


def _problem_as_json(problem: Problem) -> dict[str, object]:
    field = {"field": problem.pointer[0]} if problem.pointer else {}
    params: Mapping[str, Any] = problem.params
    lists = {"entrants": list(params.get("entrants", ())), "pairs": [list(pair) for pair in params.get("pairs", ())]}
    concerned = {name: ids for name, ids in lists.items() if ids}
    return {"code": problem.code, "message": str(problem), **field, **concerned}
