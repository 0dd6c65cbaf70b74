"""Questions and answers as JSON: one hand, a whole table, or victory points."""

import json
import math
import sys
from collections.abc import Callable, Iterable

from scoring import registry
from scoring.fields import join_problems, read_fields, unknown
from scoring.problems import Problem, Step
from scoring.problems import gettext_noop as _
from scoring.reading import read_table_rules, usable_options
from scoring.ruleset import RuleSet
from scoring.table import hand_problems, judge, play
from scoring.values import Options
from scoring.victory_points import DIFFERENCE, Limits, find_limits, read_limits, split

Answer = dict[str, object]


def answer(request: object) -> Answer:
    """Return the scores of a hand or table, victory points, or the problems of the request.

    Any JSON document gets its answer; nothing is raised.
    """
    return in_english(evaluate(request))


def in_english(answer: Answer | list[Problem]) -> Answer:
    """Return an answer as it is, and problems as an answer, put into English."""
    return {"problems": [as_json(problem) for problem in answer]} if isinstance(answer, list) else answer


def answer_line(line: bytes | str, answer: Callable[[object], Answer] = answer) -> str:
    """Return the answer to one request as a line of JSON, in ASCII and without the newline."""
    try:
        request = read_json(line)
    except ValueError:
        return json.dumps(in_english([_UNREADABLE]))
    return json.dumps(answer(request))


_UNREADABLE = Problem("bad_json", _("This is not JSON in UTF-8, with each name once and numbers of a readable size"))


DEEPEST = 50
"""How many lists and objects may stand in each other: no tally needs ten."""


class TooManyNamesError(ValueError):
    """An object has more names than any request asks for."""


def read_json(text: bytes | str, *, most_names: int = sys.maxsize) -> object:
    """Return the document; ValueError for what is not JSON, NaN and a name given twice included.

    Raises TooManyNamesError where one object has more than `most_names`.
    """

    def read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(pairs) > most_names:
            raise TooManyNamesError
        named = dict(pairs)
        if len(named) < len(pairs):
            raise ValueError("a name is given twice")
        return named

    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        document = json.loads(decoded, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=read_object)
    except RecursionError:
        raise ValueError("nested too deep") from None
    _refuse_depth(document)
    return document


def _refuse_depth(document: object) -> None:
    layer: list[object] = [document]
    for _depth in range(DEEPEST):
        layer = [inner for outer in layer for inner in _within(outer)]
    if layer:
        raise ValueError("nested too deep")


def _within(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(text)
    return number


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def places(problem: Problem) -> dict[str, Step]:
    """Return where a problem stands as `hand`, from 1, `side`, from 0, and `field`, where known."""
    path, place = problem.pointer, dict[str, Step]()
    if len(path) > 1 and path[0] == "hands":
        place["hand"], path = int(path[1]) + 1, path[2:]
    if len(path) > 1 and path[0] in ("lines", "piles"):
        place["side"], path = path[1], path[2:]
    names = [step for step in path if isinstance(step, str)]
    name = problem.params.get("field", names[-1] if names else None)
    return place if name is None else {**place, "field": str(name)}


def as_json(problem: Problem) -> dict[str, object]:
    """Return the problem in English, as an answer has it."""
    return {"code": problem.code, "message": problem.text(), **places(problem)}


HAND_KEYS = ("ruleset", "options", "hand", "lines")
TABLE_KEYS = ("ruleset", "options", "table", "hands")
VP_NAMES = {"vp_table", "vp_limits"}


def evaluate(request: object) -> Answer | list[Problem]:
    """Return what `answer` does, the problems still to be put into words."""
    if not isinstance(request, dict):
        return [Problem("bad_request", _("A request is an object: {...}"))]
    if "lines" not in request and "hands" not in request and not VP_NAMES.isdisjoint(request):
        return _victory_points(request)
    whole_table = "hands" in request and "lines" not in request
    problems = unknown(request, TABLE_KEYS if whole_table else HAND_KEYS)
    ruleset = registry.look_up(request)
    if isinstance(ruleset, Problem):
        return [*problems, ruleset]
    options, refused = usable_options(ruleset, request.get("options", {}))
    problems += refused
    if options is None:
        return problems
    return join_problems(problems, (_table if whole_table else _hand)(ruleset, options, request))


def _hand(ruleset: RuleSet, options: Options, request: dict[str, object]) -> Answer | list[Problem]:
    hand = {name: request[name] for name in ("lines", "hand") if name in request}
    verdict = judge(ruleset, options, hand)
    return verdict if isinstance(verdict, list) else {"scores": list(verdict.scores)}


def _table(ruleset: RuleSet, options: Options, request: dict[str, object]) -> Answer | list[Problem]:
    rules = read_table_rules(ruleset, request.get("table", {}))
    if isinstance(rules, list):
        return join_problems(rules, hand_problems(ruleset, options, request["hands"]))
    played = play(ruleset, options, rules, request["hands"])
    if isinstance(played, list):
        return played
    hands, state = played
    return {
        "scores": [list(hand.scores) for hand in hands],
        "totals": list(state.totals),
        "over": state.over,
        "places": list(state.places),
        "next_lead": state.next_lead,
    }


def _victory_points(request: dict[str, object]) -> Answer | list[Problem]:
    limits: Limits | list[Problem]
    if "vp_table" in request:
        source, limits = "vp_table", find_limits(request["vp_table"])
    else:
        source, limits = "vp_limits", read_limits(request["vp_limits"])
        if isinstance(limits, list):
            limits = [problem.under("vp_limits") for problem in limits]
    rest = {name: value for name, value in request.items() if name != source}
    values, problems = read_fields((DIFFERENCE,), rest)
    if isinstance(limits, list):
        return limits + problems
    return problems or {"points": list(split(limits, int(values["difference"])))}
